import { z } from "zod";
import { defined, type Json } from "../text/json.js";
import type { FieldDanger } from "./danger.js";
import type { Values } from "./values.js";

const set = z.literal(true).optional();
const names = z.array(z.string()).readonly();

/**
 * The rules of a field beyond its type.
 * They are written once, on the field; everything else is derived from them.
 */
const fieldFlags = z.object({
  /** A change replaces the object. */
  replace: set,
  /** Sent, never returned. A read keeps the value of the prior state, and no response is compared with it. */
  writeOnly: set,
  /** Encrypted in state even if the program passed a literal; never printed. */
  secret: set,
  /** Compared as a set, kept as written. */
  unordered: set,
  /** For this package only, never sent. A change is an update without a request. */
  local: set,
  /** The name of the field in responses, in camelCase. */
  readAs: z.string().optional(),
  /**
   * Selects an existing object: the value is compared with this place in the object's row, and never sent.
   * A string must equal the value at the place. Of an object, each key must have the same value below it.
   */
  selects: z.string().optional(),
  /** Letter case does not count where the value selects an object. */
  anyCase: set,
  /**
   * Only one object of the collection can have it, so another object may take it.
   * The loss is reported and not repaired; this text says what the loss means.
   */
  exclusive: z.string().optional(),
  /** An output that only the response to the create has. Later states keep it from the prior state. */
  createOnly: set,
  /**
   * An output that the gateway makes from fields of another object. The `input` names this object, which is
   * in the `list`. A change of one of the `fields` changes the output, so the output is read back.
   */
  follows: z.object({ input: z.string(), list: z.string(), fields: names }).optional(),
  /**
   * An output that stays the same while these inputs stay, so that a preview of other changes knows it. Without
   * inputs it never changes.
   */
  madeOf: names.optional(),
  /**
   * Holds the id of another object of the same workspace, or one of its outputs: the `list` that the object is in, and
   * the name of the output. Objects of the list `more` may offer other such values in their `more.field`. `when` is the input
   * that takes the value out of use if it is false.
   */
  refers: z
    .object({
      list: z.string(),
      to: z.string(),
      more: z.object({ list: z.string(), field: z.string() }).optional(),
      when: z.string().optional(),
    })
    .optional(),
  /** The value that a new object has without one, where the API names it. */
  byDefault: z.custom<Json>().optional(),
  /** Text that people write and review as a document of its own: Markdown. */
  prose: set,
  /** An output with the time at which the gateway created the object, or last wrote it. */
  stamp: z.enum(["created", "written"]).optional(),
  /**
   * Says what is odd about a value, beside the other inputs, that is probably a mistake ("is empty").
   * The API allows it, so it is a warning.
   */
  doubt: z.custom<(value: Json, inputs: Values) => string | undefined>().optional(),
  /** The directions of change that are dangerous, for whom reviews a change. Every input says it, also that there are none. */
  danger: z.custom<readonly FieldDanger[]>().optional(),
});

export type FieldFlags = z.input<typeof fieldFlags>;

export const flags = z.registry<FieldFlags>();

/** A schema with the rules of a field: `field(z.string(), { secret: true }).optional()`. */
export function field<T extends z.ZodType>(schema: T, rules: FieldFlags): T {
  const plain: z.ZodType = schema;
  plain.register(flags, rules);
  return schema;
}

/** One input or output of a kind, as the lifecycle sees it. */
export interface Field extends FieldFlags {
  /** camelCase, as programs write it. */
  readonly name: string;
  readonly sendAs: string;
  readonly readFrom: string;
  readonly optional: boolean;
  /** Accepts null: sending null takes its value away. */
  readonly nullable: boolean;
  readonly numeric: boolean;
  /** The keys that a value of it may have, if those are known. */
  readonly keys: readonly string[];
  /** The words of an enumeration; none for a value of another type. */
  readonly choices: readonly string[];
  /** Takes any JSON object. */
  readonly freeForm: boolean;
  /** What a value should be, in the words of messages. */
  readonly expected: string;
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function fieldsOf(schema: z.ZodObject): Field[] {
  return Object.entries(schema.shape).map(([name, type]) => fieldOf(name, asSchema(type)));
}

/**
 * Flags may be on a wrapper or on the schema in it:
 * `optional()` and `nullish()` make new wrappers without flags.
 */
function fieldOf(name: string, schema: z.ZodType): Field {
  let core = schema;
  let found: FieldFlags = { ...flags.get(core) };
  while (core instanceof z.ZodOptional || core instanceof z.ZodNullable) {
    core = asSchema(core.unwrap());
    found = { ...flags.get(core), ...found };
  }
  const unknownFlag = Object.keys(found).find((flag) => !(flag in fieldFlags.shape));
  if (unknownFlag !== undefined) {
    throw new Error(`field ${name} has a flag ${unknownFlag}, which does not exist`);
  }
  return {
    ...found,
    name,
    ...defined({ local: found.selects === undefined ? undefined : true }),
    sendAs: snakeCase(name),
    readFrom: snakeCase(found.readAs ?? name),
    optional: schema.safeParse(undefined).success,
    nullable: schema.safeParse(null).success,
    numeric: core instanceof z.ZodNumber,
    keys: keysOf(core),
    choices: core instanceof z.ZodEnum ? core.options.map(String) : [],
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
