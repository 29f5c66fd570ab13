import { expect, expectTypeOf, test } from "vitest";
import { defined } from "../../provider/text/json.js";

const name: string | undefined = process.env.NOT_SET;

test("a property that is undefined is left out", () => {
  expect(Object.keys(defined({ id: "x", name, size: undefined }))).toEqual(["id"]);
});

test("every other value stays, in its place", () => {
  const values = { zero: 0, none: null, off: false, empty: "", not: Number.NaN, list: [undefined] };
  expect(Object.entries(defined({ name, ...values }))).toEqual(Object.entries(values));
});

test("its type has as optional what could be undefined, and only that", () => {
  expectTypeOf(defined({ id: 1, name })).toExtend<{ id: number; name?: string }>();
  expectTypeOf(defined({ name })).not.toExtend<{ name: string }>();
  expectTypeOf(defined({ name })).not.toExtend<{ name?: number }>();
  expectTypeOf(defined({ name: name ?? null })).toExtend<{ name: string | null }>();
  expectTypeOf(defined({ [String(name)]: name })).toExtend<Record<string, string>>();
});
