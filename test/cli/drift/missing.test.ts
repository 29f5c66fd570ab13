import { expect } from "vitest";
import { driftCode } from "../../../cli/drift/drift.js";
import { findDrift } from "../../../cli/drift/find-drift.js";
import { kinds } from "../../../provider/every-kind.js";
import { readableKinds } from "../../contract/support/samples.ts";
import { test, world } from "../../contract/support/world.ts";
import { driftOf, driftStack, upPrompt, upTeam } from "./support/lab.ts";

const deletable = readableKinds.filter(({ kind }) => kind.endpoints.remove !== undefined);

test.for(deletable)("a deleted $name is missing", async ({ kind }, { at }) => {
  await at.stack.up("it", kind.name, at.full(kind));
  expect(await at.console("DELETE", kind, "it")).toBeLessThan(300);
  const drift = await driftOf(at);
  expect(drift.changed).toEqual([]);
  expect(drift.missing).toMatchObject([{ kind: kind.name, name: "it", id: at.stack.resource("it").id }]);
  expect(driftCode(drift) & 16).toBe(16);
});

test("with a workspace, everything in it is missing", async ({ at }) => {
  const workspaceId = await upTeam(at);
  await upPrompt(at, "tone", { workspaceId });
  await at.stack.up("cap", "Budget", { workspaceId, budget: 5 });
  await at.gateway.console("DELETE", `/workspaces/${workspaceId}`);
  const { missing } = await driftOf(at);
  expect(missing.map(({ name, workspace }) => [name, workspace])).toEqual([
    ["team", undefined],
    ["tone", "Team"],
    ["cap", "Team"],
  ]);
});

test("what the program only reads is not compared, and its loss is told", async ({ at }) => {
  const { workspaceId } = at.refs;
  const more = { tone: { external: true } };
  const id = await upPrompt(at, "tone");
  await at.gateway.console("PATCH", `/prompts/${id}`, { workspace_id: workspaceId, content: "b" });
  expect(await driftOf(at, { more })).toMatchObject({ changed: [], missing: [] });
  await at.gateway.console("DELETE", `/prompts/${id}`, { workspace_id: workspaceId });
  expect((await driftOf(at, { more })).missing).toMatchObject([{ name: "tone", onlyRead: true }]);
});

test.each([
  ...[403, 404].map((status) => [`answered ${status}`, { kind: "status", status }] as const),
  ["", { kind: "cut-body" }] as const,
])("a list that cannot be read is an error, and nothing in it is missing: %s", async (said, fault) => {
  await using at = await world({}, { WORKSPACE_GATEWAY_RETRY_BUDGET: "0.01" });
  await upPrompt(at, "tone");
  at.gateway.faults.add({ path: "/prompts", ...fault });
  await expect(driftOf(at)).rejects.toThrow(`GET /prompts ${said}`);
});

test("to the token of another account nothing is missing: it is an error", async ({ at }) => {
  await at.stack.up("burst", "Quota", { match: { name: "burst" }, maxRequests: 5 });
  at.env.WORKSPACE_GATEWAY_ACCESS_TOKEN = at.gateway.token({ user: "member" });
  await expect(driftOf(at)).rejects.toThrow("another account wrote it last");
});

test("on another gateway nothing is missing: it is an error, unless the gateway has moved", async ({
  at,
}) => {
  await upPrompt(at, "a");
  const { outputs } = at.stack.resource("a");
  const more = { a: { outputs: { ...outputs, __gateway: "https://old.example/api/v1" } } };
  await expect(driftOf(at, { more })).rejects.toThrow('Prompt "a" was created on https://old.example/api/v1');
  at.env.WORKSPACE_GATEWAY_MOVED_FROM = "https://old.example/api/v1";
  expect(await driftOf(at, { more })).toMatchObject({ changed: [], missing: [] });
});

test("several failures are told in one error, each reason once", async () => {
  await using at = await world({}, { WORKSPACE_GATEWAY_RETRY_BUDGET: "0.01" });
  const { workspaceId } = at.refs;
  for (const name of ["a", "b", "c"]) await upPrompt(at, name);
  await at.stack.up("m", "Mapping", { workspaceId, sourceName: "m", targetModel: "x" });
  at.gateway.faults.add({ path: "/prompts", kind: "status", status: 403 });
  at.gateway.faults.add({ path: "/mappings", kind: "status", status: 403 });
  await expect(driftOf(at)).rejects.toThrow(
    /^[^\n]*GET \/prompts answered 403[^\n]*\n[^\n]*GET \/mappings answered 403[^\n]*$/,
  );
});

test("what cannot be read and what is going to be deleted is not looked for, and a note counts it", async ({
  at,
}) => {
  const { workspaceId } = at.refs;
  await at.stack.up("key", "GatewayKey", { workspaceId, triggers: {} });
  await at.stack.up("ada", "Invitation", { workspaceId });
  await at.gateway.console("DELETE", `/prompts/${await upPrompt(at, "old")}`, { workspace_id: workspaceId });
  const drift = await driftOf(at, { more: { old: { delete: true } } });
  expect(drift).toMatchObject({ compared: 0, changed: [], missing: [] });
  expect(drift.notes).toEqual([
    expect.stringMatching(/^Not looked for: 1 replaced object\./),
    "Not looked for: 1 gateway key, 1 invitation. The API cannot read them.",
  ]);
});

test("what an interrupted run left and kinds of a newer release are noted", async ({ at }) => {
  await upPrompt(at, "tone");
  const { outputs } = at.stack.resource("tone");
  const type = "pulumi-nodejs:dynamic/workspace-gateway:Tomorrow";
  const pending = [{ type: "creating", resource: { urn: "urn:pulumi:prod::shop::x::a", type } }];
  const more = { tone: { outputs: { ...outputs, __unfinished: true } } };
  const stack = driftStack(at, { more, pending });
  const state = { ...stack.state, unknownKinds: ["Tomorrow"] };
  const { drift } = await findDrift({ stacks: [{ ...stack, state }], kinds, rules: [] });
  expect(drift.notes).toEqual([
    expect.stringMatching(/^The end of 1 operation was not recorded \(creating a\)/),
    expect.stringMatching(/^The last `up` did not finish Prompt tone:/),
    expect.stringMatching(/does not know \(Tomorrow\)\.$/),
  ]);
});
