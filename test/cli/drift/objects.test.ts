import { expect } from "vitest";
import { driftCode } from "../../../cli/drift/drift.js";
import { findDrift } from "../../../cli/drift/find-drift.js";
import { kinds } from "../../../provider/every-kind.js";
import { nativeToken } from "../../../provider/spec/token.js";
import { readableKinds } from "../../contract/support/samples.ts";
import { test as base, world } from "../../contract/support/world.ts";
import { driftOf, driftStack, sessionOf, upPrompt, upTeam } from "./support/lab.ts";

const deletable = readableKinds.filter(({ kind }) => kind.endpoints.remove !== undefined);
const listed = readableKinds.filter(({ kind }) => kind.endpoints.list !== undefined);

/** A test whose stack has, if it asks for its `workspaceId`, "Team" and a prompt in it; beside it are the world's own objects. */
const test = base.extend("workspaceId", async ({ at }) => {
  const workspaceId = await upTeam(at);
  await upPrompt(at, "tone", { workspaceId });
  at.gateway.log.clear();
  return workspaceId;
});

test.for(deletable)("a deleted $name is reported as missing", async ({ kind }, { at }) => {
  await at.stack.up("it", kind.name, at.full(kind));
  expect(await at.console("DELETE", kind, "it")).toBeLessThan(300);
  const drift = await driftOf(at);
  expect(drift.changed).toEqual([]);
  expect(drift.missing).toMatchObject([{ kind: kind.name, name: "it", id: at.stack.resource("it").id }]);
  expect(driftCode(drift) & 16).toBe(16);
});

