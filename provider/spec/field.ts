import { z } from "zod";
import type { Json } from "../text/json.js";

/** What a field's rule says beyond its type. Written once, on the field; everything else is derived. */
export interface FieldFlags {
  /** A change replaces the object. */
  replace?: true;
  /** Sent, never returned: kept from prior state on read, never compared with a response. */
  writeOnly?: true;
  /** Encrypted in state even if the program passed a literal; never printed. */
  secret?: true;
  /** Compared as a set, kept as written. */
  unordered?: true;
  /** Ours alone, never sent: a change is an update without a request. */
  local?: true;
  /** The response's name of the field, in camelCase. */
  readAs?: string;
  /**
   * Selects an existing object: matched against this place of its row, never sent. A string matches the place itself,
   * an object each of its keys below the place.
   */
  selects?: string;
  /**
   * Only one object of the collection can have it, so it may be lost to another: that is reported, with this text of
   * what the loss means, and not repaired.
   */
  exclusive?: string;
  /** An output that only the create response has: kept from prior state. */
  createOnly?: true;
  /**
   * An output that the gateway makes of other objects' fields: of these fields of the object in this list that the
   * input names. A change of them changes the output, so it is read back.
   */
  follows?: { readonly input: string; readonly list: string; readonly fields: readonly string[] };
  /** An output with the time at which the gateway created the object, or last wrote it. */
  stamp?: "created" | "written";
  /** What makes a value one that can hardly be meant, though the API names no bound: a warning ("is empty"). */
  doubt?: (value: Json) => string | undefined;
}

const flagNames: Record<keyof FieldFlags, true> = {
  replace: true,
  writeOnly: true,
  secret: true,
  unordered: true,
  local: true,
  readAs: true,
  selects: true,
  exclusive: true,
  createOnly: true,
  follows: true,
  stamp: true,
  doubt: true,
};

/** The metadata of every field: `z.string().register(flags, { secret: true })`. */
export const flags = z.registry<FieldFlags>();

/** One input or output of a kind, as the lifecycle sees it. */
export interface Field extends FieldFlags {
  /** camelCase, as programs write it. */
  readonly name: string;
  /** Its name in a request. */
  readonly sendAs: string;
  /** Its name in a response. */
  readonly readFrom: string;
  readonly optional: boolean;
  /** Accepts null, so null is how its value is taken away. */
  readonly nullable: boolean;
  readonly numeric: boolean;
  /** The keys that a value of it may have, if those are known. */
  readonly keys: readonly string[];
  /** Any JSON object. */
  readonly freeForm: boolean;
  /** What a value should be, for people. */
  readonly expected: string;
}

/** camelCase → the API's snake_case. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function fieldsOf(schema: z.ZodObject): Field[] {
  return Object.entries(schema.shape).map(([name, type]) => fieldOf(name, asSchema(type)));
}

/** Flags may sit on a wrapper or on what it wraps; `optional()` and `nullish()` make new wrappers without any. */
function fieldOf(name: string, schema: z.ZodType): Field {
  let core = schema;
  let found: FieldFlags = { ...flags.get(core) };
  while (core instanceof z.ZodOptional || core instanceof z.ZodNullable) {
    core = asSchema(core.unwrap());
    found = { ...flags.get(core), ...found };
  }
  const unknownFlag = Object.keys(found).find((flag) => !(flag in flagNames));
  if (unknownFlag !== undefined) {
    throw new Error(`field ${name} has a flag ${unknownFlag}, which does not exist`);
  }
  return {
    ...found,
    name,
    ...(found.selects === undefined ? {} : { local: true }),
    sendAs: snakeCase(name),
    readFrom: snakeCase(found.readAs ?? name),
    optional: schema.safeParse(undefined).success,
    nullable: schema.safeParse(null).success,
    numeric: core instanceof z.ZodNumber,
    keys: keysOf(core),
    freeForm: core instanceof z.ZodRecord,
    expected: expectation(core),
  };
}

function keysOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodUnion) {
    return [...new Set(schema.options.flatMap((option) => keysOf(asSchema(option))))];
  }
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function asSchema(type: unknown): z.ZodType {
  if (type instanceof z.ZodType) {
    return type;
  }
  throw new Error("a field is not a zod schema");
}

function expectation(schema: z.ZodType): string {
  if (schema instanceof z.ZodEnum) {
    return `one of ${schema.options.map((option) => JSON.stringify(option)).join(", ")}`;
  }
  if (schema instanceof z.ZodArray) {
    return "a list";
  }
  if (schema instanceof z.ZodNumber) {
    return schema.isInt ? "a whole number" : "a number";
  }
  if (schema instanceof z.ZodUnion) {
    return schema.options.map((option) => expectation(asSchema(option))).join(" or ");
  }
  if (schema instanceof z.ZodObject) {
    return `{ ${Object.keys(schema.shape).join(", ")} }`;
  }
  return schema instanceof z.ZodRecord ? "an object" : `a ${schema.def.type}`;
}
