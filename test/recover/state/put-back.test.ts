import { expect, test } from "vitest";
import type { Deployment, StateEntry } from "../../../provider/recover/state/deployment.ts";
import { framed } from "../../../provider/recover/state/planned.ts";
import { type FoundCreate, withFound } from "../../../provider/recover/state/put-back.ts";
import { secretEnvelope } from "../../../provider/spec/values.ts";
import { isSecretValue } from "../../../provider/stack/plain-value.ts";

const now = new Date("2026-11-22T12:00:00Z");
const type = "pulumi-nodejs:dynamic/workspace-gateway:Prompt";
const urnOf = (name: string) => `urn:pulumi:prod::shop::${type}::${name}`;

function entry(name: string, more: Partial<StateEntry> = {}): StateEntry {
  return { urn: urnOf(name), type, custom: true, inputs: { __provider: "text", name }, ...more };
}

function found(name: string, more: Partial<StateEntry> = {}, surplus = false): FoundCreate {
  return { entry: entry(name, more), id: `new-${name}`, outputs: { name }, surplus };
}

function state(...resources: StateEntry[]): Deployment {
  return { version: 3, deployment: { manifest: { kept: true }, resources, pending_operations: [] } };
}

const ids = ({ deployment }: Deployment) =>
  (deployment.resources ?? []).map(({ id, delete: leaves }) => (leaves ? `${id} leaves` : id));

test("what was found is stored with its id, its outputs and its times, and nothing is pending any more", () => {
  const [put] = withFound(state(), [found("a", { parent: undefined })], now).deployment.resources ?? [];
  expect(put).toMatchObject({
    id: "new-a",
    inputs: { __provider: "text", name: "a" },
    outputs: { __provider: "text", name: "a" },
    created: now.toISOString(),
    modified: now.toISOString(),
  });
  const after = withFound(state(entry("b", { id: "b" })), [found("a")], now);
  expect(ids(after)).toEqual(["b", "new-a"]);
  expect(after).toMatchObject({ version: 3, deployment: { manifest: { kept: true } } });
  expect(after.deployment).not.toHaveProperty("pending_operations");
});

test("what the plugin was creating is stored without the text that only a dynamic provider is loaded by", () => {
  const native = found("a", { type: "workspace-gateway:index:Prompt", inputs: { name: "a" } });
  const [put] = withFound(state(), [native], now).deployment.resources ?? [];
  expect(put).toMatchObject({ id: "new-a", inputs: { name: "a" }, outputs: { name: "a" } });
  expect({ ...put?.inputs, ...put?.outputs }).not.toHaveProperty("__provider");
});

test("secrets are written as an import reads them: those in an envelope, and those that the options name", () => {
  const create: FoundCreate = {
    ...found("a", { additionalSecretOutputs: ["key", "token"] }),
    outputs: { key: secretEnvelope("k"), token: "t", deep: [{ secret: secretEnvelope({ x: 1 }) }] },
  };
  const [put] = withFound(state(), [create], now).deployment.resources ?? [];
  const sealed = (plaintext: string) => ({
    "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
    plaintext,
  });
  expect(put?.outputs).toEqual({
    key: sealed('"k"'),
    token: sealed('"t"'),
    deep: [{ secret: sealed('{"x":1}') }],
    __provider: "text",
  });
});

test("what the program passes as a secret, wholly or in a part, is one in the outputs, too, and so is what nobody could read", () => {
  const inputs = { __provider: "text", content: secretEnvelope("c"), steps: [{ by: secretEnvelope("s") }] };
  const create: FoundCreate = {
    ...found("a", { inputs }),
    outputs: { content: "c", steps: [{ by: "s" }], note: "n", name: "a" },
    hidden: ["note"],
  };
  const [put] = withFound(state(), [create], now).deployment.resources ?? [];
  const { outputs = {} } = put ?? {};
  expect(
    Object.keys(outputs)
      .filter((name) => isSecretValue(outputs[name]))
      .sort(),
  ).toEqual(["content", "note", "steps"]);
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
  const frame = framed(state(entry("b", { id: "b" })), [], [create]);
  const resources = withFound(frame.state, frame.found, now).deployment.resources ?? [];
  expect(JSON.stringify(resources)).not.toContain(gone);
  const [provider, put] = [resources.find(({ type: each }) => each.startsWith("pulumi:")), resources.at(-1)];
  expect(put?.provider).toBe(`${provider?.urn}::${provider?.id}`);
});

test("what a found create was to replace leaves, after it", () => {
  const before = state(entry("a", { id: "old" }), entry("child", { id: "child", parent: urnOf("a") }));
  expect(ids(withFound(before, [found("a")], now))).toEqual(["new-a", "old leaves", "child"]);
});

test("what the engine had deleted for its replacement is taken out", () => {
  const before = state(
    entry("a", { id: "old", pendingReplacement: true }),
    entry("child", { id: "child", dependencies: [urnOf("a")] }),
  );
  expect(ids(withFound(before, [found("a")], now))).toEqual(["new-a", "child"]);
});

test("a replacement that needs what comes later moves it forward, so that each comes after what it needs", () => {
  const before = state(
    entry("a", { id: "old" }),
    entry("child", { id: "child", parent: urnOf("a") }),
    entry("workspace", { id: "workspace" }),
  );
  const after = withFound(before, [found("a", { dependencies: [urnOf("workspace")] })], now);
  expect(ids(after)).toEqual(["workspace", "new-a", "old leaves", "child"]);
});

test("an object whose resource was created again by a later run is left to the next up to delete", () => {
  const before = state(entry("a", { id: "current" }));
  expect(ids(withFound(before, [found("a", {}, true)], now)).sort()).toEqual(["current", "new-a leaves"]);
});
