import { expect, test } from "vitest";
import { neededScopes } from "../../../provider/doctor/gateway/needed-scopes.js";
import { kinds } from "../../../provider/every-kind.js";
import type { Gateway } from "../../gateway/index.ts";
import { openClinic } from "./support/clinic.ts";
import { putStack } from "./support/stack.ts";

const token = "WORKSPACE_GATEWAY_ACCESS_TOKEN";
const all = [...neededScopes(kinds, []).scopes.keys()];

test("every kind that is written needs its write scope, and every one in a workspace that of workspaces", () => {
  for (const { name, endpoints, scope } of kinds) {
    const own = endpoints.auth === "app" ? [] : [`${scope}:write`];
    const needed = neededScopes(kinds, []).scopes;
    for (const each of [...own, ...(endpoints.parent === undefined ? [] : [endpoints.parent.scope])]) {
      expect(needed.get(each), each).toContain(name);
    }
  }
});

const app = (gateway: Gateway, scopes: readonly string[]) => ({
  [token]: undefined,
  WORKSPACE_GATEWAY_TOKEN_URL: gateway.tokenUrl,
  WORKSPACE_GATEWAY_SCOPES: scopes.join(" "),
});

test("an app's scopes are known: all there is no request for them, one that is missing is named", async () => {
  const whole = await openClinic({}, (gateway) => app(gateway, ["profile:read", ...all]));
  const well = await whole.visit();
  expect(well.of("scopes")).toMatchObject({ state: "ok", facts: { missing: [], for: "all kinds" } });
  expect(whole.gateway.log.entries({ path: "/workspaces" })).toEqual([]);

  const part = await openClinic({}, (gateway) =>
    app(gateway, ["profile:read", ...all.filter((each) => each !== "prompts:write")]),
  );
  const ill = await part.visit();
  expect(ill.of("scopes")).toMatchObject({ state: "warning", facts: { missing: ["prompts:write"] } });
  expect(ill.of("scopes").found).toContain("prompts:write (for Prompt)");
  expect(ill.refusal).toBeUndefined();
});

test("a token that may write nothing is a problem, whatever the program declares", async () => {
  const { visit } = await openClinic({}, (gateway) => app(gateway, ["profile:read", "models:read"]));
  const { of, refusal } = await visit();
  expect(of("scopes").state).toBe("problem");
  expect(refusal).toMatchObject({ exitCode: 1 });
});

test("what a stack has decides: a scope that it lacks is a problem, and one that it does not need is none", async () => {
  const clinic = await openClinic({}, (gateway) =>
    app(gateway, ["profile:read", "workspaces:read", "workspaces:write", "prompts:read"]),
  );
  const team = { kind: "Workspace", name: "team", id: "ws-1", inputs: { name: "Team" } };
  await putStack(clinic, [team]);
  expect((await clinic.visit()).of("scopes")).toMatchObject({ state: "ok", facts: { for: "stack" } });

  const tone = { kind: "Prompt", name: "tone", id: "p-1", inputs: { workspaceId: "ws-1", name: "tone" } };
  await putStack(clinic, [team, tone]);
  const { of, refusal } = await clinic.visit();
  expect(of("scopes")).toMatchObject({
    state: "problem",
    facts: { missing: ["prompts:write"] },
    remedy: expect.stringContaining("prompts:write"),
  });
  expect(refusal).toMatchObject({ exitCode: 1 });

  await putStack(clinic, [team, { ...tone, external: true }]);
  expect((await clinic.visit()).of("scopes").state).toBe("ok");
});

test("a plain token is tried by one list for each scope, and what may be written is said to be unknown", async () => {
  const { visit, gateway } = await openClinic({}, (gateway) => ({
    [token]: gateway.token({ scopes: ["profile:read", "workspaces:read", "prompts:read", "members:read"] }),
  }));
  const { body } = await gateway.console("POST", "/workspaces", { name: "Team" });
  const { findings, of } = await visit();
  const scopes = findings.filter(({ check }) => check === "scopes");
  expect(scopes.map(({ state }) => state)).toEqual(["ok", "warning"]);
  expect(scopes[1]?.facts).toMatchObject({
    readable: expect.arrayContaining(["workspaces:read", "prompts:read", "members:read"]),
    refused: expect.arrayContaining(["models:read", "providers:read", "mapping:read", "quotas:read"]),
  });
  expect(scopes[1]?.remedy).toContain("mapping:read");
  expect(of("write scopes")).toMatchObject({
    state: "not checked",
    remedy: expect.stringContaining("prompts:write"),
  });
  const { id } = (body as { data: { id: string } }).data;
  expect(gateway.log.entries({ path: "/prompts" }).map(({ query }) => query)).toEqual([{ workspace_id: id }]);
});

test("without a workspace to look into, what cannot be tried is said once", async () => {
  const { visit } = await openClinic();
  const open = (await visit()).findings.filter(
    ({ check, state }) => check === "scopes" && state === "not checked",
  );
  expect(open.map(({ found }) => found)).toEqual([
    expect.stringContaining("There is no workspace to look into"),
  ]);
  expect(open[0]?.found).toContain("prompts:read");
});

test("a stack with a gateway key needs the app's credentials", async () => {
  const none = { WORKSPACE_GATEWAY_CLIENT_ID: undefined, WORKSPACE_GATEWAY_CLIENT_SECRET: undefined };
  const clinic = await openClinic({}, none);
  expect((await clinic.visit()).of("app credentials").state).toBe("ok");
  await putStack(clinic, [{ kind: "GatewayKey", name: "key", id: "k", inputs: { workspaceId: "ws-1" } }]);
  expect((await clinic.visit()).of("app credentials")).toMatchObject({
    state: "problem",
    remedy: expect.stringContaining("WORKSPACE_GATEWAY_CLIENT_SECRET"),
  });
  const full = await openClinic();
  await putStack(full, [{ kind: "GatewayKey", name: "key", id: "k", inputs: { workspaceId: "ws-1" } }]);
  expect((await full.visit()).of("app credentials").state).toBe("not checked");
});
