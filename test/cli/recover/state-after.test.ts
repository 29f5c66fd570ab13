import { expect, test } from "vitest";
import { stateAfter } from "../../../cli/recover/recover-state.js";
import type { FoundCreate, RecoveryStep } from "../../../cli/recover/recovery-plan.js";
import { type Deployment, isSecretValue, type StateEntry } from "../../../cli/stack/stack-state.js";
import { secretEnvelope } from "../../../provider/spec/values.js";

const now = new Date("2026-11-22T12:00:00Z");
const type = "pulumi-nodejs:dynamic/workspace-gateway:Prompt";
const urnOf = (name: string) => `urn:pulumi:prod::shop::${type}::${name}`;

function entry(name: string, more: Partial<StateEntry> = {}): StateEntry {
  return { urn: urnOf(name), type, custom: true, inputs: { __provider: "text", name }, ...more };
}

/** What was found of a create that was lost. */
function found(name: string, more: Partial<StateEntry> = {}, made: Partial<FoundCreate> = {}): RecoveryStep {
  const create = { entry: entry(name, more), outputs: { name }, surplus: false, ...made };
  return { step: "record", urn: create.entry.urn, id: `new-${name}`, made: create, says: "" };
}

function forget({ urn, id = "" }: StateEntry): RecoveryStep {
  return { step: "forget", urn, id, says: "" };
}

function state(...resources: StateEntry[]): Deployment {
  return { version: 3, deployment: { manifest: { kept: true }, resources, pending_operations: [] } };
}

/** What is stored of the only thing that was found. */
const stored = (step: RecoveryStep) => stateAfter(state(), [step], [], now).deployment.resources?.[0];

const ids = ({ deployment }: Deployment) =>
  (deployment.resources ?? []).map(({ id, delete: leaves }) => (leaves ? `${id} leaves` : id));

test("what was found is stored with its id, its outputs and its times, and nothing is pending any more", () => {
  expect(stored(found("a", { parent: undefined }))).toMatchObject({
    id: "new-a",
    inputs: { __provider: "text", name: "a" },
    outputs: { __provider: "text", name: "a" },
    created: now.toISOString(),
    modified: now.toISOString(),
  });
  const after = stateAfter(state(entry("b", { id: "b" })), [found("a")]);
  expect(ids(after)).toEqual(["b", "new-a"]);
  expect(after).toMatchObject({ version: 3, deployment: { manifest: { kept: true } } });
  expect(after.deployment).not.toHaveProperty("pending_operations");
});

test("what the plugin was creating is stored without the text that only a dynamic provider is loaded by", () => {
  const { inputs, outputs } = stored(found("a", { inputs: { name: "a" } })) ?? {};
  expect([inputs, outputs]).toEqual([{ name: "a" }, { name: "a" }]);
});

test("secrets are written as an import reads them: those in an envelope, and those that the options name", () => {
  const outputs = { key: secretEnvelope("k"), token: "t", deep: [{ secret: secretEnvelope({ x: 1 }) }] };
  const create = found("a", { additionalSecretOutputs: ["key", "token"] }, { outputs });
  const sealed = (plaintext: string) => ({
    "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
    plaintext,
  });
  expect(stored(create)?.outputs).toEqual({
    key: sealed('"k"'),
    token: sealed('"t"'),
    deep: [{ secret: sealed('{"x":1}') }],
    __provider: "text",
  });
});

test("what the program passes as a secret, wholly or in a part, is one in the outputs, too, and so is what nobody could read", () => {
  const inputs = { __provider: "text", content: secretEnvelope("c"), steps: [{ by: secretEnvelope("s") }] };
  const made = { content: "c", steps: [{ by: "s" }], note: "n", name: "a" };
  const create = found("a", { inputs }, { outputs: made, hidden: ["note"] });
  const { outputs = {} } = stored(create) ?? {};
  const secret = Object.keys(outputs).filter((name) => isSecretValue(outputs[name]));
  expect(secret.sort()).toEqual(["content", "note", "steps"]);
  expect(outputs.name).toBe("a");
});

