import { afterAll, beforeAll, expect, test } from "vitest";
import { type Declared, ref } from "./support/declaration.ts";
import { errorsOf, fails, ok } from "./support/outcome.ts";
import { type World, world } from "./support/world.ts";

const objects: Declared[] = [
  { kind: "Workspace", name: "team", args: { name: "Support" } },
  {
    kind: "Mapping",
    name: "default",
    args: { workspaceId: ref("team"), sourceName: "default", targetModel: "openai/gpt" },
  },
];
const wish: Declared = { kind: "Workspace", name: "wish", args: { name: "Wish" } };

let w: World;
beforeAll(async () => {
  w = await world({ objects });
  await ok(w.project.up({ skipPreview: true }));
  await w.declare([...objects, wish]);
  w.calls.take();
});
afterAll(() => w?.dispose());

const baseUrl = "WORKSPACE_GATEWAY_BASE_URL (or `pulumi config set workspace-gateway:baseUrl`)";
const accessToken =
  "WORKSPACE_GATEWAY_ACCESS_TOKEN (or `pulumi config set --secret workspace-gateway:accessToken`)";

/** Scopes for all but one. */
function tokenWithout(scope: string): string {
  const scopes = ["profile", "workspaces", "mapping"].flatMap((name) => [`${name}:read`, `${name}:write`]);
  return w.gateway.token({ scopes: scopes.filter((each) => each !== scope) });
}

/** What an update says that must fail without creating the object that is wished for. */
async function upFails(env: Readonly<Record<string, string>>): Promise<string[]> {
  const said = errorsOf(await fails(w.project.up({ skipPreview: true, env })));
  expect(w.gateway.rows("workspaces")).toHaveLength(1);
  return said;
}

/** What a refresh says that must fail without taking anything for deleted. */
async function refreshFails(env: Readonly<Record<string, string>>): Promise<string[]> {
  const before = await managed();
  const said = errorsOf(await fails(w.project.refresh({ skipPreview: true, env })));
  expect(await managed()).toEqual(before);
  expect(said).not.toEqual([]);
  return said;
}

async function managed(): Promise<unknown> {
  const { resources = [] } = (await w.project.exportState()).deployment;
  return resources.map(({ urn, id }) => [urn, id]);
}

test("a preview without settings says all that must be set, and asks nothing", async () => {
  const env = { WORKSPACE_GATEWAY_ACCESS_TOKEN: "", WORKSPACE_GATEWAY_BASE_URL: "" };
  const said = errorsOf(await fails(w.project.preview({ env })));
  expect(said).toEqual([
    expect.stringContaining(`the gateway is not configured: set ${baseUrl}; set ${accessToken}`),
  ]);
  expect(w.calls.take()).toEqual([]);
});

test.each([
  ["gateway.example", "must be an http(s) URL"],
  ["https://gateway.example/api", "must end in /api/v1"],
])("a preview with the URL %s says what would be right", async (value, reason) => {
  const said = errorsOf(await fails(w.project.preview({ env: { WORKSPACE_GATEWAY_BASE_URL: value } })));
  expect(said).toEqual([expect.stringContaining(`${baseUrl} ${reason}`)]);
});

test("a token without the write scope is told which scope it needs, and creates nothing", async () => {
  const said = await upFails({ WORKSPACE_GATEWAY_ACCESS_TOKEN: tokenWithout("workspaces:write") });
  expect(said).toEqual([expect.stringMatching(/needs the scope workspaces:write.*owner@example\.com/)]);
  expect(said.join()).toContain(`Set ${accessToken}`);
});

test("a token without the read scope is told which scope it needs, and nothing is called gone", async () => {
  const said = await refreshFails({ WORKSPACE_GATEWAY_ACCESS_TOKEN: tokenWithout("mapping:read") });
  expect(said).toEqual([expect.stringMatching(/needs the scope mapping:read.*owner@example\.com/)]);
  expect(said.join()).toContain(`Set ${accessToken}`);
});

test("a token that has expired is told so, and nothing is called gone", async () => {
  const env = { WORKSPACE_GATEWAY_ACCESS_TOKEN: w.gateway.token({ expiresInSeconds: 0 }) };
  for (const said of await refreshFails(env)) expect(said).toContain(`Set ${accessToken} to a valid token`);
});

test("to another account's token nothing is called gone, even by a gateway that hides what is not its own", async () => {
  const env = { WORKSPACE_GATEWAY_ACCESS_TOKEN: w.gateway.token({ user: "stranger" }) };
  for (const said of await refreshFails(env)) expect(said).toMatch(/answered 403.*stranger@example\.com/);

  w.gateway.faults.add({ method: "GET", path: /^\/(workspaces\/.|mappings)/, kind: "status", status: 404 });
  for (const said of await refreshFails(env)) {
    expect(said).toMatch(/is not visible to account .* \(stranger@example\.com\)/);
    expect(said).toContain(`Set ${accessToken}`);
  }
});

// The last one: the gateway does not come back.
test("while the gateway is down, up and refresh name the URL to check, and nothing is called gone", async () => {
  await w.gateway.close();
  const message = `ECONNREFUSED at ${new URL(w.gateway.baseUrl).origin}. Is the gateway up, and ${baseUrl} right?`;
  const said = errorsOf(await fails(w.project.up({ skipPreview: true })));
  expect(said).toEqual([expect.stringContaining(message)]);
  for (const each of await refreshFails({})) expect(each).toContain(message);
});
