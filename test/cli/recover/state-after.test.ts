import { expect, test } from "vitest";
import { stringify } from "yaml";
import { stateAfter } from "../../../cli/recover/recover-state.js";
import type { FoundCreate, RecoveryStep } from "../../../cli/recover/recovery-plan.js";
import type { Deployment, StateEntry } from "../../../cli/stack/stack-state.js";
import { secretEnvelope } from "../../../provider/spec/values.js";

const type = "pulumi-nodejs:dynamic/workspace-gateway:Prompt";
const root = "urn:pulumi:prod::shop::";
const urnOf = (name: string) => `${root}${type}::${name}`;

function entry(name: string, more: Partial<StateEntry> = {}): StateEntry {
  return { urn: urnOf(name), type, custom: true, inputs: { __provider: "text", name }, id: name, ...more };
}

function found(name: string, more: Partial<StateEntry> = {}, made: Partial<FoundCreate> = {}): RecoveryStep {
  const { id: _id, ...begun } = entry(name, more);
  const create = { entry: begun, outputs: { name }, surplus: false, ...made };
  return { step: "record", urn: begun.urn, id: `new-${name}`, made: create, says: "" };
}

function forget({ urn, id = "" }: StateEntry): RecoveryStep {
  return { step: "forget", urn, id, says: "" };
}

const component = (name: string, more: Partial<StateEntry> = {}) =>
  entry(name, { type: "shop:index:Team", custom: false, ...more });
const outputs = { key: secretEnvelope("k"), token: "t", deep: [{ secret: secretEnvelope({ x: 1 }) }] };
const secrets = { content: secretEnvelope("c"), steps: [{ by: secretEnvelope("s") }] };
const readable = { content: "c", steps: [{ by: "s" }], note: "n", name: "a" };
const gone = urnOf("gone");
const [a, b] = [entry("a", { outputs: { name: "a" } }), entry("b")];
const old = entry("a", { id: "old" });
const child = entry("child", { parent: a.urn, dependencies: [a.urn] });
const dependent = entry("child", {
  ...{ parent: a.urn, dependencies: [a.urn, b.urn], deletedWith: a.urn },
  propertyDependencies: { workspaceId: [a.urn], modelId: [b.urn] },
});
const standing = found("a", {
  ...{ parent: gone, dependencies: [gone], deletedWith: gone, replaceWith: [gone] },
  propertyDependencies: { name: [gone] },
  provider: `${root}pulumi:providers:pulumi-nodejs::default::id`,
});

type Case = readonly [before: StateEntry[], step: RecoveryStep, planned?: StateEntry[]];

const cases: Readonly<Record<string, Case>> = {
  "what was found is stored with its id, its outputs and its times": [[b], found("a")],
  "what the plugin was creating has no text that only a dynamic provider is loaded by": [
    [],
    found("a", { inputs: { name: "a" } }),
  ],
  "secrets are written as an import reads them: those in an envelope, and those that the options name": [
    [],
    found("a", { additionalSecretOutputs: ["key", "token"] }, { outputs }),
  ],
  "what the program passes as a secret, wholly or in a part, and what nobody could read is one in the outputs":
    [[], found("a", { inputs: { __provider: "text", ...secrets } }, { outputs: readable, hidden: ["note"] })],
  "what other runs have taken away under a pending create is left out, so that an import takes it": [
    [b],
    standing,
  ],
  "a replaced object stays after its replacement, for the next up to delete": [[old, child], found("a")],
  "an object that the engine had deleted for its replacement is removed": [
    [entry("a", { id: "old", pendingReplacement: true }), child],
    found("a"),
  ],
  "a replacement comes after the resources that it depends on": [
    [old, child, entry("workspace")],
    found("a", { dependencies: [urnOf("workspace")] }),
  ],
  "an object whose resource was created again by a later run is left to the next up to delete": [
    [a],
    found("a", {}, { surplus: true }),
  ],
  "components that a found create stands on, and no run has recorded, come from the plan, and before it": [
    [],
    found("a", { parent: urnOf("inner") }),
    [component("inner", { parent: urnOf("outer") }), component("outer")],
  ],
  "what is gone is taken out, with what others say of it, and the rest stays as it is": [
    [a, b, dependent],
    forget(a),
  ],
  "of a resource and its predecessor, which have one URN, only the one that is gone is taken out": [
    [a, entry("a", { id: "old", delete: true }), entry("child", { parent: a.urn })],
    forget(entry("a", { id: "old" })),
  ],
  "what is to be sent again is marked as unfinished and keeps its outputs, and nothing else is": [
    [a, b],
    { step: "send-again", urn: a.urn, id: "a", says: "" },
  ],
};

test("the recovered state has found objects, lacks deleted ones, and matches the snapshot", async () => {
  const pages = Object.entries(cases).map(([what, [resources, step, planned]]) => {
    const deployment = { manifest: { kept: true }, resources, pending_operations: [] };
    const before: Deployment = { version: 3, deployment };
    const after = stateAfter(before, [step], planned, new Date("2026-11-22T12:00:00Z"));
    return `# ${what}\n${stringify(JSON.parse(JSON.stringify(after)))}`;
  });
  const page = pages.join("\n").replaceAll(`${root}${type}::`, "PROMPT ").replaceAll(type, "PROMPT");
  const [providerId = ""] = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.exec(page) ?? [];
  await expect(page.replaceAll(providerId, "ID")).toMatchFileSnapshot("states.txt");
});
