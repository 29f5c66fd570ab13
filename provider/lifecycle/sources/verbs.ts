import type { Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import type { Target } from "../operation/target.js";

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

/** What an update has to bring about. */
export interface Change {
  /** Declared fields to send, by name. */
  readonly set: Values;
  /** Names of fields that are no longer declared. */
  readonly removed: readonly string[];
  readonly olds: Values;
  readonly news: Values;
}

/** What a source does with the objects of its kinds. */
export interface Verbs {
  obtain(target: Target, declared: Values): Promise<Obtained>;
  /** The values to keep of an object that is taken over as it is; fails if it may not be managed. */
  found?(target: Target, row: JsonObject): Promise<Values>;
  /** Returns what the gateway answered; undefined if nothing was sent. */
  change(target: Target, id: string, change: Change): Promise<JsonObject | undefined>;
  release(target: Target, id: string, state: Values): Promise<void>;
}
