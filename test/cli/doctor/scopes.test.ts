import { expect, test } from "vitest";
import { scopesOfLife } from "../../../cli/review/facts/notes.js";
import { kinds } from "../../../provider/every-kind.js";
import type { Gateway } from "../../gateway/index.ts";
import { noApp, openClinic, said } from "./support/clinic.ts";
import { putStack } from "./support/stack.ts";

const token = "WORKSPACE_GATEWAY_ACCESS_TOKEN";
const all = [...new Set(kinds.flatMap((kind) => scopesOfLife(kind, kinds)).map(({ scope }) => scope))];
const team = { kind: "Workspace", name: "team", id: "ws-1", inputs: { name: "Team" } };
const tone = { kind: "Prompt", name: "tone", id: "p-1", inputs: { workspaceId: "ws-1", name: "tone" } };

const app = (gateway: Gateway, scopes: readonly string[]) => ({
  [token]: undefined,
  WORKSPACE_GATEWAY_TOKEN_URL: gateway.tokenUrl,
  WORKSPACE_GATEWAY_SCOPES: scopes.join(" "),
});

test("an app's scopes are known: all there is no request for them, one that is missing is named", async () => {
  const whole = await openClinic({}, (gateway) => app(gateway, all));
  const well = await whole.visit();
  expect(well.of("scopes")).toMatchObject({ state: "ok", facts: { lacks: [], for: "all kinds" } });
  expect(whole.gateway.log.entries({ path: "/workspaces" })).toEqual([]);

  const fewer = all.filter((each) => each !== "prompts:write");
  const part = await openClinic({}, (gateway) => app(gateway, fewer));
  const ill = await part.visit();
  expect(ill.of("scopes")).toMatchObject({ state: "warning", facts: { lacks: ["prompts:write"] } });
  expect(ill.of("scopes").found).toContain("prompts:write (for Prompt)");
  expect(ill.refusal).toBeUndefined();
});

test("a token that may write nothing is a problem, whatever the program declares", async () => {
  const { visit } = await openClinic({}, (gateway) => app(gateway, ["profile:read", "models:read"]));
  const { findings, refusal } = await visit();
  const [sure, others] = findings.filter(({ check }) => check === "scopes");
  expect(sure).toMatchObject(said("problem", { found: "workspaces:write" }));
  expect(others).toMatchObject(said("warning", { found: "prompts:read" }));
  expect(refusal).toMatchObject({ exitCode: 1 });
});

test("what the next up does decides; what only other work needs is a warning, and what is only read is not written", async () => {
  const clinic = await openClinic({}, (gateway) =>
    app(gateway, ["profile:read", "workspaces:read", "workspaces:write", "prompts:read"]),
  );
  const judged = async (...stored: Parameters<typeof putStack>[1]) => {
    await putStack(clinic, stored);
    const { state, facts } = (await clinic.visit()).of("scopes");
    return [state, facts?.lacks, facts?.for];
  };
  expect(await judged(tone)).toEqual(["warning", ["prompts:write"], "plan"]);
  expect(await judged({ ...tone, op: "update", next: { ...tone.inputs, content: "x" } })).toEqual([
    "problem",
    ["prompts:write"],
    "plan",
  ]);
  expect(await judged({ ...tone, external: true })).toEqual(["ok", [], "plan"]);
  await putStack(clinic, [tone]);
  clinic.programs.set("pulumi preview", { code: 1, stderr: "error: broken" });
  expect((await clinic.visit()).of("scopes")).toMatchObject({ state: "warning", facts: { for: "stack" } });
});

test("a plain token is tried by one list for each scope, and what may be written is said to be unknown", async () => {
  const { visit, gateway } = await openClinic({}, (gateway) => ({
    [token]: gateway.token({ scopes: ["profile:read", "workspaces:read", "prompts:read", "members:read"] }),
  }));
  const { body } = await gateway.console("POST", "/workspaces", { name: "Team" });
  const { findings } = await visit();
  const [refused, unclear] = findings.filter(({ check }) => check === "scopes");
  expect(refused).toMatchObject({
    state: "warning",
    remedy: expect.stringContaining("mapping:read"),
    facts: {
      has: expect.arrayContaining(["workspaces:read", "prompts:read", "members:read", "profile:read"]),
      lacks: expect.arrayContaining(["models:read", "providers:read", "mapping:read", "quotas:read"]),
    },
  });
  expect(unclear).toMatchObject(said("not checked", { found: "prompts:write" }));
  const { id } = (body as { data: { id: string } }).data;
  expect(gateway.log.entries({ path: "/prompts" }).map(({ query }) => query)).toEqual([{ workspace_id: id }]);
});

test("without a workspace to look into, what cannot be tried is said once", async () => {
  const { visit } = await openClinic();
  const found = (await visit()).findings.filter(({ check }) => check === "scopes").map((each) => each.found);
  expect(found.filter((text) => text.includes("There is no workspace to look into"))).toEqual([
    expect.stringContaining("prompts:read"),
  ]);
});

test("a stack with a gateway key needs the app's credentials, which only a write would try", async () => {
  const key = { kind: "GatewayKey", name: "key", id: "k", inputs: { workspaceId: "ws-1" } };
  const clinic = await openClinic({}, noApp);
  expect((await clinic.visit()).of("app credentials").state).toBe("ok");
  await putStack(clinic, [key]);
  expect((await clinic.visit()).of("app credentials")).toMatchObject(
    said("problem", { remedy: "WORKSPACE_GATEWAY_CLIENT_SECRET" }),
  );
  const full = await openClinic();
  await putStack(full, [key]);
  expect((await full.visit()).of("app credentials").state).toBe("not checked");
});

test("each connection that the stack uses is looked at, and a provider of the program is said to be unknown", async () => {
  const clinic = await openClinic({}, (gateway) => ({
    WORKSPACE_GATEWAY_EU_BASE_URL: gateway.baseUrl,
    WORKSPACE_GATEWAY_EU_ACCESS_TOKEN: "wga_unknown",
  }));
  const eu = { ...team, name: "eu", inputs: { name: "Europe", connection: "eu" } };
  const provider = "urn:pulumi:test::clinic::pulumi:providers:workspace-gateway::us::id";
  const own = { ...team, name: "own", provider };
  await putStack(clinic, [team, eu, own]);
  const { findings, of } = await clinic.visit();
  const tokens = findings.filter(({ check }) => check === "token");
  expect(new Map(tokens.map(({ state, connection }) => [connection, state]))).toEqual(
    new Map([
      [undefined, "ok"],
      ["eu", "problem"],
    ]),
  );
  expect(of("other providers")).toMatchObject(said("not checked", { found: "us" }));
  const one = await clinic.visit({ connection: "eu" });
  expect(one.of("token")).toMatchObject({ state: "problem", connection: "eu" });
});
