import type { EvidenceTerms } from "./evidence-terms.js";
import type { GivenResults } from "./given-results.js";

/** What is asked of the prompts that a plan changes. */
export interface AskedEvidence {
  readonly terms: EvidenceTerms;
  readonly given: GivenResults;
  /** Whether a prompt without it is refused. */
  readonly isRequired: boolean;
  /** The moment at which it is asked, in milliseconds. */
  readonly now: number;
}
