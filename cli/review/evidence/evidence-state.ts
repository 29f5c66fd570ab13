/** Why a prompt has no evidence. */
export interface EvidenceProblem {
  readonly why:
    | "unknown"
    | "no-file"
    | "unreadable"
    | "malformed"
    | "unsigned"
    | "unknown-signer"
    | "broken-signature"
    | "no-result"
    | "other-prompt"
    | "other-text"
    | "other-environment"
    | "other-model"
    | "failed"
    | "contradictory"
    | "future"
    | "stale";
  /** As it goes on after the prompt's name and a colon. */
  readonly reason: string;
}

/** What is known of the evaluation of a prompt. */
export type EvidenceState =
  | {
      readonly is: "passed";
      /** When the oldest result that counts was made, and until when it counts. */
      readonly at: string;
      readonly until: string;
    }
  | ({ readonly is: "missing" } & EvidenceProblem);
