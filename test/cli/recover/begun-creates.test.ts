import { expect, test } from "vitest";
import { begunCreates, plannedSteps, unrecorded } from "../../../cli/recover/begun-creates.js";
import { kinds } from "../../../provider/every-kind.js";
import { loader, nativeToken, typeToken } from "../../../provider/spec/token.js";

const since = 1_700_000_000_000;
const runs = [{ from: since + 5000 }, { from: since, to: since + 1000 }];
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const native = nativeToken("ModelProvider");

const urnOf = (type: string) => `urn:pulumi:test::e2e::${type}::it`;

function step(op: string, kind: string, inputs: Record<string, unknown>) {
  const type = typeToken(kind);
  const urn = urnOf(type);
  return { op, urn, newState: { urn, type, inputs: { __provider: loader(kind), ...inputs } } };
}

const begun = (...steps: readonly object[]) =>
  unrecorded(plannedSteps(JSON.stringify({ steps }), "e2e", "test"), kinds, runs);
const lost = (...steps: readonly object[]) => begun(...steps).map((each) => each.lost);

const upstream = { baseUrl: "https://upstream.example/v1", priority: 1, compatibility: "OPENAI_SDK" };
const provider = { workspaceId: "w1", name: "openai", ...upstream };
const by = (name: string) => ({
  provider: `urn:pulumi:test::e2e::pulumi:providers:workspace-gateway::${name}::an-id`,
});

test("what a preview creates may have been lost, and what it does otherwise not", () => {
  const expected = {
    urn: urnOf("pulumi-nodejs:dynamic/workspace-gateway:ModelProvider"),
    kind: kinds.find(({ name }) => name === "ModelProvider"),
    inputs: { __provider: loader("ModelProvider"), ...provider },
    ...{ since, runs },
  };
  for (const op of ["create", "replace", "create-replacement"])
    expect(lost(step(op, "ModelProvider", provider)), op).toEqual([expected]);
  for (const op of ["same", "update", "delete", "read", "refresh", "import", "delete-replaced", "discard"])
    expect(lost(step(op, "ModelProvider", provider)), op).toEqual([]);
});

test("what the plugin was to make may have been lost too, but for a provider whose settings are in the program", () => {
  const urn = urnOf(native);
  const made = (name: string) => ({
    ...{ op: "create", urn, newState: { urn, type: native, inputs: provider, ...by(name) } },
  });
  expect(begun(made("default_0_1_0"))).toMatchObject([
    { lost: { urn, inputs: provider }, entry: { inputs: provider } },
  ]);
  expect(lost(made("eu"))).toEqual([]);
});

test("secrets and values that are not known yet are named, and are not among the inputs", () => {
  const covered = { apiKey: "[secret]", baseUrl: unknown, modelOptions: ["a", unknown] };
  const [found] = lost(step("create", "ModelProvider", { ...provider, ...covered }));
  expect(found?.unread?.toSorted()).toEqual(["apiKey", "baseUrl", "modelOptions"]);
  expect(Object.keys(found?.inputs ?? {})).not.toContain("apiKey");
  expect(JSON.stringify(found?.inputs)).not.toMatch(/\[secret\]|04da6b54/);
});

test.each(["name", "workspaceId", "connection"])(
  "a create whose %s is secret or not known yet is left to a later preview",
  (name) => {
    for (const value of [unknown, "[secret]"])
      expect(lost(step("create", "ModelProvider", { ...provider, [name]: value }))).toEqual([]);
  },
);

const preview = (stack: string, project: string) => {
  const type = "pulumi:pulumi:Stack";
  const urn = `urn:pulumi:${stack}::${project}::${type}::it`;
  return JSON.stringify({ steps: [{ op: "same", urn, newState: { urn, type } }] });
};

test.each([
  ["pulumi preview --json --show-sames", "{}"],
  ["plans no resource", '{"steps":[]}'],
  ["for the stack other of the project e2e, not for test of e2e", preview("other", "e2e")],
  ["for the stack test of the project other, not for test of e2e", preview("test", "other")],
])("a text that is no preview of this stack is an error that says so: %s", (says, text) => {
  expect(() => plannedSteps(text, "e2e", "test")).toThrow(says);
});

test("a prompt whose model the preview does not know is looked for, unless another has its name", () => {
  const tone = { workspaceId: "w1", name: "tone", content: "Be brief.", modelId: unknown };
  const open = step("create", "Prompt", tone);
  expect(lost(open)).toMatchObject([{ unread: ["modelId"] }]);
  const known = step("create", "Prompt", { ...tone, modelId: "m1" });
  expect(lost(open, known)).toMatchObject([{ inputs: { modelId: "m1" } }]);
});

test("pending creates of our kinds are looked for, by the dynamic provider and by the plugin's default one", () => {
  const pending = (doing: string, type: string, more: object = {}) => {
    const urn = `urn:pulumi:test::e2e::${type}::a`;
    return { type: doing, resource: { urn, type, custom: true, inputs: { name: "x" }, ...more } };
  };
  const dynamic = typeToken("Prompt");
  const ours = [
    pending("creating", dynamic, { inputs: { __provider: "text", name: "x" } }),
    pending("creating", nativeToken("Prompt"), by("default_0_1_0")),
  ];
  const others = [
    pending("creating", nativeToken("Prompt"), by("eu")),
    pending("creating", "aws:s3/bucket:Bucket"),
    pending("creating", dynamic, { custom: false }),
    pending("updating", dynamic),
  ];
  const state = { deployment: { pending_operations: [...ours, ...others] } };
  const creates = begunCreates(state, kinds, 7);
  expect(creates.map(({ entry }) => entry)).toEqual(ours.map(({ resource }) => resource));
  const expected = { kind: { name: "Prompt" }, inputs: { name: "x" }, since: 7 };
  expect(creates).toMatchObject([{ lost: expected }, { lost: expected }]);
});
