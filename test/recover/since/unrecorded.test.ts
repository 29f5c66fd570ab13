import { describe, expect, test } from "vitest";
import { kinds } from "../../../provider/every-kind.js";
import { unrecorded } from "../../../provider/recover/since/unrecorded.js";
import { loader, typeToken } from "../../../provider/spec/token.js";

const since = 1_700_000_000_000;
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

function step(op: string, kind: string, inputs: Record<string, unknown>) {
  const urn = `urn:pulumi:test::e2e::${typeToken(kind)}::it`;
  return { op, urn, newState: { urn, inputs: { __provider: loader(kind), ...inputs } } };
}

function lost(...steps: readonly object[]) {
  return unrecorded(JSON.stringify({ steps }), kinds, since);
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
        urn: "urn:pulumi:test::e2e::pulumi-nodejs:dynamic/workspace-gateway:ModelProvider::it",
        kind: kinds.find(({ name }) => name === "ModelProvider"),
        inputs: { __provider: loader("ModelProvider"), ...provider },
        since,
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

test("resources of other packages are left out", () => {
  const urn = "urn:pulumi:test::e2e::random:index/randomId:RandomId::it";
  expect(lost({ op: "create", urn, newState: { urn, inputs: { name: "x" } } })).toEqual([]);
});

test("secrets and values that are not known yet are named, and are not among the inputs", () => {
  const [found] = lost(
    step("create", "ModelProvider", {
      ...provider,
      apiKey: "[secret]",
      baseUrl: unknown,
      modelOptions: ["a", unknown],
    }),
  );
  expect(found?.unread?.toSorted()).toEqual(["apiKey", "baseUrl", "modelOptions"]);
  expect(Object.keys(found?.inputs ?? {})).not.toContain("apiKey");
  expect(JSON.stringify(found?.inputs)).not.toMatch(/\[secret\]|04da6b54/);
});

describe.each(kinds.map((kind) => ({ kind, name: kind.name })))("$name", ({ kind }) => {
  const telling = new Set([...kind.naturalKey, kind.endpoints.parent?.field, "connection"]);
  const known = Object.fromEntries([...kind.fields.keys()].map((name) => [name, "known"]));

  test.each([...kind.fields.keys()])(
    "a %s that is not known hides the object only if it tells it from others",
    (name) => {
      for (const value of [unknown, "[secret]"]) {
        const found = lost(step("create", kind.name, { ...known, [name]: value }));
        expect(found.map(({ unread }) => unread)).toEqual(telling.has(name) ? [] : [[name]]);
      }
    },
  );
});

test("a text that is no preview is an error that says how to make one", () => {
  expect(() => unrecorded("{}", kinds, since)).toThrow("pulumi preview --json --show-sames");
});
