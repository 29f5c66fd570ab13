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

const dynamic = "pulumi-nodejs:dynamic/workspace-gateway:";
const native = "workspace-gateway:index:Prompt";
const root = { urn: "urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod", type: "pulumi:pulumi:Stack" };

/** A resource of ours, as an export has it. */
const resource = (kind: string, name: string, more: object = {}, parent = "", type = dynamic + kind) => ({
  ...{ urn: `urn:pulumi:prod::shop::${parent}${type}::${name}`, type },
  ...more,
});
const by = (name: string) => ({
  ...{ id: name, provider: `urn:pulumi:prod::shop::pulumi:providers:workspace-gateway::${name}::an-id` },
});

function read(resources: readonly object[], more: object = {}) {
  return readStackState(JSON.stringify({ version: 3, deployment: { resources, ...more } }), kinds);
}

test("only this provider's resources are read, with kind, name, parent, flags and provider", () => {
  const values = { inputs: { name: "tone" }, outputs: { name: "tone", __echo: {} } };
  const { project, stack, resources, unknownKinds } = read([
    root,
    resource("Workspace", "team", { id: "w", outputs: { name: "Team" }, protect: true }),
    resource("Prompt", "tone::x", { id: "p", ...values, parent: root.urn }, "my:index:Component$"),
    resource("Prompt", "old", { id: "q", delete: true }),
    resource("Model", "shared", { id: "m", external: true }),
    resource("Prompt", "ours", by("default_0_1_0"), "", native),
    resource("Prompt", "theirs", by("eu"), "", native),
    resource("Tomorrow", "a", { id: "a" }),
    resource("Tomorrow", "b", { id: "b" }),
    resource("Prompt", "never-made"),
    { urn: "urn:pulumi:prod::shop::random:index:Id::x", type: "random:index:Id", id: "1" },
  ]);
  expect([project, stack, unknownKinds]).toEqual(["shop", "prod", ["Tomorrow"]]);
  const lines = resources.map(({ kind, name, id, type, provider = "", ...marks }) =>
    [
      ...[kind.name, name, id, type === native ? "native" : "dynamic", provider],
      ...(["protect", "leaving", "external"] as const).filter((mark) => marks[mark]),
    ].join(" "),
  );
  expect(lines).toEqual([
    "Workspace team w dynamic  protect",
    "Prompt tone::x p dynamic ",
    "Prompt old q dynamic  leaving",
    "Model shared m dynamic  external",
    "Prompt ours default_0_1_0 native ",
    "Prompt theirs eu native eu",
  ]);
  expect(resources[1]).toMatchObject({ parent: root.urn, ...values });
});

test("pending operations are reported with their resource", () => {
  const begun = { type: "creating", resource: resource("Prompt", "tone") };
  const { pending } = read([], { pending_operations: [begun] });
  expect(pending).toMatchObject([{ operation: "creating", name: "tone", type: `${dynamic}Prompt` }]);
});

test.each([
  ["an empty stack", { version: 3, deployment: { manifest: {} } }],
  ["a stack whose lists are null", { deployment: { resources: null, pending_operations: null } }],
])("%s has no resources, unknown kinds or pending operations", (_what, text) => {
  const nothing = { resources: [], unknownKinds: [], pending: [] };
  expect(readStackState(JSON.stringify(text), kinds)).toEqual(nothing);
});

test.each(["", "{}", "[]", "null", '{"deployment":{"resources":[{"apiKey":"sk-canary"}]}}', "sk-canary"])(
  "a text that is not a stack export is rejected and not quoted: %j",
  (text) => {
    const reading = () => readStackState(text, kinds);
    expect(reading).toThrow("this is not the output of `pulumi stack export`.");
    expect(reading).not.toThrow("canary");
  },
);

const { value: _, ...mark } = secretEnvelope(null);
const encrypted = { ...mark, ciphertext: "v1:abc" };
const shown = (value: unknown) => ({ ...encrypted, plaintext: JSON.stringify(value) });

test("a decrypted secret has its value at any depth, and a value with an encrypted part is omitted", () => {
  const { values, secrets, sealed } = plainState({
    ...{ name: "a", none: null, apiKey: shown("sk"), list: [1, encrypted] },
    ...{ shown: { steps: [shown({ b: 1 }), 2] }, workflow: { plain: true, inside: { deep: encrypted } } },
  });
  expect(values).toEqual({ name: "a", none: null, apiKey: "sk", shown: { steps: [{ b: 1 }, 2] } });
  expect([...secrets]).toEqual(["apiKey", "list", "shown", "workflow"]);
  expect([...sealed]).toEqual(["list", "workflow"]);
});

test.each([
  ["a plain value", { a: [1, null] }, { a: [1, null] }, false],
  ["what is not there", undefined, undefined, false],
  ["a secret in plain text", { ...mark, plaintext: '{"a":1}' }, { a: 1 }, true],
  ["a secret as the engine hands it over", secretEnvelope("sk"), "sk", true],
  ["a secret that is damaged", { ...mark, plaintext: "sk-canary" }, undefined, true],
  ["a secret without end", { ...mark, plaintext: "[".repeat(10_000) + "]".repeat(10_000) }, undefined, true],
  ["a secret that is only encrypted", encrypted, undefined, true],
])("%s has the right plain value and is recognized as secret or not", (_what, value, plain, isSecret) => {
  if (value !== undefined) expect(plainValue(value)).toEqual(plain);
  expect(isSecretValue(value)).toBe(isSecret);
});

test.each([
  ["urn:pulumi:prod::shop::a:b:C::name", ["prod", "shop", "a:b:C", "name"]],
  ["urn:pulumi:prod::shop::x:y:Z$a:b:C::a::b", ["prod", "shop", "a:b:C", "a::b"]],
  ["odd", ["odd", undefined, "", "odd"]],
  ["", [undefined, undefined, "", ""]],
])("a URN is split into stack, project, type and name: %j", (urn, parts) => {
  const { stack, project, type, name } = partsOf(urn);
  expect([stack, project, type, name]).toEqual(parts);
});
