import { z } from "zod";
import { isJsonObject, type Json, type JsonObject } from "../client/json.js";
import { idOf } from "../client/rows.js";
import { fieldsOf } from "../lifecycle/field.js";
import { fieldOf } from "../lifecycle/rows.js";
import type { Values } from "../lifecycle/values.js";

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

/** A row as programs get it: every field of the schema, as api.md shows it. */
export type ResultOf<R extends z.ZodObject> = Shown<z.output<R>>;

/**
 * Makes what turns a row into a result: names in camelCase, numbers as numbers, unknown fields left out, null for a
 * nullable field that the gateway leaves out. Free-form JSON is not touched.
 */
export function resultReader(schema: z.ZodObject): (row: JsonObject) => Values {
  const fields = fieldsOf(schema).map((field) => ({ field, inner: innerReader(schema.shape[field.name]) }));
  return (row) => {
    const result: Values = {};
    for (const { field, inner } of fields) {
      const value = shownValue(fieldOf(field, row), field.nullable);
      if (value !== undefined) {
        result[field.name] = inner !== undefined && isJsonObject(value) ? inner(value) : value;
      }
    }
    const id = "id" in schema.shape ? idOf(row) : undefined;
    return id === undefined ? result : { ...result, id };
  };
}

function shownValue(live: Json | undefined, nullable: boolean): Json | undefined {
  return live === undefined && nullable ? null : live;
}

/** Objects of a known form are read as rows are; those of any other form are not. */
function innerReader(type: unknown): ((row: JsonObject) => Values) | undefined {
  const core = type instanceof z.ZodNullable ? type.unwrap() : type;
  return core instanceof z.ZodObject ? resultReader(core) : undefined;
}

/** Whether a row lacks a field that the object's own answer would have. */
export function isPartial(schema: z.ZodObject, row: JsonObject, known: Values): boolean {
  return fieldsOf(schema).some(
    (field) => !field.nullable && row[field.readFrom] === undefined && known[field.name] === undefined,
  );
}
