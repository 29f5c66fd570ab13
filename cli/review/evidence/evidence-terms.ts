import type { Signer } from "./signers.js";

/** The environments that the API knows. */
export const environments = ["PRODUCTION", "STAGING", "EVALUATION", "EXPERIMENTS"] as const;

/** What a result has to be to count. */
export interface EvidenceTerms {
  /** The environments whose prompts are evaluated; a prompt for no environment is one of each. */
  readonly environments: readonly string[];
  /** How old it may be, in milliseconds. */
  readonly maxAge: number;
  /** Whose signature it needs. Undefined: it needs none, because nobody else can write the file. */
  readonly signers?: readonly Signer[];
}

/** What holds if nobody says otherwise. */
export const usualTerms: EvidenceTerms = { environments: ["PRODUCTION"], maxAge: 14 * 24 * 60 * 60 * 1000 };
