import { z } from "zod";
import { idOf } from "../../client/exchange.js";
import { id } from "../../kinds/shared.js";
import { valueIn } from "../../lifecycle/rows.js";
import { type Field, fieldsOf } from "../../spec/field.js";
import type { Endpoints, Kind, Parent } from "../../spec/kind.js";
import type { Values } from "../../spec/values.js";
import { inOurWords } from "../../text/issue-words.js";
import { isJsonObject, type Json, type JsonObject } from "../../text/json.js";
import { didYouMean, quoted, withPeriod } from "../../text/words.js";

/** Arguments of every function. They select the gateway. */
export const common = z.strictObject({
  /**
   * Name of the connection whose settings to use, as for resources.
   *
   * @default the default connection, which has no name
   */
  connection: z.string().min(1).optional(),
});

export type CommonArgs = z.input<typeof common>;

/** zod's type for a schema without fields forbids all fields, so only the fields of the schema are picked. */
type TakenBy<S extends z.ZodObject> = Pick<z.input<S>, keyof z.input<S> & keyof S["shape"]>;

/** Arguments of a function that reads a whole list, or a singleton such as a workspace's budget. */
export type ManyArgs<D extends Reading> = CommonArgs & TakenBy<D["where"]>;

/** Arguments of a function that reads one object. */
export type OneArgs<D extends Reading> = CommonArgs & TakenBy<D["where"]> & Selection<TakenBy<D["by"]>>;

/** Selects an object by id or, for some kinds, by human-readable fields such as the name. */
type Selection<B> = keyof B extends never
  ? ById
  : (ById & { [F in keyof B]?: undefined }) | (B & { id?: undefined });

interface ById {
  /** Id of the object. */
  id: string;
}

/** Throws a single error that lists all problems, each with the argument's name. */
export function checkArguments(
  name: string,
  schema: z.ZodObject,
  args: object,
  what: "argument" | "option" = "argument",
): Values {
  const parsed = schema.safeParse(args, inOurWords);
  if (parsed.success) {
    return parsed.data as Values;
  }
  const fields = new Map(fieldsOf(schema).map((field) => [field.name, field]));
  const problems = parsed.error.issues.flatMap((issue) => describe(issue, fields, args, what));
  throw new Error(`${name}: ${problems.map(withPeriod).join(" ")}`);
}

function describe(
  issue: z.core.$ZodIssue,
  fields: ReadonlyMap<string, Field>,
  args: object,
  what: "argument" | "option",
): string[] {
  if (issue.code === "unrecognized_keys") {
    const names = [...fields.keys()];
    return issue.keys.map(
      (key) => `unknown ${what} ${quoted(key)}.${didYouMean(key, names, `The ${what}s`)}`,
    );
  }
  const argument = String(issue.path[0] ?? "");
  if (argument === "") {
    return [issue.message];
  }
  if (Reflect.get(args, argument) === undefined) {
    return [`${argument} is required`];
  }
  if (issue.code === "invalid_type") {
    return [`${argument} must be ${fields.get(argument)?.expected}`];
  }
  return [`${what === "option" ? "the option " : ""}${issue.path.join(".")} ${issue.message}`];
}

/** Describes objects that programs can read. */
export interface Reading<
  W extends z.ZodObject = z.ZodObject,
  B extends z.ZodObject = z.ZodObject,
  R extends z.ZodObject = z.ZodObject,
> {
  /** The object's name in function names: `Prompt` is read by `getPrompt` and `getPrompts`. */
  readonly name: string;
  /** Path templates with `{id}` and argument names; undefined if the API does not have the path. */
  readonly list?: string | undefined;
  readonly get?: string | undefined;
  /** The scope required for reading (API document, "Authentication", item 3). */
  readonly scope: string;
  /** The parent of the objects, for the error message if the parent does not exist. */
  readonly parent?: Parent | undefined;
  /** Arguments that specify where to look. Those that are not part of the path are added to the query. */
  readonly where: W;
  /** Fields that select one object in the list. The first is sufficient; the others narrow the choice. */
  readonly by: B;
  readonly result: R;
}

