import fc from "fast-check";
import { z } from "zod";
import { selectorsOf } from "../../../provider/lifecycle/rows.js";
import type { Kind } from "../../../provider/spec/kind.js";
import type { Values } from "../../../provider/spec/values.js";
import type { Json } from "../../../provider/text/json.js";

export function inputsOf(kind: Kind): fc.Arbitrary<Values> {
  const selectors = selectorsOf(kind).map(({ name }) => name);
  const chosen =
    selectors.length < 2 ? fc.constant(selectors) : fc.constantFrom(...selectors.map((name) => [name]));
  return chosen.chain((names) => selecting(kind, selectors, names));
}

function selecting(kind: Kind, selectors: string[], chosen: string[]): fc.Arbitrary<Values> {
  const fields = Object.entries(kind.schema.shape).map(([name, type]) => [name, valuesOf(type)] as const);
  const declared = fields.filter(([name]) => !selectors.includes(name) || chosen.includes(name));
  const required = [...kind.fields.values()].filter((field) => !field.optional).map(({ name }) => name);
  const requiredKeys = [...new Set([...required, ...chosen])];
  return fc.record(Object.fromEntries(declared), { requiredKeys, noNullPrototype: true });
}

function valuesOf(type: unknown): fc.Arbitrary<Json> {
  if (type instanceof z.ZodOptional) {
    return valuesOf(type.unwrap());
  }
  if (type instanceof z.ZodNullable) {
    return fc.option(valuesOf(type.unwrap()), { nil: null });
  }
  if (type instanceof z.ZodEnum) {
    return fc.constantFrom(...type.options);
  }
  if (type instanceof z.ZodArray) {
    return fc.array(valuesOf(type.element), { maxLength: 4 });
  }
  if (type instanceof z.ZodNumber) {
    return type.isInt ? fc.maxSafeInteger() : doublesOf(type);
  }
  if (type instanceof z.ZodBoolean) {
    return fc.boolean();
  }
  if (type instanceof z.ZodString) {
    const range = { minLength: type.minLength ?? 0, maxLength: Math.min(type.maxLength ?? 20, 20) };
    return isAddress(type) ? fc.webUrl() : fc.string(range);
  }
  if (type instanceof z.ZodISODate) {
    const range = { min: new Date("0000-01-01"), max: new Date("9999-12-31"), noInvalidDate: true };
    return fc.date(range).map((time) => time.toISOString().slice(0, 10));
  }
  if (type instanceof z.ZodUnion) {
    return fc.oneof(...type.options.map(valuesOf));
  }
  if (type instanceof z.ZodObject) {
    const parts = Object.entries(type.shape).map(([name, part]) => [name, valuesOf(part)] as const);
    return fc.record(Object.fromEntries(parts), { noNullPrototype: true });
  }
  if (type instanceof z.ZodRecord) {
    return fc.dictionary(
      fc.string(),
      fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value))),
    );
  }
  throw new Error("a schema of a sort that no kind had so far: say here how its values look");
}

function isAddress(type: z.ZodString): boolean {
  return !type.safeParse("a\\b").success && type.safeParse("https://a.example").success;
}

/** Zod does not tell whether a bound is itself allowed, but it can be asked. */
function doublesOf(type: z.ZodNumber): fc.Arbitrary<number> {
  const min = Math.max(type.minValue ?? -Number.MAX_VALUE, -Number.MAX_VALUE);
  const max = Math.min(type.maxValue ?? Number.MAX_VALUE, Number.MAX_VALUE);
  return fc.double({ min, max, minExcluded: !type.safeParse(min).success, noNaN: true });
}
