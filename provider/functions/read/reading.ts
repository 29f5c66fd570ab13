import { z } from "zod";
import type { Parent } from "../../spec/endpoints.js";
import { fieldsOf } from "../../spec/field.js";
import type { Kind } from "../../spec/kind.js";
import { identity } from "./places.js";

/** What programs can read, as data: where it is, which fields select an object, and what a row shows. */
export interface Reading<
  W extends z.ZodObject = z.ZodObject,
  B extends z.ZodObject = z.ZodObject,
  R extends z.ZodObject = z.ZodObject,
> {
  /** What an object is called in the names of its functions: `Prompt` is read by `getPrompt` and `getPrompts`. */
  readonly name: string;
  /** Path templates with `{id}` and names of arguments; undefined if the API does not have the path. */
  readonly list?: string | undefined;
  readonly get?: string | undefined;
  /** The scope that reading needs (the API's section "Authentication", 3). */
  readonly scope: string;
  /** What the objects belong to, for the message that it does not exist. */
  readonly parent?: Parent | undefined;
  /** Arguments that say where to look. Those that are not part of the path go into the query. */
  readonly where: W;
  /** Fields that select one object of the list. The first one is enough; the rest narrow the choice. */
  readonly by: B;
  /** The fields of a row. */
  readonly result: R;
}

/** Checks a reading. A broken one fails here, when its module loads. */
export function reading<W extends z.ZodObject, B extends z.ZodObject, R extends z.ZodObject>(
  spec: Reading<W, B, R>,
): Reading<W, B, R> {
  const unreadable = fieldsOf(spec.result).find(
    (field) => field.local || field.writeOnly || field.secret || field.createOnly,
  );
  if (unreadable !== undefined) {
    throw new Error(`${spec.list} cannot show ${unreadable.name}: the gateway never sends it`);
  }
  for (const template of [spec.list, spec.get]) {
    for (const [, name = ""] of template?.matchAll(/\{(\w+)\}/g) ?? []) {
      if (name !== "id" && !(name in spec.where.shape)) {
        throw new Error(`${template} needs ${name}, which is not an argument`);
      }
    }
  }
  return spec;
}

/** The objects of a kind: where they are read, and what they show: these fields, and all that programs cannot set. */
export function objectsOf<I extends z.ZodObject, O extends z.ZodObject, V extends z.ZodObject>(
  kind: Pick<Kind, "name" | "endpoints" | "scope"> & { readonly outputs: O; readonly volatile?: V },
  fields: I,
) {
  const { name, endpoints, scope, outputs, volatile } = kind;
  const { list, get, parent } = endpoints;
  const shown = { ...outputs.shape, ...volatile?.shape } as O["shape"] & V["shape"];
  const result = z.object({ ...identity, ...(fields.shape as I["shape"]), ...shown });
  return { name, list, get, parent, scope: `${scope}:read`, result };
}
