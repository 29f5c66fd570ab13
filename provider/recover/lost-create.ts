import type { Kind } from "../spec/kind.js";
import type { Values } from "../spec/values.js";

/** A stretch of time, in milliseconds by this machine's clock. Without an end it lasts until now. */
export interface Period {
  readonly from: number;
  readonly to?: number;
}

/** A create that was begun, and whose end nobody recorded. */
export interface LostCreate {
  readonly urn: string;
  readonly kind: Kind;
  /** What the engine gave to the create, as `check` returned it, with the values of secrets. */
  readonly inputs: Values;
  /** The names of inputs that the create had too, and whose values are not known. They are not in `inputs`. */
  readonly unread?: readonly string[];
  /** When it began at the earliest, in milliseconds by this machine's clock. Undefined if nothing tells. */
  readonly since: number | undefined;
  /** When the runs were under way that may have begun it, if that is known. Without them, it is any time since. */
  readonly runs?: readonly Period[];
}

/** An object that a lost create has made. */
interface Found {
  readonly is: "found";
  readonly lost: LostCreate;
  readonly id: string;
  /** What a create would have stored; secrets are in the engine's envelope. */
  readonly outputs: Values;
}

/** What the gateway has of a lost create. */
export type LostFinding =
  | Found
  | {
      readonly is: "absent";
      readonly lost: LostCreate;
      /** What a person should know all the same, as a sentence. */
      readonly note?: string;
    }
  | {
      readonly is: "doubtful";
      readonly lost: LostCreate;
      /** What may exist, as a sentence. */
      readonly why: string;
      /** How a person can see it, as a sentence. */
      readonly look: string;
    };
