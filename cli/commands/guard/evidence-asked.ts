import path from "node:path";
import { messageOf } from "pulumi-workspace-gateway/tools";
import type { AskedEvidence } from "../../review/evidence/asked-evidence.js";
import { type EvidenceTerms, usualTerms } from "../../review/evidence/evidence-terms.js";
import { type GivenResults, givenResults, noResults } from "../../review/evidence/given-results.js";
import type { GuardRules } from "../../review/guard/guard-rules.js";
import { givenText } from "../given-file.js";
import { type Terminal, UsageError } from "../terminal.js";
import { commitFiles } from "./commit-files.js";
import { keysHere, keysIn, signersOf } from "./rule-keys.js";

/** Where results of evaluations come from, and whose signature counts. */
export interface EvidenceOptions {
  readonly evidence?: string;
  readonly evidenceKey?: string;
  readonly guardRef?: string;
}

/** What is asked of changed prompts: by the rules, or without one, because results are given. */
export async function evidenceAsked(
  options: EvidenceOptions,
  rules: GuardRules | undefined,
  terminal: Pick<Terminal, "env">,
  now: number,
): Promise<AskedEvidence | undefined> {
  const { evidence: file, evidenceKey } = options;
  if (file === undefined && evidenceKey !== undefined) {
    throw new UsageError("--evidence-key needs --evidence");
  }
  const required = rules?.promptsEvaluated;
  if (required === undefined && file === undefined) {
    return undefined;
  }
  const terms = required ?? (await termsOf(options, terminal));
  const given = file === undefined ? noResults : await resultsIn(file, terms);
  return { terms, given, isRequired: required !== undefined, now };
}

async function termsOf(
  { evidenceKey: file, guardRef }: EvidenceOptions,
  terminal: Pick<Terminal, "env">,
): Promise<EvidenceTerms> {
  if (file === undefined) {
    return usualTerms;
  }
  const folder = path.dirname(path.resolve(file));
  const read = guardRef ? keysIn(await commitFiles(guardRef, folder, terminal), guardRef) : keysHere;
  return { ...usualTerms, signers: await signersOf(file, read) };
}

/** A file that is not there refuses what needs it, and nothing else: an evaluation may have had nothing to do. */
async function resultsIn(file: string, terms: EvidenceTerms): Promise<GivenResults> {
  let text: string;
  try {
    text = await givenText(file);
  } catch (error) {
    return { results: [], problem: { why: "unreadable", reason: messageOf(error) } };
  }
  return givenResults(text, file, terms);
}
