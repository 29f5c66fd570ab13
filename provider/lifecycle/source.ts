import type { z } from "zod";
import type { JsonObject } from "../client/json.js";
import type { Target } from "./target.js";
import type { Values } from "./values.js";

/** An object that is now ours: its id, and what the gateway said of it, if anything. */
export interface Obtained {
  readonly id: string;
  readonly row?: JsonObject;
  /** Values that the object had before, if it is to be given back. */
  readonly found?: Values;
  /** What it showed before it was brought in line, if it was there already. */
  readonly before?: Values;
  /** It is there and ours, yet something is wrong with the answer that said so: recorded, and then told. */
  readonly problem?: Error;
}

/** What a look at the gateway tells. `unobservable`: there is no way to look, so the prior state stands. */
export type Observation =
  | { readonly is: "live"; readonly row: JsonObject }
  | { readonly is: "gone" }
  | { readonly is: "unobservable" };

/** What an update has to bring about. */
export interface Change {
  /** Declared fields to send, by name. */
  readonly set: Values;
  /** Names of fields that are no longer declared. */
  readonly removed: readonly string[];
  readonly olds: Values;
  readonly news: Values;
}

/**
 * How objects of a kind come to be ours and cease to be: the one point where kinds differ in behaviour.
 * `created` objects are made and deleted; `adopted` ones exist already and are found by a selector;
 * `minted` ones are made once and cannot be read.
 */
export interface Source<L extends z.ZodObject = z.ZodObject> {
  /** Inputs that programs have because objects come to be ours in this way. */
  readonly inputs: L;
  /** Rows of the list that no resource can manage: they are there as long as what they belong to, one in each. */
  readonly untouchable?: { readonly what: string; is(row: JsonObject): boolean };
  /** Whether a property that is no longer declared is taken away; if not, it had a value before we came and keeps it. */
  readonly takesAway: boolean;
  obtain(target: Target, inputs: Values): Promise<Obtained>;
  observe(target: Target, id: string, state: Values): Promise<Observation>;
  /** The values to keep of an object that is taken over as it is; fails if it may not be managed. */
  found?(target: Target, row: JsonObject): Promise<Values>;
  /** Returns what the gateway answered; undefined if nothing was sent. */
  change(target: Target, id: string, change: Change): Promise<JsonObject | undefined>;
  release(target: Target, id: string, state: Values): Promise<void>;
}
