import { z } from "zod";
import { defined, type Json } from "../text/json.js";
import { anyOf } from "../text/words.js";
import type { FieldDanger } from "./danger.js";
import type { Values } from "./values.js";

const set = z.literal(true).optional();
const names = z.array(z.string()).readonly();

/** The rules of a field beyond its type. Everything else is derived from them. */
const fieldFlags = z.object({
  replace: set,
  /** Sent, never returned. A read keeps the prior state's value, and responses are not compared with it. */
  writeOnly: set,
  /** Encrypted in state even if the program passed plain text. Never printed. */
  secret: set,
  /** Compared as a set. The order is kept as written. */
  unordered: set,
  /** Used only by this package and never sent. Changing it causes an update that sends no request. */
  local: set,
  /** The name of the field in responses, in camelCase. */
  readAs: z.string().optional(),
  /**
   * Selects an existing object: the value is compared with the value at this place in the object's row, and
   * never sent. A string must equal the value at this place. If the value is an object, the values of all its
   * keys must equal those at this place.
   */
  selects: z.string().optional(),
  /** Ignores letter case when the value selects an object. */
  anyCase: set,
  /**
   * Only one object of the collection can have this value, so another object may take it. The loss of the
   * value is reported but not repaired. This text explains the consequences.
   */
  exclusive: z.string().optional(),
  /** An output that only the create response contains. Later states keep it. */
  createOnly: set,
  /**
   * An output that the gateway derives from `fields` of another object. `input` refers to that object, which
   * is in `list`. If one of the fields changes, the output is read back.
   */
  follows: z.object({ input: z.string(), list: z.string(), fields: names }).optional(),
  /**
   * The only inputs that change this output. If they stay unchanged, previews know the output. If empty, the
   * output never changes.
   */
  madeOf: names.optional(),
  /**
   * Refers to another object in the same workspace: `list` is its list, and `to` is the output that supplies
   * the value, such as its id. Objects in the list `more.list` may supply additional values in `more.field`.
   * If the input `when` is false, the value is not used.
   */
  refers: z
    .object({
      list: z.string(),
      to: z.string(),
      more: z.object({ list: z.string(), field: z.string() }).optional(),
      when: z.string().optional(),
    })
    .optional(),
  /** The API's documented default. */
  byDefault: z.custom<Json>().optional(),
  /** Markdown text that people write and review as a document. */
  prose: set,
  /** The output is the time at which the gateway created the object, or last wrote it. */
  stamp: z.enum(["created", "written"]).optional(),
  /** Describes a value that is allowed but probably a mistake ("is empty"). Shown as a warning. */
  doubt: z.custom<(value: Json, inputs: Values) => string | undefined>().optional(),
  /** The dangerous directions of change, for reviews. Every input declares them, even if it has none. */
  danger: z.custom<readonly FieldDanger[]>().optional(),
});

export type FieldFlags = z.input<typeof fieldFlags>;

export const flags = z.registry<FieldFlags>();

/** Adds rules to a schema: `field(z.string(), { secret: true }).optional()`. */
export function field<T extends z.ZodType>(schema: T, rules: FieldFlags): T {
  const plain: z.ZodType = schema;
  plain.register(flags, rules);
  return schema;
}

export interface Field extends FieldFlags {
  readonly name: string;
  readonly sendAs: string;
  readonly readFrom: string;
  readonly optional: boolean;
  /** Accepts null, which clears the value on the gateway. */
  readonly nullable: boolean;
  readonly numeric: boolean;
  /** The known keys of an object. Empty if there are none. */
  readonly keys: readonly string[];
  /** The values of an enum. Empty for other types. */
  readonly choices: readonly string[];
  readonly freeForm: boolean;
  /** The expected type in words, for messages. */
  readonly expected: string;
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function fieldsOf(schema: z.ZodObject): Field[] {
  return Object.entries(schema.shape).map(([name, type]) => fieldOf(name, asSchema(type)));
}

/** `optional()` and `nullish()` create wrappers without flags, so flags may be on the inner schema. */
function fieldOf(name: string, schema: z.ZodType): Field {
  let core = schema;
  let found: FieldFlags = { ...flags.get(core) };
  while (core instanceof z.ZodOptional || core instanceof z.ZodNullable) {
    core = asSchema(core.unwrap());
    found = { ...flags.get(core), ...found };
  }
  const unknownFlag = Object.keys(found).find((flag) => !(flag in fieldFlags.shape));
  if (unknownFlag !== undefined) {
    throw new Error(`field ${name} has the unknown flag ${unknownFlag}`);
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
    return anyOf(schema.options.map((option) => expectation(asSchema(option))));
  }
  if (schema instanceof z.ZodObject) {
    return `{ ${Object.keys(schema.shape).join(", ")} }`;
  }
  return schema instanceof z.ZodRecord ? "an object" : `a ${schema.def.type}`;
}
