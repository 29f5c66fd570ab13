import { z } from "zod";
import { id } from "../../kinds/shared.js";
import { type Field, fieldsOf } from "../../spec/field.js";
import type { Kind, Parent } from "../../spec/kind.js";
import type { Values } from "../../spec/values.js";
import { inOurWords } from "../../text/issue-words.js";
import { didYouMean, quoted, withPeriod } from "../../text/words.js";

/** Which gateway to ask: the arguments of every function. */
export const common = z.strictObject({
  /**
   * Name of the connection whose settings to use, as on resources.
   *
   * @default the settings without a name
   */
  connection: z.string().min(1).optional(),
});

export type CommonArgs = z.input<typeof common>;

/**
 * What a schema takes, to be joined with the types of other schemas. zod's type for a schema without fields
 * forbids all fields, so only the fields of the schema are picked.
 */
type TakenBy<S extends z.ZodObject> = Pick<z.input<S>, keyof z.input<S> & keyof S["shape"]>;

/** What the function takes that reads a whole list, or the only object of its place. */
export type ManyArgs<D extends Reading> = CommonArgs & TakenBy<D["where"]>;

/** What the function takes that reads one object. */
export type OneArgs<D extends Reading> = CommonArgs & TakenBy<D["where"]> & Selection<TakenBy<D["by"]>>;

/** Selects by id, or by fields that people know, for example the name, if the objects have them. */
type Selection<B> = keyof B extends never
  ? ById
  : (ById & { [F in keyof B]?: undefined }) | (B & { id?: undefined });

interface ById {
  /** Id of the object. */
  id: string;
}

/** Checks the arguments of a function. Throws one error with all problems, each with the name of its argument. */
export function checkArguments(name: string, schema: z.ZodObject, args: object): Values {
  const parsed = schema.safeParse(args, inOurWords);
  if (parsed.success) {
    return parsed.data as Values;
  }
  const fields = new Map(fieldsOf(schema).map((field) => [field.name, field]));
  const problems = parsed.error.issues.flatMap((issue) => describe(issue, fields, args));
  throw new Error(`${name}: ${problems.map(withPeriod).join(" ")}`);
}

function describe(issue: z.core.$ZodIssue, fields: ReadonlyMap<string, Field>, args: object): string[] {
  if (issue.code === "unrecognized_keys") {
    const names = [...fields.keys()];
    return issue.keys.map(
      (key) => `there is no argument ${quoted(key)}.${didYouMean(key, names, "The arguments")}`,
    );
  }
  const argument = String(issue.path[0] ?? "");
  if (argument === "") {
    return [issue.message];
  }
  if (Reflect.get(args, argument) === undefined) {
    return [`${argument} is required`];
  }
  return issue.code === "invalid_type"
    ? [`${argument} must be ${fields.get(argument)?.expected}`]
    : [`${issue.path.join(".")} ${issue.message}`];
}

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

/** Where objects of a workspace are looked for. */
export const ofWorkspace = z.object({
  /** Id of the workspace to look in. */
  workspaceId: id(),
});

/** Objects of the account, and objects that nothing but their id tells apart. */
export const none = z.object({});

/** Objects that have a name. */
export const byName = z.object({
  /** Name of the object. */
  name: z.string(),
});

/** What some objects have besides: only the gateway says it. */
export const creator = {
  /** Id of an account, as the gateway shows it; the API does not say which. */
  userId: z.string(),
};

/** What every object has besides its kind's fields. */
export const identity = {
  /** Id of the object. */
  id: id(),
};
