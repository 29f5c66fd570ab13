import { expect, test } from "vitest";
import type { Declared } from "./support/declaration.ts";
import { life, up, upErrors } from "./support/life.ts";
import { mapping, team } from "./support/objects.ts";
import { errorsOf, fails } from "./support/outcome.ts";

const objects = [team, mapping("default")];
const wish: Declared = { kind: "Workspace", name: "wish", args: { name: "Wish" } };

const w = life({ objects }, async () => {
  await up(w);
  await w.declare([...objects, wish]);
  w.calls.take();
});

const baseUrl = "WORKSPACE_GATEWAY_BASE_URL (or `pulumi config set workspace-gateway:baseUrl`)";
const accessToken =
  "WORKSPACE_GATEWAY_ACCESS_TOKEN (or `pulumi config set --secret workspace-gateway:accessToken`)";

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
  const message = `${new URL(w.gateway.baseUrl).host} refuses the connection (ECONNREFUSED). Is the gateway up, and ${baseUrl} right?`;
  const said = await upErrors(w);
  expect(said).toEqual([expect.stringContaining(message)]);
  for (const each of await refreshFails({})) expect(each).toContain(message);
});
