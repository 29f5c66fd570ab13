import { shortList } from "../../text/short-list.js";
import type { AskedEvidence } from "./asked-evidence.js";
import type { EvidenceProblem, EvidenceState } from "./evidence-state.js";
import { ageText } from "./max-age.js";
import type { PromptResult } from "./prompt-results.js";
import type { PromptSubject } from "./prompt-subject.js";

/** By how much two clocks may differ. */
const clockDifference = 5 * 60 * 1000;

/** Whether the results that are given say that a prompt has passed: exactly this one, and not too long ago. */
export function evidenceOf(subject: PromptSubject, asked: AskedEvidence): EvidenceState {
  const problem = problemOf(subject, asked);
  if (problem !== undefined) {
    return { is: "missing", ...problem };
  }
  const counting = countingFor(subject, asked);
  // Each model needs one result: the newest is good for longest.
  const newest = (some: readonly PromptResult[]) => Math.max(...some.map(timeOf));
  const times =
    subject.models.length === 0
      ? [newest(counting)]
      : subject.models.map((model) => newest(counting.filter(({ models }) => models.includes(model))));
  const oldest = Math.min(...times);
  return { is: "passed", at: isoOf(oldest), until: isoOf(oldest + asked.terms.maxAge) };
}

function problemOf(subject: PromptSubject, asked: AskedEvidence): EvidenceProblem | undefined {
  const [open] = subject.open;
  if (open !== undefined) {
    return { why: "unknown", reason: open };
  }
  const { given } = asked;
  if (given.problem !== undefined) {
    return given.problem;
  }
  const own = given.results.filter((result) => isOfPrompt(result, subject));
  if (!own.some(({ sha256 }) => sha256 === subject.sha256)) {
    return noneOfText(subject, own, given.results);
  }
  const ofText = resultsFor(subject, given.results);
  if (ofText.length === 0) {
    const others = [...new Set(own.map(({ environment }) => environmentWords(environment)))];
    const reason = `it was evaluated for ${shortList(others)}, and is for ${environmentWords(subject.environment)}`;
    return { why: "other-environment", reason };
  }
  return verdictProblem(ofText) ?? timeProblem(ofText, asked) ?? modelProblem(subject, asked);
}

/** Where no result is about the text: what they are about instead. */
function noneOfText(
  { sha256 = "" }: PromptSubject,
  own: readonly PromptResult[],
  all: readonly PromptResult[],
): EvidenceProblem {
  const [other] = own;
  if (other !== undefined) {
    const reason = `another text of it was evaluated (sha256 ${other.sha256.slice(0, 12)}…, not ${sha256.slice(0, 12)}…)`;
    return { why: "other-text", reason };
  }
  const elsewhere = all.find((result) => result.sha256 === sha256);
  if (elsewhere === undefined) {
    return { why: "no-result", reason: "no result is about it" };
  }
  const { stack, workspace, name } = elsewhere;
  const place = `\`${name}\` of the workspace \`${workspace}\` in ${stack === null ? "no stack" : `\`${stack}\``}`;
  return { why: "other-prompt", reason: `the result of its text is about another prompt: ${place}` };
}

function verdictProblem(results: readonly PromptResult[]): EvidenceProblem | undefined {
  const failed = results.filter(({ passed }) => !passed);
  if (failed.length === 0) {
    return undefined;
  }
  return failed.length === results.length
    ? { why: "failed", reason: `it has failed its evaluation of ${failed[0]?.at}` }
    : {
        why: "contradictory",
        reason: "its results contradict each other: one has passed, and one has failed",
      };
}

function timeProblem(
  results: readonly PromptResult[],
  { terms, now }: AskedEvidence,
): EvidenceProblem | undefined {
  const begun = results.filter((result) => isBegun(result, now));
  const newest = begun.toSorted((a, b) => timeOf(b) - timeOf(a))[0];
  if (newest === undefined) {
    return { why: "future", reason: `its result is of ${results[0]?.at}, which is not yet` };
  }
  return now - timeOf(newest) > terms.maxAge
    ? {
        why: "stale",
        reason: `its result is of ${newest.at}: at most ${ageText(terms.maxAge)} old may it be`,
      }
    : undefined;
}

function modelProblem(subject: PromptSubject, asked: AskedEvidence): EvidenceProblem | undefined {
  const tried = new Set(countingFor(subject, asked).flatMap(({ models }) => models));
  const missing = subject.models.filter((model) => !tried.has(model));
  return missing.length === 0
    ? undefined
    : {
        why: "other-model",
        reason: `it was not tried with ${shortList(missing.map((model) => `\`${model}\``))}, which it may meet`,
      };
}

function countingFor(subject: PromptSubject, { given, terms, now }: AskedEvidence): PromptResult[] {
  const isFresh = (result: PromptResult) => isBegun(result, now) && now - timeOf(result) <= terms.maxAge;
  return resultsFor(subject, given.results).filter(isFresh);
}

function resultsFor(subject: PromptSubject, results: readonly PromptResult[]): PromptResult[] {
  return results.filter(
    (result) =>
      isOfPrompt(result, subject) &&
      result.sha256 === subject.sha256 &&
      result.environment === subject.environment,
  );
}

function isOfPrompt(result: PromptResult, { stack, workspace, name }: PromptSubject): boolean {
  return result.stack === stack && result.workspace === workspace && result.name === name;
}

function isBegun(result: PromptResult, now: number): boolean {
  return timeOf(result) <= now + clockDifference;
}

function timeOf({ at }: PromptResult): number {
  return Date.parse(at);
}

function isoOf(time: number): string {
  return new Date(time).toISOString();
}

function environmentWords(environment: string | null): string {
  return environment === null ? "all environments" : `\`${environment}\``;
}
