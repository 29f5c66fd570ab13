import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type FieldFlags, fieldsOf, flags, snakeCase } from "../../provider/spec/field.js";

function field(schema: z.ZodType) {
  return fieldsOf(z.object({ someField: schema }))[0];
}

const every: FieldFlags[] = [
  { replace: true },
  { writeOnly: true },
  { secret: true },
  { unordered: true },
  { local: true },
  { readAs: "otherName" },
  { selects: "user.id" },
  { exclusive: "what it means" },
  { createOnly: true },
  { refers: { list: "/models", to: "id" } },
  { byDefault: {} },
  { prose: true },
];

describe.each(every)("the flag %j", (flag) => {
  test.each<[string, z.ZodType]>([
    ["on the type itself", z.string().register(flags, flag)],
    ["under optional", z.string().register(flags, flag).optional()],
    ["under nullable", z.string().register(flags, flag).nullable()],
    ["under nullish", z.string().register(flags, flag).nullish()],
    ["on a wrapper", z.string().optional().register(flags, flag)],
    ["between two wrappers", z.string().nullable().register(flags, flag).optional()],
  ])("is seen %s", (_where, schema) => {
    expect(field(schema)).toMatchObject(flag);
  });
});

test("flags on several layers add up, the outer one first", () => {
  const inner = z.string().register(flags, { secret: true, readAs: "inner" });
  const schema = inner.optional().register(flags, { writeOnly: true, readAs: "outer" });
  expect(field(schema)).toMatchObject({ secret: true, writeOnly: true, readFrom: "outer" });
});

test("a flag that does not exist fails", () => {
  const misspelt = { secret: true, replaces: true } as const;
  expect(() => field(z.string().register(flags, misspelt))).toThrow("replaces");
});

test("what selects an object is never sent", () => {
  expect(field(z.string().register(flags, { selects: "user.id" }))).toMatchObject({ local: true });
});

test.each([
  [z.string(), false, false],
  [z.string().optional(), true, false],
  [z.string().nullable(), false, true],
  [z.string().nullish(), true, true],
])("optional and nullable are told apart (%#)", (schema, optional, nullable) => {
  expect(field(schema)).toMatchObject({ optional, nullable });
});

test("names become the API's, and a field may be read under another name", () => {
  expect(field(z.string())).toMatchObject({ sendAs: "some_field", readFrom: "some_field" });
  expect(field(z.string().register(flags, { readAs: "otherName" }))).toMatchObject({
    sendAs: "some_field",
    readFrom: "other_name",
  });
  expect(["id", "baseUrl", "isGlobal", "maxPages"].map(snakeCase)).toEqual([
    "id",
    "base_url",
    "is_global",
    "max_pages",
  ]);
});

test.each<[z.ZodType, string]>([
  [z.string(), "a string"],
  [z.number(), "a number"],
  [z.int(), "a whole number"],
  [z.boolean(), "a boolean"],
  [z.array(z.string()), "a list"],
  [z.enum(["A", "B"]), 'one of "A", "B"'],
  [z.record(z.string(), z.json()), "an object"],
  [z.string().nullish(), "a string"],
  [z.union([z.strictObject({ id: z.string() }), z.string()]), "{ id } or a string"],
])("what is expected is said in words (%#)", (schema, words) => {
  expect(field(schema)?.expected).toBe(words);
});
