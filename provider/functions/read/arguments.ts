import { z } from "zod";
import { type Field, fieldsOf } from "../../spec/field.js";
import type { Values } from "../../spec/values.js";
import { didYouMean } from "../../text/did-you-mean.js";
import { quoted } from "../../text/quoted.js";
import { inOurWords } from "../../text/schema/issue-words.js";
import { withPeriod } from "../../text/words.js";
import type { Reading } from "./reading.js";

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
