import { RequestError } from "../../client/http/errors.js";
import type { Reply } from "../../client/http/exchange.js";
import type { Field } from "../../spec/field.js";
import type { Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import type { Target } from "../operation/target.js";

/** The object that a resource has got: its id, and the row that the gateway answered with, if any. */
export interface Obtained {
  readonly id: string;
  readonly row?: JsonObject;
  /** The values that the object had before, if a destroy may put them back. */
  readonly found?: Values;
  /**
   * What is wrong with the answer of the create.
   * The object exists and is recorded; then this error is shown.
   */
  readonly problem?: Error;
}

export interface Change {
  /** Declared fields to send, by name. */
  readonly set: Values;
  /** Fields that are no longer declared, and whose default the gateway is asked for. */
  readonly reset: readonly Field[];
  readonly olds: Values;
  readonly news: Values;
}

/** What a source does with the objects of its kinds. */
export interface Verbs {
  obtain(target: Target, declared: Values): Promise<Obtained>;
  /** The values to keep of an object that is taken over as it is. Fails if the object may not be managed. */
  found?(target: Target, row: JsonObject): Promise<Values>;
  /** Returns what the gateway answered. Undefined if nothing was sent. */
  change(target: Target, id: string, change: Change): Promise<JsonObject | undefined>;
  release(target: Target, id: string, state: Values): Promise<void>;
}

/**
 * The answer to a POST that may have been carried out, and what is wrong with the answer.
 * Other failures are thrown.
 */
export async function answered(sending: Promise<Reply>): Promise<{ reply?: Reply; problem?: RequestError }> {
  try {
    return { reply: await sending };
  } catch (error) {
    if (error instanceof RequestError && error.failure.answer !== undefined) {
      return { reply: error.failure.answer(), problem: error };
    }
    if (error instanceof RequestError && error.outcome === "unknown") {
      return { problem: error };
    }
    throw error;
  }
}