test("a deleted workspace is missing together with everything in it", async ({ at }) => {
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

test("a resource that is only read is not compared, but its deletion is reported", async ({ at }) => {
  const { workspaceId } = at.refs;
  const more = { tone: { external: true } };
  const id = await upPrompt(at, "tone");
  await at.gateway.console("PATCH", `/prompts/${id}`, { workspace_id: workspaceId, content: "b" });
  expect(await driftOf(at, { more })).toMatchObject({ changed: [], missing: [] });
  await at.gateway.console("DELETE", `/prompts/${id}`, { workspace_id: workspaceId });
  expect((await driftOf(at, { more })).missing).toMatchObject([{ name: "tone", onlyRead: true }]);
});

test.each([
  ...[403, 404].map((status) => [`returned ${status}`, { kind: "status", status }] as const),
  ["", { kind: "cut-body" }] as const,
])("a list that cannot be read is an error, and no object counts as missing: %s", async (said, fault) => {
  await using at = await world({}, { WORKSPACE_GATEWAY_RETRY_BUDGET: "0.01" });
  await upPrompt(at, "tone");
  at.gateway.faults.add({ path: "/prompts", ...fault });
  await expect(driftOf(at)).rejects.toThrow(`GET /prompts ${said}`);
});

test("a token of another account causes an error instead of missing objects", async ({ at }) => {
  await at.stack.up("burst", "Quota", { match: { name: "burst" }, maxRequests: 5 });
  at.env.WORKSPACE_GATEWAY_ACCESS_TOKEN = at.gateway.token({ user: "member" });
  await expect(driftOf(at)).rejects.toThrow("a different account last wrote it");
});

test("a different gateway causes an error instead of missing objects, unless the gateway has moved", async ({
  at,
}) => {
  await upPrompt(at, "a");
  const { outputs } = at.stack.resource("a");
  const more = { a: { outputs: { ...outputs, __gateway: "https://old.example/api/v1" } } };
  await expect(driftOf(at, { more })).rejects.toThrow('Prompt "a" was created on https://old.example/api/v1');
  at.env.WORKSPACE_GATEWAY_MOVED_FROM = "https://old.example/api/v1";
  expect(await driftOf(at, { more })).toMatchObject({ changed: [], missing: [] });
});

test("several failures are reported in one error, each reason once", async () => {
  await using at = await world({}, { WORKSPACE_GATEWAY_RETRY_BUDGET: "0.01" });
  const { workspaceId } = at.refs;
  for (const name of ["a", "b", "c"]) await upPrompt(at, name);
  await at.stack.up("m", "Mapping", { workspaceId, sourceName: "m", targetModel: "x" });
  at.gateway.faults.add({ path: "/prompts", kind: "status", status: 403 });
  at.gateway.faults.add({ path: "/mappings", kind: "status", status: 403 });
  await expect(driftOf(at)).rejects.toThrow(
    /^[^\n]*GET \/prompts returned 403[^\n]*\n[^\n]*GET \/mappings returned 403[^\n]*$/,
  );
});

test("objects that cannot be read or are about to be deleted are skipped and counted in a note", async ({
  at,
}) => {
  const { workspaceId } = at.refs;
  await at.stack.up("key", "GatewayKey", { workspaceId, triggers: {} });
  await at.stack.up("ada", "Invitation", { workspaceId });
  await at.gateway.console("DELETE", `/prompts/${await upPrompt(at, "old")}`, { workspace_id: workspaceId });
  const drift = await driftOf(at, { more: { old: { delete: true } } });
  expect(drift).toMatchObject({ compared: 0, changed: [], missing: [] });
  expect(drift.notes).toEqual([
    expect.stringMatching(/^Skipped: 1 replaced object\./),
    "Skipped: 1 gateway key, 1 invitation. The API does not return them.",
  ]);
});

test("leftovers of an interrupted run and kinds of a newer release cause notes", async ({ at }) => {
  await upPrompt(at, "tone");
  const { outputs } = at.stack.resource("tone");
  const type = "pulumi-nodejs:dynamic/workspace-gateway:Tomorrow";
  const pending = [{ type: "creating", resource: { urn: "urn:pulumi:prod::shop::x::a", type } }];
  const more = { tone: { outputs: { ...outputs, __unfinished: true } } };
  const stack = driftStack(at, { more, pending });
  const state = { ...stack.state, unknownKinds: ["Tomorrow"] };
  const { drift } = await findDrift({ stacks: [{ ...stack, state }], kinds, rules: [] });
  expect(drift.notes).toEqual([
    expect.stringMatching(/^The result of 1 operation was not recorded \(creating a\)/),
    expect.stringMatching(/^The last `up` did not finish Prompt tone\./),
    expect.stringMatching(/does not support \(Tomorrow\)\.$/),
  ]);
});

const prompt = (workspace_id: string, name: string) => ({ workspace_id, name, content: "x" });

test.for(listed)("an object in no stack is reported as unmanaged: $name", async ({ kind }, { at }) => {
  await at.stack.up("it", kind.name, at.full(kind));
  const { id } = at.stack.resource("it");
  const [mine] = (await driftOf(at)).undeclared.filter((object) => object.id === id);
  expect(mine).toBeUndefined();
  at.stack.resources.clear();
  await at.stack.up("cap", "Budget", { workspaceId: at.refs.workspaceId, budget: 1 });
  const drift = await driftOf(at);
  expect(drift.undeclared.filter((object) => object.id === id)).toMatchObject([{ kind: kind.name }]);
  expect(driftCode(drift)).toBe(32);
});

test("plugin resources are compared, and those of other providers are noted", async ({ at, workspaceId }) => {
  const { id } = at.stack.resource("tone");
  await at.gateway.console("PATCH", `/prompts/${id}`, { workspace_id: workspaceId, content: "b" });
  const type = nativeToken("Prompt");
  const urn = `urn:pulumi:prod::shop::${type}::tone`;
  const by = (name: string) => {
    const provider = `urn:pulumi:prod::shop::pulumi:providers:workspace-gateway::${name}::an-id`;
    return { more: { tone: { type, urn, provider } } };
  };
  const dynamic = await driftOf(at);
  const native = await driftOf(at, by("default_0_1_0"));
  expect(dynamic.changed).toMatchObject([{ kind: "Prompt", id }]);
  expect(native).toEqual({ ...dynamic, changed: dynamic.changed.map((each) => ({ ...each, urn })) });
  const note = expect.stringContaining('1 object of the provider "eu" was not compared');
  const left = { changed: [], compared: dynamic.compared - 1, notes: [...dynamic.notes, note] };
  expect(await driftOf(at, by("eu"))).toEqual({ ...dynamic, ...left });
});

test("an unmanaged workspace is one line with its object counts", async ({ at, workspaceId }) => {
  await at.gateway.console("POST", "/prompts", prompt(workspaceId, "draft"));
  await at.gateway.console("POST", "/prompts", prompt(at.refs.workspaceId, "not looked at"));
  at.gateway.seed.member(workspaceId, "member");
  at.gateway.log.clear();
  const { undeclared } = await driftOf(at);
  expect(undeclared.map(({ kind, name, workspace, holds }) => [kind, name, workspace, holds])).toEqual([
    ["Quota", "burst", undefined, undefined],
    ["Quota", "daily", undefined, undefined],
    ["Workspace", "first", undefined, { ModelProvider: 2, Prompt: 1, Member: 3 }],
    ["Workspace", "second", undefined, { Member: 1 }],
    ["Member", "member@example.com", "Team", undefined],
    ["Prompt", "draft", "Team", undefined],
  ]);
  expect(undeclared.map(({ created }) => created)).not.toContain(undefined);
  const asked = at.gateway.log.entries().map(({ path, query }) => [path, query.workspace_id ?? ""].join(" "));
  expect(asked.join("\n")).not.toContain(at.refs.workspaceId);
});

test("the workspace owner and the token's account are not unmanaged", async ({ at, workspaceId }) => {
  at.gateway.seed.member(workspaceId, "admin", "ADMIN");
  at.env.WORKSPACE_GATEWAY_ALLOWED_ACCOUNTS = at.gateway.account("admin").id;
  at.env.WORKSPACE_GATEWAY_ACCESS_TOKEN = at.gateway.token({ user: "admin" });
  const { undeclared } = await driftOf(at);
  expect(undeclared.filter(({ workspace }) => workspace === "Team")).toEqual([]);
});

test("a member is reported if the token's account cannot be determined", async ({ at, workspaceId }) => {
  at.gateway.seed.member(workspaceId, "member");
  at.gateway.faults.add({ path: "/user", kind: "status", status: 403 });
  const { undeclared } = await driftOf(at);
  expect(undeclared.filter(({ kind }) => kind === "Member")).toMatchObject([{ name: "member@example.com" }]);
});

test("an object that any of the stacks manages or reads is not unmanaged", async ({ at, workspaceId }) => {
  await using other = await world({}, at.env);
  await upPrompt(other, "more", { workspaceId });
  await other.stack.up("read", "Mapping", { workspaceId, sourceName: "m", targetModel: "x" });
  const session = sessionOf(at);
  const first = driftStack(at, {}, session);
  const second = driftStack(other, { stack: "shared", more: { read: { external: true } } }, session);
  const inTeam = async (...stacks: (typeof first)[]) => {
    const { drift } = await findDrift({ stacks, kinds, rules: [] });
    return drift.undeclared.flatMap(({ name, workspace }) => (workspace === "Team" ? [name] : []));
  };
  expect(await inTeam(first)).toEqual(["m", "more"]);
  expect(await inTeam(first, second)).toEqual([]);
});

test("several connections to one gateway report no object twice", async ({ at, workspaceId }) => {
  await upPrompt(at, "eu", { workspaceId, connection: "eu" });
  await at.gateway.console("POST", "/prompts", prompt(workspaceId, "draft"));
  const { undeclared } = await driftOf(at);
  const names = undeclared.map(({ kind, name }) => `${kind} ${name}`);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => name.startsWith("Prompt"))).toEqual(["Prompt draft"]);
});

