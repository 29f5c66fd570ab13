import { expect, test } from "vitest";
import {
  isSecretValue,
  partsOf,
  plainState,
  plainValue,
  readStackState,
} from "../../../cli/stack/stack-state.js";
import { kinds } from "../../../provider/every-kind.js";
import { secretEnvelope } from "../../../provider/spec/values.js";

const urn = (type: string, name: string, parent = "") =>
  `urn:pulumi:prod::shop::${parent}pulumi-nodejs:dynamic/workspace-gateway:${type}::${name}`;
const type = (kind: string) => `pulumi-nodejs:dynamic/workspace-gateway:${kind}`;

/** A resource of ours, as an export has it. */
const resource = (kind: string, name: string, more: object = {}, parent = "") => {
  return { urn: urn(kind, name, parent), type: type(kind), ...more };
};

const root = { urn: "urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod", type: "pulumi:pulumi:Stack" };

function read(resources: readonly object[], more: object = {}) {
  return readStackState(JSON.stringify({ version: 3, deployment: { resources, ...more } }), kinds);
}

test("our resources are read with their kind, names, place and marks; those of other packages are left out", () => {
  const values = { inputs: { name: "tone" }, outputs: { name: "tone", __echo: {} } };
  const state = read([
    root,
    resource("Workspace", "team", { id: "w", outputs: { name: "Team" }, protect: true }),
    resource("Prompt", "tone::x", { id: "p", ...values, parent: root.urn }, "my:index:Component$"),
    resource("Prompt", "old", { id: "q", delete: true }),
    resource("Model", "shared", { id: "m", external: true }),
    { urn: "urn:pulumi:prod::shop::random:index:Id::x", type: "random:index:Id", id: "1" },
  ]);
  expect([state.project, state.stack]).toEqual(["shop", "prod"]);
  expect(state.resources.map(({ kind, name, id }) => [kind.name, name, id])).toEqual([
    ["Workspace", "team", "w"],
    ["Prompt", "tone::x", "p"],
    ["Prompt", "old", "q"],
    ["Model", "shared", "m"],
  ]);
  expect(state.resources.map(({ protect, leaving, external }) => [protect, leaving, external])).toEqual([
    [true, false, false],
    [false, false, false],
    [false, true, false],
    [false, false, true],
  ]);
  expect(state.resources[1]).toMatchObject({ parent: root.urn, ...values });
});

test("resources that the plugin makes are read alike, and those of a provider of the program have its name", () => {
  const native = "workspace-gateway:index:Prompt";
  const at = (name: string, provider: string) => ({
    urn: `urn:pulumi:prod::shop::${native}::${name}`,
    type: native,
    id: name,
    provider: `urn:pulumi:prod::shop::pulumi:providers:workspace-gateway::${provider}::an-id`,
  });
  const dynamic = resource("Prompt", "c", { id: "c" });
  const { resources } = read([root, at("a", "default_0_1_0"), at("b", "eu"), dynamic]);
  expect(
    resources.map(({ kind, name, type: token, provider }) => [kind.name, name, token, provider]),
  ).toEqual([
    ["Prompt", "a", native, undefined],
    ["Prompt", "b", native, "eu"],
    ["Prompt", "c", type("Prompt"), undefined],
  ]);
});

test("a kind of a newer release is named, and an object that was never made is left out", () => {
  const state = read([
    resource("Tomorrow", "a", { id: "a" }),
    resource("Tomorrow", "b", { id: "b" }),
    resource("Prompt", "half"),
  ]);
  expect([state.resources, state.unknownKinds]).toEqual([[], ["Tomorrow"]]);
});

test("operations whose end nobody recorded are named", () => {
  const begun = { type: "creating", resource: resource("Prompt", "tone") };
  const { pending } = read([], { pending_operations: [begun] });
  expect(pending).toMatchObject([{ operation: "creating", name: "tone", type: type("Prompt") }]);
});

test.each([
  ["an empty stack", { version: 3, deployment: { manifest: {} } }],
  ["a stack whose lists are null", { deployment: { resources: null, pending_operations: null } }],
])("%s has nothing", (_what, text) => {
  const nothing = { resources: [], unknownKinds: [], pending: [] };
  expect(readStackState(JSON.stringify(text), kinds)).toEqual(nothing);
});

test.each(["", "{}", "[]", "null", '{"deployment":{"resources":[{"apiKey":"sk-canary"}]}}', "sk-canary"])(
  "what is no export is refused, and not quoted: %j",
  (text) => {
    const reading = () => readStackState(text, kinds);
    expect(reading).toThrow("this is not what `pulumi stack export` prints.");
    expect(reading).not.toThrow("canary");
  },
);

const { value: _, ...mark } = secretEnvelope(null);
const encrypted = { ...mark, ciphertext: "v1:abc" };
const shown = (value: unknown) => ({ ...encrypted, plaintext: JSON.stringify(value) });

test("a secret of which the text has the plain form is that value, at any depth", () => {
  const { values, secrets, sealed } = plainState({
    name: "a",
    apiKey: shown("sk"),
    workflow: { steps: [shown({ b: 1 }), 2] },
  });
  expect(values).toEqual({ name: "a", apiKey: "sk", workflow: { steps: [{ b: 1 }, 2] } });
  expect([...secrets]).toEqual(["apiKey", "workflow"]);
  expect([...sealed]).toEqual([]);
});

test("a property of which a part is only encrypted has no value at all", () => {
  const { values, secrets, sealed } = plainState({
    name: "a",
    apiKey: encrypted,
    list: [1, encrypted],
    workflow: { plain: true, inside: { deep: encrypted } },
    none: null,
  });
  expect(values).toEqual({ name: "a", none: null });
  expect([...secrets]).toEqual(["apiKey", "list", "workflow"]);
  expect([...sealed]).toEqual(["apiKey", "list", "workflow"]);
});

test.each([
  ["a plain value", { a: [1, null] }, { a: [1, null] }, false],
  ["a secret in plain text", { ...mark, plaintext: '{"a":1}' }, { a: 1 }, true],
  ["a secret as the engine hands it over", secretEnvelope("sk"), "sk", true],
  ["a secret that is damaged", { ...mark, plaintext: "sk-canary" }, undefined, true],
  ["a secret without end", { ...mark, plaintext: "[".repeat(10_000) + "]".repeat(10_000) }, undefined, true],
  ["a secret that is only encrypted", encrypted, undefined, true],
])("%s", (_what, value, plain, isSecret) => {
  expect(plainValue(value)).toEqual(plain);
  expect(isSecretValue(value)).toBe(isSecret);
});

test("what is not there is no secret", () => {
  expect(isSecretValue(undefined)).toBe(false);
});

test.each([
  ["urn:pulumi:prod::shop::a:b:C::name", { stack: "prod", project: "shop", type: "a:b:C", name: "name" }],
  [
    "urn:pulumi:prod::shop::x:y:Z$a:b:C::name",
    { stack: "prod", project: "shop", type: "a:b:C", name: "name" },
  ],
  ["urn:pulumi:prod::shop::a:b:C::a::b", { stack: "prod", project: "shop", type: "a:b:C", name: "a::b" }],
  ["odd", { stack: "odd", type: "", name: "odd" }],
  ["", { type: "", name: "" }],
])("the parts of %j", (urn, parts) => {
  expect(partsOf(urn)).toEqual(parts);
});