test("what a pending create stood on and other runs have taken away is left out, so that an import takes it", () => {
  const gone = urnOf("gone");
  const create = found("a", {
    parent: gone,
    dependencies: [gone],
    propertyDependencies: { name: [gone] },
    deletedWith: gone,
    replaceWith: [gone],
    provider: "urn:pulumi:prod::shop::pulumi:providers:pulumi-nodejs::default::id",
  });
  const resources = stateAfter(state(entry("b", { id: "b" })), [create]).deployment.resources ?? [];
  expect(JSON.stringify(resources)).not.toContain(gone);
  const [provider, put] = [resources.find(({ type: each }) => each.startsWith("pulumi:")), resources.at(-1)];
  expect(put?.provider).toBe(`${provider?.urn}::${provider?.id}`);
});

const child = entry("child", { id: "child", parent: urnOf("a"), dependencies: [urnOf("a")] });
const workspace = entry("workspace", { id: "workspace" });

test.each([
  {
    title: "a replaced object stays after its replacement, for the next up to delete",
    before: [entry("a", { id: "old" }), child],
    create: found("a"),
    after: ["new-a", "old leaves", "child"],
  },
  {
    title: "an object that the engine had deleted for its replacement is removed",
    before: [entry("a", { id: "old", pendingReplacement: true }), child],
    create: found("a"),
    after: ["new-a", "child"],
  },
  {
    title: "a replacement comes after the resources that it depends on",
    before: [entry("a", { id: "old" }), child, workspace],
    create: found("a", { dependencies: [urnOf("workspace")] }),
    after: ["workspace", "new-a", "old leaves", "child"],
  },
  {
    title: "an object whose resource was created again by a later run is left to the next up to delete",
    before: [entry("a", { id: "current" })],
    create: found("a", {}, { surplus: true }),
    after: ["current", "new-a leaves"],
  },
])("$title", ({ before, create, after }) => {
  expect(ids(stateAfter(state(...before), [create]))).toEqual(after);
});

test("components that a found create stands on, and no run has recorded, come from the plan, and before it", () => {
  const component = (name: string, more: Partial<StateEntry> = {}) =>
    entry(name, { type: "shop:index:Team", custom: false, ...more });
  const planned = [component("inner", { parent: urnOf("outer") }), component("outer")];
  const { resources } = stateAfter(state(), [found("a", { parent: urnOf("inner") })], planned).deployment;
  expect(resources?.map(({ urn }) => urn)).toEqual(["outer", "inner", "a"].map(urnOf));
});

test("what is gone is taken out, with what others say of it, and the rest stays as it is", () => {
  const [a, b] = [entry("a", { id: "a" }), entry("b", { id: "b" })];
  const child = entry("child", {
    ...{ id: "child", parent: a.urn, dependencies: [a.urn, b.urn], deletedWith: a.urn },
    propertyDependencies: { workspaceId: [a.urn], modelId: [b.urn] },
  });
  const { resources = [] } = stateAfter(state(a, b, child), [forget(a)]).deployment;
  expect(resources?.[0]).toBe(b);
  expect(JSON.parse(JSON.stringify(resources?.[1]))).toEqual({
    ...entry("child", { id: "child", dependencies: [b.urn] }),
    propertyDependencies: { workspaceId: [], modelId: [b.urn] },
  });
});

test("of a resource and its predecessor, which have one URN, only the one that is gone is taken out", () => {
  const [fresh, old] = [entry("a", { id: "new" }), entry("a", { id: "old", delete: true })];
  const child = entry("child", { id: "child", parent: fresh.urn });
  expect(stateAfter(state(fresh, old, child), [forget(old)]).deployment.resources).toEqual([fresh, child]);
});

test("what is to be sent again is marked as unfinished and keeps its outputs, and nothing else is", () => {
  const [a, b] = [entry("a", { id: "a", outputs: { name: "a" } }), entry("b", { id: "b" })];
  const again: RecoveryStep = { step: "send-again", urn: a.urn, id: "a", says: "" };
  const { resources = [] } = stateAfter(state(a, b), [again]).deployment;
  expect(resources?.[0]?.outputs).toEqual({ name: "a", __unfinished: true });
  expect(resources?.[1]).toBe(b);
});
