import { z } from "zod";
import { defined } from "../text/json.js";
import { harmless, type ObjectDanger } from "./danger.js";
import { type Field, field, fieldsOf } from "./field.js";
import type { Source } from "./source.js";

export function isReadable({ endpoints }: Pick<Kind, "endpoints">): boolean {
  return endpoints.list !== undefined || endpoints.get !== undefined;
}

export function holdsKinds({ endpoints }: Pick<Kind, "endpoints">, kinds: readonly Kind[]): boolean {
  return kinds.some(({ endpoints: { parent } }) => parent !== undefined && parent.list === endpoints.list);
}

/** The list of the objects that an input refers to, and the output that supplies its value. */
export function referenceOf(
  { endpoints, fields }: Pick<Kind, "endpoints" | "fields">,
  input: string,
): { list: string; to: string } | undefined {
  const { parent } = endpoints;
  return parent?.field === input ? { list: parent.list, to: "id" } : fields.get(input)?.refers;
}

/**
 * The inputs that a program may leave to the gateway. Their values are then outputs. This excludes secrets,
 * free-form JSON (which may contain secrets), and values that the gateway never shows.
 */
export function offeredFields({ fields }: Pick<Kind, "fields">): Field[] {
  return [...fields.values()].filter(
    ({ optional, local, writeOnly, secret, freeForm }) =>
      optional && !(local || writeOnly || secret || freeForm),
  );
}

type NoFields = z.ZodObject<Record<never, never>>;

interface Spec<
  I extends z.ZodObject,
  O extends z.ZodObject,
  L extends z.ZodObject,
  V extends z.ZodObject = NoFields,
  E extends Endpoints = Endpoints,
> {
  readonly source: Source<L>;
  readonly endpoints: E;
  /** The part of the scopes before the colon, as in `providers:read` (API section "Authentication", 3). */
  readonly scope: string;
  /** The API does not document the scopes of these endpoints, so `scope` is an assumption. */
  readonly scopeIsAssumed?: true;
  /** Inputs that together identify an object for users. No two objects have the same values. */
  readonly naturalKey: readonly (keyof I["shape"] & string)[];
  /**
   * Inputs that distinguish objects with the same natural key, for gateways that accept several such objects.
   * Resources that differ in one of them may all be created, unless the gateway refuses.
   */
  readonly distinguishedBy?: readonly (keyof I["shape"] & string)[];
  readonly inputs: I;
  readonly outputs: O;
  /** Fields that change on their own. They are never in state. Read them with a function. */
  readonly volatile?: V;
  readonly wait?: Wait;
  readonly guard?: Guard;
  /** With this input value, a replacement is created before the old object of the same name is deleted. */
  readonly overlap?: { readonly input: string; readonly value: string };
  readonly danger?: ObjectDanger;
  /** Pairs of inputs that contradict each other. Declaring both causes a warning. */
  readonly contradictions?: readonly (readonly [keyof I["shape"] & string, keyof I["shape"] & string])[];
}

export interface Kind<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodObject = z.ZodObject,
  L extends z.ZodObject = z.ZodObject,
  V extends z.ZodObject = z.ZodObject,
  E extends Endpoints = Endpoints,
> extends Omit<Spec<I, O, L, V, E>, "naturalKey" | "distinguishedBy" | "contradictions"> {
  readonly name: string;
  readonly naturalKey: readonly string[];
  readonly distinguishedBy?: readonly string[];
  readonly contradictions?: readonly (readonly [string, string])[];
  /** All inputs by name: from the spec, from its source, and the common ones. */
  readonly fields: ReadonlyMap<string, Field>;
  readonly outputFields: ReadonlyMap<string, Field>;
  readonly schema: z.ZodObject;
}

/** Messages need the URN for progress, for commands, or because no input identifies the object for users. */
export function needsUrn({ wait, guard, naturalKey, fields }: Kind): boolean {
  return (
    wait !== undefined ||
    guard !== undefined ||
    (naturalKey.length === 0 && ![...fields.values()].some(({ selects }) => selects !== undefined))
  );
}

/** The inputs of every kind. They are used only by this package and never sent. */
const commonInputs = z.object({
  /**
   * Name of the connection whose settings to use. Changing it to a connection of a different gateway replaces
   * the object.
   *
   * @default the default connection, which has no name
   */
  connection: field(z.string().min(1), { local: true, danger: harmless }).optional(),
});

/** Creates a kind from a spec. Throws for a broken spec, when its module is loaded. */
export function kind<
  I extends z.ZodObject,
  O extends z.ZodObject,
  L extends z.ZodObject,
  V extends z.ZodObject = NoFields,
  const E extends Endpoints = Endpoints,
>(name: string, spec: Spec<I, O, L, V, E>): Kind<I, O, L, V, E> {
  const schema = z.strictObject({ ...spec.inputs.shape, ...spec.source.inputs.shape, ...commonInputs.shape });
  const fields = byName(fieldsOf(schema));
  const outputFields = byName(fieldsOf(spec.outputs));
  const made = { ...spec, name, schema, fields, outputFields };
  const problem = [...brokenRules(made)][0];
  if (problem !== undefined) {
    throw new Error(`the spec of ${name} is broken: ${problem}`);
  }
  return made;
}

