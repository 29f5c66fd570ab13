import { z } from "zod";
import { flags } from "./field.js";

/** How objects of a kind come to be ours and cease to be: the one point where kinds differ in behaviour. */
export type Source<L extends z.ZodObject = z.ZodObject> = Created<L> | Adopted<L> | Minted<L>;

interface Inputs<L extends z.ZodObject> {
  /** Inputs that programs have because objects come to be ours in this way. */
  readonly inputs: L;
}

/** Objects that we make and delete. */
export interface Created<L extends z.ZodObject = z.ZodObject> extends Inputs<L> {
  readonly how: "created";
}

/** Objects that exist already: found by a selector, brought in line, and by default not deleted. */
export interface Adopted<L extends z.ZodObject = z.ZodObject> extends Inputs<L>, Adoption {
  readonly how: "adopted";
}

/** Objects that are made once and cannot be read: their state is all that is known of them. */
export interface Minted<L extends z.ZodObject = z.ZodObject> extends Inputs<L> {
  readonly how: "minted";
  /** Nothing can be called to end them: what lives on, for people. */
  readonly afterRelease: string;
}

export type Release = "keep" | "restore" | "delete";

interface Adoption<C extends readonly [Release, ...Release[]] = readonly [Release, ...Release[]]> {
  /** What destroying may do to the object; the first is the default. */
  readonly onDestroy: C;
  /** What to do when the selector finds nothing, for people. */
  readonly whenMissing: string;
  /** Places of a row that tell people which object it is. */
  readonly shows?: readonly string[];
  /** Rows that may not be managed: a value at a place, or the token's own account at a place. */
  readonly refuse?: Refusal;
  readonly ownAccountAt?: string;
}

/** Rows that no resource can manage. Of their list one is there as long as what it belongs to. */
export interface Refusal {
  readonly at: string;
  readonly value: string;
  /** What people call such an object. */
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
  adopt: z.boolean().register(flags, { local: true }).optional(),
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
    onDestroy: z.enum(adoption.onDestroy).register(flags, { local: true }).optional(),
  });
  return { how: "adopted", inputs, ...adoption } satisfies Adopted<typeof inputs>;
}

const mintedInputs = z.object({});

export function minted(afterRelease: string): Minted<typeof mintedInputs> {
  return { how: "minted", inputs: mintedInputs, afterRelease };
}
