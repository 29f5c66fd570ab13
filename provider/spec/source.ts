import { z } from "zod";
import { defined } from "../text/json.js";
import { harmless } from "./danger.js";
import { field } from "./field.js";

/** How a resource obtains and releases its object. Kinds differ in behavior only in this respect. */
export type Source<L extends z.ZodObject = z.ZodObject> = Created<L> | Adopted<L> | Issued<L>;

interface Inputs<L extends z.ZodObject> {
  readonly inputs: L;
}

export interface Created<L extends z.ZodObject = z.ZodObject> extends Inputs<L> {
  readonly how: "created";
}

/** Existing objects. A selector finds them, and they are updated to the declared values. */
export interface Adopted<L extends z.ZodObject = z.ZodObject> extends Inputs<L>, Adoption {
  readonly how: "adopted";
}

/** Objects that the gateway issues once and that cannot be read. Only the state records them. */
export interface Issued<L extends z.ZodObject = z.ZodObject> extends Inputs<L> {
  readonly how: "issued";
  /** Explains what remains after a destroy, because the API has no call that removes the object. */
  readonly afterRelease: string;
  /** A plural noun for the objects that remain in the parent after a destroy, used to begin a sentence. */
  readonly leaves?: string;
}

export type Release = "keep" | "restore" | "delete";

interface Adoption<C extends readonly [Release, ...Release[]] = readonly [Release, ...Release[]]> {
  /** The allowed values of `onDestroy`. The first is the default. */
  readonly onDestroy: C;
  /** Tells the user what to do if the selector matches nothing. */
  readonly whenMissing: string;
  /** Places in a row that identify the object for users. */
  readonly shows?: readonly string[];
  readonly refuse?: Refusal;
  /** The place of an account's id in a row. The token's own account cannot be managed. */
  readonly ownAccountAt?: string;
}

/** A row that no resource can manage. Every list contains one such row while the list's parent exists. */
export interface Refusal {
  readonly at: string;
  readonly value: string;
  readonly what: string;
  readonly because: string;
}

const createdInputs = z.object({
  /**
   * Whether to take over an existing object of the same name instead of failing. A later destroy
   * deletes the object.
   *
   * @default false, so the stack's setting `adopt` decides
   */
  adopt: field(z.boolean(), { local: true, danger: harmless }).optional(),
});

export const created: Created<typeof createdInputs> = { how: "created", inputs: createdInputs };

export function adopted<const C extends readonly [Release, ...Release[]]>(adoption: Adoption<C>) {
  const inputs = z.object({
    /**
     * The effect of a destroy on the object: `keep` leaves it unchanged, `restore` restores its original
     * values, `delete` deletes it. Apply this with an `up` before the destroy.
     *
     * @default see "On destroy" in the description of the class
     */
    onDestroy: field(z.enum(adoption.onDestroy), { local: true, danger: harmless }).optional(),
  });
  return { how: "adopted", inputs, ...adoption } satisfies Adopted<typeof inputs>;
}

const issuedInputs = z.object({});

export function issued(afterRelease: string, leaves?: string): Issued<typeof issuedInputs> {
  return { how: "issued", inputs: issuedInputs, afterRelease, ...defined({ leaves }) };
}
