import { expect, test } from "vitest";
import { z } from "zod";
import { scoped } from "../../provider/kinds/shared.js";
import { type FieldFlags, fieldsOf, flags } from "../../provider/spec/field.js";
import { collection, type Kind, kind, type Wait } from "../../provider/spec/kind.js";
import { created } from "../../provider/spec/source.js";
import {
  declaredProvider,
  isNativeType,
  kindNameOf,
  nativeToken,
  typeToken,
} from "../../provider/spec/token.js";

function read(schema: z.ZodType) {
  return fieldsOf(z.object({ someField: schema }))[0];
}

const flag = { secret: true } as const;

test.each<[string, z.ZodType]>([
  ["on the type itself", z.string().register(flags, flag)],
  ["under nullish", z.string().register(flags, flag).nullish()],
  ["on a wrapper", z.string().optional().register(flags, flag)],
  ["between two wrappers", z.string().nullable().register(flags, flag).optional()],
])("a flag is found %s", (_where, schema) => {
  expect(read(schema)).toMatchObject(flag);
});

test("flags on several layers are merged, and the outer layer takes precedence", () => {
  const inner = z.string().register(flags, { secret: true, readAs: "inner" });
  const schema = inner.optional().register(flags, { writeOnly: true, readAs: "outer" });
  expect(read(schema)).toMatchObject({ secret: true, writeOnly: true, readFrom: "outer" });
});

test("an unknown flag is an error", () => {
  const misspelt = { secret: true, replaces: true } as const;
  expect(() => read(z.string().register(flags, misspelt))).toThrow("replaces");
});

test("a selector is never sent", () => {
  expect(read(z.string().register(flags, { selects: "user.id" }))).toMatchObject({ local: true });
});

type Parts = Partial<
  Pick<
    Kind,
    "inputs" | "outputs" | "endpoints" | "naturalKey" | "distinguishedBy" | "wait" | "guard" | "overlap"
  >
>;

const name = z.string();
const nameOnly: z.ZodObject = z.strictObject({ name });

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

/** Parts whose only input, or an output of that name, has these flags. */
const input = (given: FieldFlags): Parts => ({
  inputs: z.strictObject({ name: z.string().register(flags, given) }),
});
const output = (key: string, given: FieldFlags = {}): Parts => ({
  outputs: z.object({ [key]: z.string().register(flags, given) }),
});
const following = (key: string): FieldFlags => ({
  follows: { input: key, list: "/things", fields: ["name"] },
});
const guard = (unless: string): Parts => ({ guard: { unless, counts: {}, harmless: [] } });
const waitsUpTo = (given: string): Wait => ({ ...wait, timeout: { input: given, seconds: 1 } });
const beside = { input: "name", value: "beside" };
const inWorkspace = scoped("/things", { update: true });
const unsaid = z.strictObject({ name, workspaceId: z.string() });

const broken: readonly (readonly [rule: string, parts: Parts, words: string])[] = [
  ["a natural key is made of inputs", { naturalKey: ["title"] }, "title"],
  ["objects of one name are told apart by inputs", { distinguishedBy: ["title"] }, "title"],
  ["objects of one name are told apart by something else than it", { distinguishedBy: ["name"] }, "name"],
  ["objects of one name are told apart by what the gateway shows", { distinguishedBy: ["adopt"] }, "adopt"],
  ["no output has the name of an input", output("name"), "name"],
  ["no output is called id", output("id"), "id"],
  ["no output is called urn", output("urn"), "urn"],
  ["a place of a path is an input", { endpoints: { list: "/in/{workspaceId}/things" } }, "workspaceId"],
  ["what an object belongs to is replaced", { endpoints: inWorkspace, inputs: unsaid }, "workspaceId"],
  ["what an object belongs to is an input", { endpoints: inWorkspace }, "workspaceId"],
  ["what allows to delete a full object is an input that is never sent", guard("name"), "name"],
  ["what allows to delete a full object is an input", guard("force"), "force"],
  ["what spares the wait is never sent", { wait: { ...wait, unless: "name" } }, "name"],
  ["the longest wait is an input that is never sent", { wait: waitsUpTo("name") }, "name"],
  ["what lets a replacement exist beside the old object is never sent", { overlap: beside }, "name"],
  ["no input tells when the gateway created the object", input({ stamp: "created" }), "name"],
  ["no input comes from the create response only", input({ createOnly: true }), "name"],
  ["no input is made of others", input({ madeOf: [] }), "name"],
  ["what an output is made of are inputs", output("label", { madeOf: ["nothing"] }), "nothing"],
  ["a secret output is not carried among the inputs", output("token", { madeOf: [], secret: true }), "token"],
  ["no input follows another object", input(following("name")), "name"],
  ["an output follows what an input names", output("route", following("ownerId")), "ownerId"],
  ["nothing is both never sent and write-only", input({ local: true, writeOnly: true }), "name"],
];

test.each(broken)("a spec that breaks a rule fails when it is created: %s", (_rule, parts, words) => {
  expect(() => make(parts)).toThrow(/the spec of Thing is broken/);
  expect(() => make(parts)).toThrow(words);
});

test("both types of a kind resolve to its name, and only one is the plugin's type", () => {
  expect([typeToken("Model"), nativeToken("Model")].map(kindNameOf)).toEqual(["Model", "Model"]);
  expect([typeToken("Model"), nativeToken("Model")].map(isNativeType)).toEqual([false, true]);
  const others = ["workspace-gateway:other:Model", "aws:s3/bucket:Bucket", ""];
  expect(others.filter((type) => kindNameOf(type) !== undefined)).toEqual([]);
});

const ours = "pulumi:providers:workspace-gateway";

test.each([
  [`${ours}::eu::id`, "eu"],
  [`shop:index:Team$${ours}::eu::west::id`, "eu::west"],
  [`${ours}::default::id`, undefined],
  [`${ours}::default_0_1_0::id`, undefined],
  ["pulumi:providers:pulumi-nodejs::eu::id", undefined],
])("an explicit provider is distinguished from default and foreign providers: %s", (reference, name) => {
  expect(declaredProvider(`urn:pulumi:prod::shop::${reference}`)).toBe(name);
  expect(declaredProvider(undefined)).toBeUndefined();
});