test("a stack that is given twice reports each finding once", async ({ at, workspaceId }) => {
  const { id } = at.stack.resource("tone");
  await at.gateway.console("DELETE", `/prompts/${id}`, { workspace_id: workspaceId });
  const { drift } = await findDrift({ stacks: [driftStack(at), driftStack(at)], kinds, rules: [] });
  expect([drift.compared, drift.missing.length]).toEqual([2, 1]);
});

test("an empty stack is noted, and the whole account is unmanaged", async ({ at }) => {
  const drift = await driftOf(at);
  expect(drift.undeclared.map(({ name }) => name)).toEqual(["burst", "daily", "first", "second"]);
  expect(drift.notes).toEqual(["The stack shop/prod has no gateway objects."]);
});

test("a forbidden list is a note, or an error if a stack contains its kind", async ({ at }) => {
  await upTeam(at);
  at.gateway.faults.add({ path: "/quotas", kind: "status", status: 403 });
  const drift = await driftOf(at);
  expect(drift.undeclared.map(({ kind }) => kind)).not.toContain("Quota");
  expect(drift.notes).toEqual([
    "Unmanaged quotas were not listed, because the gateway returned 403 (scope `quotas:read`).",
  ]);
  await at.stack.up("burst", "Quota", { match: { name: "burst" } }).catch(() => {});
  at.gateway.faults.clear();
  await at.stack.operation().up("burst", "Quota", { match: { name: "burst" } });
  at.gateway.faults.add({ path: "/quotas", kind: "status", status: 403 });
  await expect(driftOf(at)).rejects.toThrow("GET /quotas returned 403");
});

test("a list that the gateway truncates is an error", async ({ at, workspaceId }) => {
  await at.gateway.console("POST", "/prompts", prompt(workspaceId, "draft"));
  at.gateway.variants.cut = 1;
  await expect(driftOf(at)).rejects.toThrow("the gateway truncated the list");
});

test("ignored objects are counted separately for each rule", async ({ at, workspaceId }) => {
  for (const name of ["draft-1", "draft-2", "final"]) {
    await at.gateway.console("POST", "/prompts", prompt(workspaceId, name));
  }
  const rules = [
    { kind: "Prompt", workspace: "T*", name: "draft-*", reason: "written in the console" },
    { workspace: "first", reason: "another team's" },
    { kind: "Quota", reason: "the console has them" },
    { kind: "Prompt", name: "nothing-*", reason: "long gone" },
  ];
  const drift = await driftOf(at, {}, rules);
  expect(drift.undeclared.map(({ name }) => name)).toEqual(["second", "final"]);
  expect(drift.ignored.map(({ rule, objects }) => [rule.reason, objects.map(({ name }) => name)])).toEqual([
    ["written in the console", ["draft-1", "draft-2"]],
    ["another team's", ["first"]],
    ["the console has them", ["burst", "daily"]],
    ["long gone", []],
  ]);
});