function byName(fields: Field[]): Map<string, Field> {
  return new Map(fields.map((field) => [field.name, field]));
}

function* brokenRules(made: Kind) {
  const { endpoints, naturalKey, distinguishedBy = [], fields, outputFields, wait, guard, overlap } = made;
  for (const name of naturalKey) {
    if (!fields.has(name)) {
      yield `natural key ${name} is not an input`;
    }
  }
  for (const name of distinguishedBy) {
    const field = fields.get(name);
    if (field === undefined || field.local || field.writeOnly || naturalKey.includes(name)) {
      yield `${name} distinguishes objects with the same name, so it must be an input that the gateway shows and that is not part of the natural key`;
    }
  }
  for (const name of outputFields.keys()) {
    if (fields.has(name) || name === "id" || name === "urn") {
      yield `output ${name} must be renamed: an input already has this name, or the name is \`id\` or \`urn\``;
    }
  }
  for (const name of made.danger?.rates?.flatMap(({ of, per }) => [of, per]) ?? []) {
    if (!fields.has(name)) {
      yield `a rate uses ${name}, which is not an input`;
    }
  }
  for (const template of Object.values(endpoints).filter((value) => typeof value === "string")) {
    for (const [, name = ""] of template.matchAll(/\{(\w+)\}/g)) {
      if (name !== "id" && !fields.has(name)) {
        yield `${template} needs ${name}, which is not an input`;
      }
    }
  }
  for (const local of [wait?.unless, wait?.timeout.input, guard?.unless, overlap?.input]) {
    if (local !== undefined && fields.get(local)?.local !== true) {
      yield `${local} controls this package's behavior, so it must be a local input`;
    }
  }
  if (endpoints.parent !== undefined && fields.get(endpoints.parent.field)?.replace !== true) {
    yield `${endpoints.parent.field} identifies the object's parent, so a change must replace the object`;
  }
  for (const { name, follows, madeOf, secret } of outputFields.values()) {
    if (follows !== undefined && !fields.has(follows.input)) {
      yield `output ${name} follows an object through ${follows.input}, which is not an input`;
    }
    for (const input of (madeOf ?? []).filter((each) => !fields.has(each))) {
      yield `output ${name} depends on ${input}, which is not an input`;
    }
    if (madeOf !== undefined && secret) {
      yield `output ${name} is secret, so it cannot be among the inputs and must not have madeOf`;
    }
  }
  for (const field of fields.values()) {
    for (const flag of ["createOnly", "follows", "madeOf", "stamp"] as const) {
      if (field[flag] !== undefined) {
        yield `${field.name} is an input, but ${flag} is only for outputs`;
      }
    }
    if (field.local && field.writeOnly) {
      yield `${field.name} cannot be both local and writeOnly`;
    }
  }
}

/**
 * For a kind whose objects contain other objects. Deleting an object deletes its contents, which are the
 * objects of every kind whose `parent.list` is this kind's list.
 */
export interface Guard {
  /** The local input that allows a delete with the contents. It must be applied before the delete. */
  readonly unless: string;
  /** Names of the counts in `stats` of the object's list row, by the list whose objects they count. */
  readonly counts: Readonly<Record<string, string>>;
  /** Contents that belong to no kind. Messages name them, but they do not prevent the delete. */
  readonly harmless: readonly {
    /** The singular noun in messages. */
    readonly what: string;
    /** The list's path, with the container's id in the same form as in the lists of kinds. */
    readonly list: string;
    readonly scope: string;
  }[];
}

/** Work that continues on the gateway after a create, and how long we wait for it. */
export interface Wait {
  /** The row's field with the status, by its API name. */
  readonly status: string;
  readonly running: readonly string[];
  readonly failed: readonly string[];
  readonly error: string;
  /** The row's field that counts finished work, and the noun for the counted items. */
  readonly progress: { readonly field: string; readonly of: string };
  /** The local input that disables the wait if it is false. */
  readonly unless: string;
  /** The local input for the timeout in seconds, and its default. */
  readonly timeout: { readonly input: string; readonly seconds: number };
}

/**
 * The paths of a kind in the API: templates with `{id}` and names of inputs.
 *
 * An omitted path does not exist in the API. Without `patch`, every change replaces the object. Without
 * `get`, the list shows whether the object still exists.
 */
export interface Endpoints {
  readonly list?: string;
  readonly get?: string;
  readonly create?: string;
  /** Also accepts PUT (API section "Verbs"). */
  readonly patch?: string;
  readonly remove?: string;
  /** `app`: called with the app's own credentials, not a bearer token (API section "Authentication", 5). */
  readonly auth?: "app";
  readonly parent?: Parent;
  /** The parent's id is a query parameter of reads and a body field of writes, not part of the path. */
  readonly scoped?: boolean;
}

export interface Parent {
  readonly what: string;
  readonly field: string;
  /** The list that shows whether the parent exists, and the scope for reading this list. */
  readonly list: string;
  readonly scope: string;
}

export function collection(path: string, options: { update: boolean }): Endpoints {
  return {
    list: path,
    get: `${path}/{id}`,
    create: path,
    ...defined({ patch: options.update ? `${path}/{id}` : undefined }),
    remove: `${path}/{id}`,
  };
}
