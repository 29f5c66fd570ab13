import { z } from "zod";
import { defined } from "../text/json.js";
import { harmless } from "./danger.js";
import { field } from "./field.js";

/**
 * How a resource gets its object and gives it up.
 * This is the only point in which kinds differ in behaviour.
 */
export type Source<L extends z.ZodObject = z.ZodObject> = Created<L> | Adopted<L> | Issued<L>;

interface Inputs<L extends z.ZodObject> {
  /** Inputs that programs have because their resources get objects in this way. */
  readonly inputs: L;
}

/** Objects that this package creates and deletes. */
export interface Created<L extends z.ZodObject = z.ZodObject> extends Inputs<L> {
  readonly how: "created";
}

/** Objects that exist already. A selector finds them, and they are changed to what is declared. */
export interface Adopted<L extends z.ZodObject = z.ZodObject> extends Inputs<L>, Adoption {
  readonly how: "adopted";
}

/** Objects that the gateway issues once and that cannot be read. All that is known of them is in their state. */
export interface Issued<L extends z.ZodObject = z.ZodObject> extends Inputs<L> {
  readonly how: "issued";
  /** Tells people what remains after a destroy: the API has no call that ends the object. */
  readonly afterRelease: string;
  /** What comes of the object, and stays in what it belongs to when the resource is destroyed: the subject of a sentence, in the plural. */
  readonly leaves?: string;
}

export type Release = "keep" | "restore" | "delete";

interface Adoption<C extends readonly [Release, ...Release[]] = readonly [Release, ...Release[]]> {
  /** What a destroy may do to the object; the first is the default. */
  readonly onDestroy: C;
  /** Tells people what to do if the selector finds nothing. */
  readonly whenMissing: string;
  /** Places in a row whose values show people which object it is. */
  readonly shows?: readonly string[];
  /** Rows that may not be managed, by the value at a place. */
  readonly refuse?: Refusal;
  /** The place of an account's id in a row. The row of the token's own account may not be managed. */
  readonly ownAccountAt?: string;
}

/** Rows that no resource can manage. Every list of the kind has one, as long as the list's parent exists. */
export interface Refusal {
  readonly at: string;
  readonly value: string;
  readonly what: string;
  readonly because: string;
}

const createdInputs = z.object({
  /**
   * Takes over an existing object of the same name instead of failing because it exists; from then on a destroy deletes
   * it.
   *
   * @default false: the setting `adopt` of the stack counts
   */
  adopt: field(z.boolean(), { local: true, danger: harmless }).optional(),
});

export const created: Created<typeof createdInputs> = { how: "created", inputs: createdInputs };

export function adopted<const C extends readonly [Release, ...Release[]]>(adoption: Adoption<C>) {
  const inputs = z.object({
    /**
     * What destroying the resource does to the object: `keep` leaves it as it is, `restore` puts back the values from
     * before, `delete` deletes it. It has to be applied before.
     *
     * @default what the class tells under "On destroy"
     */
    onDestroy: field(z.enum(adoption.onDestroy), { local: true, danger: harmless }).optional(),
  });
  return { how: "adopted", inputs, ...adoption } satisfies Adopted<typeof inputs>;
}

const issuedInputs = z.object({});

export function issued(afterRelease: string, leaves?: string): Issued<typeof issuedInputs> {
  return { how: "issued", inputs: issuedInputs, afterRelease, ...defined({ leaves }) };
}
