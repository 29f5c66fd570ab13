import type { JsonObject } from "../text/json.js";

/** How a resource of the program came by its object in this operation. */
export type Holding = "kept" | "claimed" | "created";

/**
 * What the processes of one operation tell each other: which object, or which name of a new object, a resource of the program
 * has. A process knows its own claims by its registry; here it learns those of the others.
 */
export interface Claims {
  /**
   * Claims for this process, unless another one has it already, in a way that is not allowed `beside` this one. Returns how that
   * one has it.
   */
  take(key: string, how: Holding, beside: readonly Holding[]): Holding | undefined;
  /** How another process has it; undefined if none has. */
  foreign(key: string): Holding | undefined;
  /** Keeps values for the other processes, in place of those that were kept under the key before. */
  note(key: string, values: JsonObject): void;
  /** The values that were noted last. */
  noted(key: string): JsonObject | undefined;
  /** Why nothing is known of other processes; undefined if it is, or if there are none. */
  readonly problem: string | undefined;
}

/** The claims of a process that is alone, such as a command. */
export const noOthers: Claims = {
  take: () => undefined,
  foreign: () => undefined,
  note: () => {},
  noted: () => undefined,
  problem: undefined,
};
