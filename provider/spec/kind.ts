import { z } from "zod";
import type { Endpoints } from "./endpoints.js";
import { type Field, fieldsOf, flags } from "./field.js";
import type { Guard, Overlap, Settling } from "./hooks.js";
import type { Source } from "./source.js";

type NoFields = z.ZodObject<Record<never, never>>;

/** What a kind's file writes down. */
export interface Spec<
  I extends z.ZodObject,
  O extends z.ZodObject,
  L extends z.ZodObject,
  V extends z.ZodObject = NoFields,
  E extends Endpoints = Endpoints,
> {
  /** How objects come to be ours: created, adopted or minted. */
  readonly source: Source<L>;
  readonly endpoints: E;
  /** Resource part of the scopes, as in `providers:read` (api.md, "Authentication" 3). */
  readonly scope: string;
  /** Inputs that together name an object to people, where the API knows no two of the same. */
  readonly naturalKey: readonly (keyof I["shape"] & string)[];
  readonly inputs: I;
  readonly outputs: O;
  /** What changes by itself: never in state, so that it is no difference; functions read it. */
  readonly volatile?: V;
  /** What the object goes through after it was created. */
  readonly settling?: Settling;
  /** What deleting the object would delete with it. */
  readonly guard?: Guard;
  /** How a replacement may stand beside what it replaces. */
  readonly overlap?: Overlap;
  /** Pairs of inputs that contradict each other: a warning if both are given. */
  readonly contradictions?: readonly (readonly [keyof I["shape"] & string, keyof I["shape"] & string])[];
}

/** A spec with all that follows from it. */
export interface Kind<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodObject = z.ZodObject,
  L extends z.ZodObject = z.ZodObject,
  V extends z.ZodObject = z.ZodObject,
  E extends Endpoints = Endpoints,
> extends Omit<Spec<I, O, L, V, E>, "naturalKey" | "contradictions"> {
  readonly name: string;
  readonly naturalKey: readonly string[];
  readonly contradictions?: readonly (readonly [string, string])[];
  /** Inputs by name, those of the source and of every kind included. */
  readonly fields: ReadonlyMap<string, Field>;
  readonly outputFields: ReadonlyMap<string, Field>;
  /** Validates the inputs, those of the source and of every kind included. */
  readonly schema: z.ZodObject;
}

/**
 * Whether lines about an object of the kind need its resource's address: work on it may take so long that its progress
 * is worth a line, or nothing in it tells people which one is meant.
 */
export function tellsByAddress({ settling, naturalKey, fields }: Kind): boolean {
  return (
    settling !== undefined ||
    (naturalKey.length === 0 && ![...fields.values()].some(({ selects }) => selects !== undefined))
  );
}

/** Inputs that every kind has, whatever its source: ours, never sent. */
const commonInputs = z.object({
  /**
   * Name of the connection whose settings to use; one that leads elsewhere replaces the object.
   *
   * @default the settings without a name
   */
  connection: z.string().min(1).register(flags, { local: true }).optional(),
});

/** Makes a kind of a spec. A broken spec fails here, when its module loads. */
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

function* brokenRules({ endpoints, naturalKey, fields, outputFields, settling, guard, overlap }: Kind) {
  for (const name of naturalKey) {
    if (!fields.has(name)) {
      yield `natural key ${name} is not an input`;
    }
  }
  for (const name of outputFields.keys()) {
    if (fields.has(name) || name === "id" || name === "urn") {
      yield `output ${name} has a name that is taken`;
    }
  }
  for (const template of Object.values(endpoints).filter((value) => typeof value === "string")) {
    for (const [, name = ""] of template.matchAll(/\{(\w+)\}/g)) {
      if (name !== "id" && !fields.has(name)) {
        yield `${template} needs ${name}, which is not an input`;
      }
    }
  }
  for (const local of [settling?.unless, settling?.timeout.input, guard?.unless, overlap?.input]) {
    if (local !== undefined && fields.get(local)?.local !== true) {
      yield `${local} steers this package, so it must be a local input`;
    }
  }
  if (endpoints.parent !== undefined && fields.get(endpoints.parent.field)?.replace !== true) {
    yield `${endpoints.parent.field} says what the object belongs to, so a change must replace it`;
  }
  for (const { name, follows } of outputFields.values()) {
    if (follows !== undefined && !fields.has(follows.input)) {
      yield `output ${name} follows what ${follows.input} names, which is not an input`;
    }
  }
  for (const field of fields.values()) {
    for (const flag of ["createOnly", "follows", "stamp"] as const) {
      if (field[flag] !== undefined) {
        yield `${field.name} is an input: ${flag} is for outputs`;
      }
    }
    if (field.local && field.writeOnly) {
      yield `${field.name} cannot be both local and writeOnly`;
    }
  }
}
