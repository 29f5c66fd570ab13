import fc from "fast-check";
import { z } from "zod";
import type { Json } from "../../../provider/client/json.js";
import type { Kind } from "../../../provider/lifecycle/kind.js";
import type { Values } from "../../../provider/lifecycle/values.js";

/** Every valid way to write down a resource of a kind. */
export function inputsOf(kind: Kind): fc.Arbitrary<Values> {
  const fields = Object.entries(kind.schema.shape).map(([name, type]) => [name, valuesOf(type)] as const);
  const requiredKeys = [...kind.fields.values()].filter((field) => !field.optional).map(({ name }) => name);
  return fc.record(Object.fromEntries(fields), { requiredKeys, noNullPrototype: true });
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
    return type.isInt ? fc.maxSafeInteger() : fc.double({ noNaN: true, noDefaultInfinity: true });
  }
  if (type instanceof z.ZodBoolean) {
    return fc.boolean();
  }
  if (type instanceof z.ZodString) {
    return fc.string({ minLength: type.minLength ?? 0, maxLength: Math.min(type.maxLength ?? 20, 20) });
  }
  if (type instanceof z.ZodRecord) {
    return fc.dictionary(
      fc.string(),
      fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value))),
    );
  }
  throw new Error("a schema of a sort that no kind had so far: say here how its values look");
}
