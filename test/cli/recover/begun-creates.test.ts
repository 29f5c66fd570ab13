import { describe, expect, test } from "vitest";
import {
  begunCreates,
  type LostCreate,
  plannedSteps,
  unrecorded,
} from "../../../cli/recover/begun-creates.js";
import { kinds } from "../../../provider/every-kind.js";
import { loader, nativeToken, typeToken } from "../../../provider/spec/token.js";

const since = 1_700_000_000_000;
const runs = [{ from: since + 5000 }, { from: since, to: since + 1000 }];
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

function step(op: string, kind: string, inputs: Record<string, unknown>) {
  const type = typeToken(kind);
  const urn = urnOf(type);
  return { op, urn, newState: { urn, type, inputs: { __provider: loader(kind), ...inputs } } };
}

function begun(...steps: readonly object[]) {
  return unrecorded(plannedSteps(JSON.stringify({ steps }), "e2e", "test"), kinds, runs);
}

const urnOf = (type: string) => `urn:pulumi:test::e2e::${type}::it`;

function lost(...steps: readonly object[]): LostCreate[] {
  return begun(...steps).map((each) => each.lost);
}

const provider = {
  workspaceId: "w1",
  name: "openai",
  baseUrl: "https://upstream.example/v1",
  priority: 1,
  compatibility: "OPENAI_SDK",
};

test.each(["create", "replace", "create-replacement"])(
  "a planned %s is a create that may have been lost",
  (op) => {
    expect(lost(step(op, "ModelProvider", provider))).toEqual([
      {
        urn: urnOf("pulumi-nodejs:dynamic/workspace-gateway:ModelProvider"),
        kind: kinds.find(({ name }) => name === "ModelProvider"),
        inputs: { __provider: loader("ModelProvider"), ...provider },
        since,
        runs,
      },
    ]);
  },
);

test.each(["same", "update", "delete", "read", "refresh", "import", "delete-replaced", "discard"])(
  "a planned %s makes no object",
  (op) => {
    expect(lost(step(op, "ModelProvider", provider))).toEqual([]);
  },
);

test("what the plugin was to make may have been lost too, but for a provider whose settings are in the program", () => {
  const type = nativeToken("ModelProvider");
  const urn = urnOf(type);
  const by = (name: string) => {
    const reference = `urn:pulumi:test::e2e::pulumi:providers:workspace-gateway::${name}::an-id`;
    return { op: "create", urn, newState: { urn, type, inputs: provider, provider: reference } };
  };
  expect(lost(by("default_0_1_0"))).toMatchObject([{ urn, inputs: provider }]);
  expect(begun(by("default_0_1_0"))[0]?.entry.inputs).toEqual(provider);
  expect(lost(by("eu"))).toEqual([]);
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
    for (const value of [unknown, "[secret]"]) {
      expect(lost(step("create", "ModelProvider", { ...provider, [name]: value }))).toEqual([]);
    }
  },
);

test.each([
  { text: "{}", says: "pulumi preview --json --show-sames" },
  { text: '{"steps":[]}', says: "plans no resource" },
  { text: preview("other", "e2e"), says: "of the stack other of the project e2e, not of test of e2e" },
  { text: preview("test", "other"), says: "of the stack test of the project other, not of test of e2e" },
])("a text that is no preview of this stack is an error that says so: $says", ({ text, says }) => {
  expect(() => plannedSteps(text, "e2e", "test")).toThrow(says);
});

function preview(stack: string, project: string): string {
  const type = "pulumi:pulumi:Stack";
  const urn = `urn:pulumi:${stack}::${project}::${type}::it`;
  return JSON.stringify({ steps: [{ op: "same", urn, newState: { urn, type } }] });
}

describe("of prompts whose model the preview does not know", () => {
  const tone = { workspaceId: "w1", name: "tone", content: "Be brief.", modelId: unknown };

  test("one that is alone in its name is looked for", () => {
    expect(lost(step("create", "Prompt", tone))).toMatchObject([{ unread: ["modelId"] }]);
  });

  test("one of several of a name is left to a preview that knows it", () => {
    const known = { ...tone, modelId: "m1" };
    const all = [step("create", "Prompt", tone), step("create", "Prompt", known)];
    expect(lost(...all)).toMatchObject([{ inputs: { modelId: "m1" } }]);
  });
});

function pending(doing: string, type: string, more: object = {}) {
  const resource = {
    urn: `urn:pulumi:test::e2e::${type}::a`,
    type,
    custom: true,
    inputs: { name: "x" },
    ...more,
  };
  return { type: doing, resource };
}

test("creates of our kinds are looked for, by the dynamic provider and by the plugin's default one", () => {
  const native = nativeToken("Prompt");
  const by = (name: string) => ({
    provider: `urn:pulumi:test::e2e::pulumi:providers:workspace-gateway::${name}::an-id`,
  });
  const ours = [
    pending("creating", typeToken("Prompt"), { inputs: { __provider: "text", name: "x" } }),
    pending("creating", native, by("default_0_1_0")),
  ];
  const others = [
    pending("creating", native, by("eu")),
    pending("creating", "aws:s3/bucket:Bucket"),
    pending("creating", typeToken("Prompt"), { custom: false }),
    pending("updating", typeToken("Prompt")),
  ];
  const state = { deployment: { pending_operations: [...ours, ...others] } };
  const creates = begunCreates(state, kinds, 7);
  expect(creates.map(({ entry }) => entry)).toEqual(ours.map(({ resource }) => resource));
  expect(creates.map(({ lost }) => [lost.kind.name, lost.inputs, lost.since])).toEqual([
    ["Prompt", { name: "x" }, 7],
    ["Prompt", { name: "x" }, 7],
  ]);
});
