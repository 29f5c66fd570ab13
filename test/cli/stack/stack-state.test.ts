import { expect, test } from "vitest";
import { readStackState } from "../../../cli/stack/stack-state.js";
import { kinds } from "../../../provider/every-kind.js";

const urn = (type: string, name: string, parent = "") =>
  `urn:pulumi:prod::shop::${parent}pulumi-nodejs:dynamic/workspace-gateway:${type}::${name}`;
const type = (kind: string) => `pulumi-nodejs:dynamic/workspace-gateway:${kind}`;

const root = { urn: "urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod", type: "pulumi:pulumi:Stack" };

function read(resources: readonly object[], more: object = {}) {
  return readStackState(JSON.stringify({ version: 3, deployment: { resources, ...more } }), kinds);
}

test("our resources are read with their kind, names, place and marks; those of other packages are left out", () => {
  const state = read([
    root,
    {
      urn: urn("Workspace", "team"),
      type: type("Workspace"),
      id: "w",
      outputs: { name: "Team" },
      protect: true,
    },
    {
      urn: urn("Prompt", "tone::x", "my:index:Component$"),
      type: type("Prompt"),
      id: "p",
      inputs: { name: "tone" },
      outputs: { name: "tone", __echo: {} },
      parent: root.urn,
      propertyDependencies: { workspaceId: [urn("Workspace", "team")], name: [], __provider: [root.urn] },
    },
    { urn: urn("Prompt", "old"), type: type("Prompt"), id: "q", delete: true },
    { urn: urn("Model", "shared"), type: type("Model"), id: "m", external: true },
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
  expect(state.resources[1]).toMatchObject({
    parent: root.urn,
    from: { workspaceId: [urn("Workspace", "team")] },
    inputs: { name: "tone" },
    outputs: { name: "tone", __echo: {} },
  });
  expect(Object.keys(state.resources[1]?.from ?? {})).toEqual(["workspaceId"]);
});

test("resources that the plugin makes are read alike, and those of a provider of the program have its name", () => {
  const native = "workspace-gateway:index:Prompt";
  const at = (name: string, provider: string) => ({
    urn: `urn:pulumi:prod::shop::${native}::${name}`,
    type: native,
    id: name,
    provider: `urn:pulumi:prod::shop::pulumi:providers:workspace-gateway::${provider}::an-id`,
  });
  const dynamic = { urn: urn("Prompt", "c"), type: type("Prompt"), id: "c" };
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
    { urn: urn("Alert", "a"), type: type("Alert"), id: "a" },
    { urn: urn("Alert", "b"), type: type("Alert"), id: "b" },
    { urn: urn("Prompt", "half"), type: type("Prompt") },
  ]);
  expect([state.resources, state.unknownKinds]).toEqual([[], ["Alert"]]);
});

test("operations whose end nobody recorded are named", () => {
  const resource = { urn: urn("Prompt", "tone"), type: type("Prompt") };
  const { pending } = read([], { pending_operations: [{ type: "creating", resource }] });
  expect(pending).toMatchObject([{ operation: "creating", name: "tone", type: type("Prompt") }]);
});

test.each([
  ["an empty stack", { version: 3, deployment: { manifest: {} } }],
  ["a stack whose lists are null", { deployment: { resources: null, pending_operations: null } }],
])("%s has nothing", (_what, text) => {
  expect(readStackState(JSON.stringify(text), kinds)).toEqual({
    resources: [],
    unknownKinds: [],
    pending: [],
  });
});

test.each(["", "{}", "[]", "null", '{"deployment":{"resources":[{"apiKey":"sk-canary"}]}}', "sk-canary"])(
  "what is no export is refused, and not quoted: %j",
  (text) => {
    const reading = () => readStackState(text, kinds);
    expect(reading).toThrow("this is not what `pulumi stack export` prints.");
    expect(reading).not.toThrow("canary");
  },
);