/** Throws for an invalid reading, so that the module that exports its functions does not load. */
export function assertSound({ list, get, where, result }: Reading): void {
  const unreadable = fieldsOf(result).find(
    (field) => field.local || field.writeOnly || field.secret || field.createOnly,
  );
  if (unreadable !== undefined) {
    throw new Error(`${list} cannot show ${unreadable.name}: the gateway never sends it`);
  }
  for (const template of [list, get]) {
    for (const [, name = ""] of template?.matchAll(/\{(\w+)\}/g) ?? []) {
      if (name !== "id" && !(name in where.shape)) {
        throw new Error(`${template} needs ${name}, which is not an argument`);
      }
    }
  }
}

const ofWorkspace = z.object({
  /** Id of the workspace to look in. */
  workspaceId: id(),
});

/** An empty schema, for objects of the account and for objects that can be selected only by id. */
export const none = z.object({});

export const byName = z.object({
  /** Name of the object. */
  name: z.string(),
});

/** A field that only some kinds have and that only the gateway sets. */
export const creator = {
  /** Id of an account, as the gateway returns it; the API does not document which account. */
  userId: z.string(),
};

/** The field that every object has in addition to its kind's fields. */
export const identity = {
  /** Id of the object. */
  id: id(),
};

type PlaceOf<E extends Endpoints> = E extends { readonly parent: Parent } ? typeof ofWorkspace : typeof none;

/** The shown fields are `fields` and all fields that programs cannot set. */
export function objectsOf<
  I extends z.ZodObject,
  O extends z.ZodObject,
  V extends z.ZodObject,
  E extends Endpoints,
  B extends z.ZodObject,
>(
  kind: Pick<Kind, "name" | "scope"> & { readonly outputs: O; readonly volatile?: V; readonly endpoints: E },
  fields: I,
  by: B,
) {
  const { name, endpoints, scope, outputs, volatile } = kind;
  const { list, get, parent } = endpoints;
  const shown = { ...outputs.shape, ...volatile?.shape } as O["shape"] & V["shape"];
  const result = z.object({ ...identity, ...(fields.shape as I["shape"]), ...shown });
  const where = (parent === undefined ? none : ofWorkspace) as PlaceOf<E>;
  return { name, list, get, parent, scope: `${scope}:read`, where, by, result };
}

/** Enumerations are open: a newer gateway may return values that this release does not know. */
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
 * A row as programs receive it, with every field that the API document shows. If a gateway omits a field
 * anyway, the field is undefined.
 */
export type ResultOf<R extends z.ZodObject> = Shown<z.output<R>>;

/** `read` throws for a value that Pulumi cannot represent, or omits the value. */
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

/** Copies are needed because rows are cached and a program may change its result. */
function copier(type: unknown): (value: Json) => Json {
  const core = type instanceof z.ZodNullable ? type.unwrap() : type;
  const toResult = core instanceof z.ZodObject ? resultReader(core) : undefined;
  return (value) =>
    toResult !== undefined && isJsonObject(value) ? toResult(value) : structuredClone(value);
}

/** A recorded request (API document, "Metric"). No kind is loaded, so the command line starts quickly. */
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
  /** HTTP status of the response. */
  statusCode: z.int(),
  /** How long the request took, in milliseconds. */
  durationMs: z.int(),
  /** Number of input tokens. */
  tokensInput: z.int(),
  /** Number of output tokens. */
  tokensOutput: z.int(),
  /** Cost of the request; the API does not document the unit. */
  cost: z.number(),
  /** Id of the provider that served the request. */
  providerId: z.string(),
  /** Id of the model that served the request. */
  modelId: z.string(),
  /** When the request was recorded, ISO 8601. */
  createdAt: z.string(),
});
