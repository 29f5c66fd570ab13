import { messageOf } from "pulumi-workspace-gateway/tools";
import type { EvidenceProblem } from "./evidence-state.js";
import type { EvidenceTerms } from "./evidence-terms.js";
import { type PromptResult, readResults } from "./prompt-results.js";
import { isSignedBy } from "./signature.js";

/** The results that somebody gives, or why none of them counts. */
export interface GivenResults {
  readonly results: readonly PromptResult[];
  readonly problem?: EvidenceProblem;
}

/** No file is given. */
export const noResults: GivenResults = {
  results: [],
  problem: { why: "no-file", reason: "no results are given (`--evidence`)" },
};

/**
 * What a file of results says, if it is signed as it has to be.
 *
 * @param file - what people call it
 */
export function givenResults(
  text: string,
  file: string,
  { signers }: Pick<EvidenceTerms, "signers">,
): GivenResults {
  const none = (why: EvidenceProblem["why"], reason: string) => ({
    results: [],
    problem: { why, reason: `${file} ${reason}` },
  });
  let read: ReturnType<typeof readResults>;
  try {
    read = readResults(text);
  } catch (error) {
    return none("malformed", `cannot be understood: ${messageOf(error)}`);
  }
  if (signers === undefined) {
    return { results: read.results };
  }
  if (read.signature === undefined) {
    return none("unsigned", "is not signed");
  }
  const { signer: named } = read.signature;
  const signer = signers.find(({ fingerprint }) => fingerprint === named);
  if (signer === undefined) {
    return none("unknown-signer", `is signed by ${named.slice(0, 60)}, whose signature does not count`);
  }
  return isSignedBy(signer, read)
    ? { results: read.results }
    : none("broken-signature", "is not what was signed: the signature does not fit");
}
