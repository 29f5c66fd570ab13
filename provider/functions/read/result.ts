import { z } from "zod";
import { idOf } from "../../client/exchange.js";
import { valueIn } from "../../lifecycle/rows.js";
import { fieldsOf } from "../../spec/field.js";
import type { Values } from "../../spec/values.js";
import { isJsonObject, type Json, type JsonObject } from "../../text/json.js";

/** Enumerations are open: a newer gateway may answer with values that this release does not know. */
type Open<T> = T extends string
  ? string extends T
    ? T
    : T | (string & Record<never, never>)
  : T extends readonly unknown[]
    ? T
    : T extends object
      ? Shown<T>
      : T;

type Shown<T> = { readonly [F in keyof T]-?: Open<Exclude<T[F], undefined>> };

/**
 * A row as programs get it, with every field that the API document shows. If a gateway leaves a field out all
 * the same, the field is undefined.
 */
export type ResultOf<R extends z.ZodObject> = Shown<z.output<R>>;

/**
 * Makes the function that turns a row into a result: names in camelCase, numbers as numbers, unknown fields
 * left out, null for a nullable field that the gateway leaves out. Free-form JSON is not touched.
 *
 * @param read - fails for a value that Pulumi cannot carry, or leaves it out
 */
export function resultReader(schema: z.ZodObject, read = valueIn): (row: JsonObject) => Values {
  const fields = fieldsOf(schema).map((field) => ({ field, copy: copier(schema.shape[field.name]) }));
  return (row) => {
    const result: Values = {};
    for (const { field, copy } of fields) {
      const value = read(field, row);
      if (value !== undefined) {
        result[field.name] = copy(value);
      } else if (field.nullable) {
        result[field.name] = null;
      }
    }
    const id = "id" in schema.shape ? idOf(row) : undefined;
    return id === undefined ? result : { ...result, id };
  };
}

/**
 * Makes the function that copies a value: rows are remembered, and a program may change its result. Objects
 * of a known form are read like rows.
 */
function copier(type: unknown): (value: Json) => Json {
  const core = type instanceof z.ZodNullable ? type.unwrap() : type;
  const toResult = core instanceof z.ZodObject ? resultReader(core) : undefined;
  return (value) =>
    toResult !== undefined && isJsonObject(value) ? toResult(value) : structuredClone(value);
}

/** Whether a row lacks a field that the object's own answer would have. */
export function isPartial(schema: z.ZodObject, row: JsonObject, known: Values): boolean {
  return fieldsOf(schema).some(
    (field) => !field.nullable && row[field.readFrom] === undefined && known[field.name] === undefined,
  );
}

/**
 * What a recorded request tells (the API's section "Metric"). It loads no kind: the command line reads rows,
 * too, and is quick.
 */
export const metricRow = z.object({
  /** Id of the object. */
  id: z.string().min(1),
  /** Id of the account. */
  userId: z.string(),
  /** Id of the key that the request was sent with. */
  keyId: z.string(),
  /** HTTP method of the recorded request. */
  method: z.string(),
  /** Path of the recorded request. */
  endpoint: z.string(),
  /** HTTP status of the answer. */
  statusCode: z.int(),
  /** How long the request took, in milliseconds. */
  durationMs: z.int(),
  /** Number of tokens that were sent. */
  tokensInput: z.int(),
  /** Number of tokens that came back. */
  tokensOutput: z.int(),
  /** Cost of the request; the API does not show the unit. */
  cost: z.number(),
  /** Id of the provider that served the request. */
  providerId: z.string(),
  /** Id of the model that served the request. */
  modelId: z.string(),
  /** When the request was recorded, ISO 8601. */
  createdAt: z.string(),
});
