import type { Kind } from "../spec/kind.js";
import type { Values } from "../spec/values.js";

/** A create that was begun, and whose end nobody recorded. */
export interface LostCreate {
  readonly urn: string;
  readonly kind: Kind;
  /** What the engine gave to the create, as `check` returned it, with the values of secrets. */
  readonly inputs: Values;
  /** When it began at the earliest, in milliseconds by this machine's clock. */
  readonly since: number;
}

/** What the gateway has of a lost create. */
export type Finding =
  | {
      readonly is: "found";
      readonly lost: LostCreate;
      readonly id: string;
      /** What a create would have stored; secrets are in the engine's envelope. */
      readonly outputs: Values;
    }
  | { readonly is: "absent"; readonly lost: LostCreate }
  | {
      readonly is: "doubtful";
      readonly lost: LostCreate;
      /** What may exist, as a sentence. */
      readonly why: string;
      /** How a person can see it, as a sentence. */
      readonly look: string;
    };
