import { expect, test } from "vitest";
import { z } from "zod";
import { scoped } from "../../provider/kinds/shared.js";
import { collection, type Endpoints } from "../../provider/spec/endpoints.js";
import { flags } from "../../provider/spec/field.js";
import type { Guard, Overlap, Wait } from "../../provider/spec/hooks.js";
import { kind } from "../../provider/spec/kind.js";
import { created } from "../../provider/spec/source.js";

interface Parts {
  inputs?: z.ZodObject;
  outputs?: z.ZodObject;
  endpoints?: Endpoints;
  naturalKey?: string[];
  wait?: Wait;
  guard?: Guard;
  overlap?: Overlap;
}

const name = z.string();
const nameOnly: z.ZodObject = z.strictObject({ name });
const workspaceId = z.string().register(flags, { replace: true });

const wait: Wait = {
  status: "status",
  running: ["PENDING"],
  failed: ["FAILED"],
  error: "error",
  progress: { field: "page_count", of: "pages" },
  unless: "adopt",
  timeout: { input: "adopt", seconds: 1 },
};

function make({ inputs, outputs, endpoints, naturalKey, ...others }: Parts) {
  return kind("Thing", {
    source: created,
    endpoints: endpoints ?? collection("/things", { update: true }),
    scope: "things",
    naturalKey: naturalKey ?? ["name"],
    inputs: inputs ?? nameOnly,
    outputs: outputs ?? z.object({}),
    ...others,
  });
}

test("a sound spec makes a kind, with the inputs of its source and of every kind", () => {
  expect([...make({}).fields.keys()]).toEqual(["name", "adopt", "connection"]);
});

const broken: readonly (readonly [rule: string, parts: Parts, words: string])[] = [
  ["a natural key is made of inputs", { naturalKey: ["title"] }, "title"],
  ["no output has the name of an input", { outputs: z.object({ name }) }, "name"],
  ["no output is called id", { outputs: z.object({ id: name }) }, "id"],
  ["no output is called urn", { outputs: z.object({ urn: name }) }, "urn"],
  [
    "a place of a path is an input",
    { endpoints: { list: "/workspaces/{workspaceId}/things" } },
    "workspaceId",
  ],
  [
    "what an object belongs to is replaced by a change",
    {
      endpoints: scoped("/things", { update: true }),
      inputs: z.strictObject({ name, workspaceId: z.string() }),
    },
    "workspaceId",
  ],
  [
    "what an object belongs to is an input",
    { endpoints: scoped("/things", { update: true }) },
    "workspaceId",
  ],
  [
    "what allows to delete a full object is an input that is never sent",
    { guard: { unless: "name", counts: {}, harmless: [] } },
    "name",
  ],
  [
    "what allows to delete a full object is an input",
    { guard: { unless: "force", counts: {}, harmless: [] } },
    "force",
  ],
  ["what spares the wait is an input that is never sent", { wait: { ...wait, unless: "name" } }, "name"],
  [
    "the longest wait is an input that is never sent",
    { wait: { ...wait, timeout: { input: "name", seconds: 1 } } },
    "name",
  ],
  [
    "what lets a replacement exist beside its predecessor is an input that is never sent",
    { overlap: { input: "name", value: "beside" } },
    "name",
  ],
  [
    "no input tells when the gateway created the object",
    { inputs: z.strictObject({ name: z.string().register(flags, { stamp: "created" }) }) },
    "name",
  ],
  [
    "no input comes from the create response only",
    { inputs: z.strictObject({ name: z.string().register(flags, { createOnly: true }) }) },
    "name",
  ],
  [
    "no input is made of others",
    { inputs: z.strictObject({ name: z.string().register(flags, { madeOf: [] }) }) },
    "name",
  ],
  [
    "what an output is made of are inputs",
    { outputs: z.object({ label: z.string().register(flags, { madeOf: ["nothing"] }) }) },
    "nothing",
  ],
  [
    "a secret output is not retained among the inputs",
    { outputs: z.object({ token: z.string().register(flags, { madeOf: [], secret: true }) }) },
    "token",
  ],
  [
    "no input follows another object",
    {
      inputs: z.strictObject({
        name: z.string().register(flags, { follows: { input: "name", list: "/things", fields: ["name"] } }),
      }),
    },
    "name",
  ],
  [
    "an output follows what an input names",
    {
      outputs: z.object({
        route: z
          .string()
          .register(flags, { follows: { input: "ownerId", list: "/things", fields: ["name"] } }),
      }),
    },
    "ownerId",
  ],
  [
    "nothing is both never sent and write-only",
    { inputs: z.strictObject({ name: z.string().register(flags, { local: true, writeOnly: true }) }) },
    "name",
  ],
];

test.each(broken)("a spec fails when it is made: %s", (_rule, parts, words) => {
  expect(() => make(parts)).toThrow(/the spec of Thing is broken/);
  expect(() => make(parts)).toThrow(words);
});

test("a spec whose steering inputs are never sent is sound, and so is one without a natural key", () => {
  expect(
    make({ wait, guard: { unless: "adopt", counts: {}, harmless: [] }, naturalKey: [] }).naturalKey,
  ).toEqual([]);
});

test("a spec whose parent is in order is sound", () => {
  const inputs = z.strictObject({ name, workspaceId });
  expect(make({ inputs, endpoints: scoped("/things", { update: true }) }).name).toBe("Thing");
});
