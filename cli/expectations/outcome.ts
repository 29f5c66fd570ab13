import type { AccountObject } from "../account/account-object.js";
import type { Assumption } from "../routing/semantics.js";
import { fits } from "../text/fits.js";

/**
 * `held`; `broken`: it is otherwise; `depends`: it is met under some readings of what the API leaves open, but not under
 * all; `unknown`: it cannot be known here. Only `held` passes.
 */
type ExpectationStatus = "held" | "broken" | "depends" | "unknown";

/** The result of one line of the file in one workspace. */
export interface Outcome {
  readonly status: ExpectationStatus;
  /** A sentence without its full stop. */
  readonly found: string;
  /** What the API leaves open and this depends on, in words. */
  readonly depends: readonly string[];
  /** The assumptions under which it no longer depends on that. Empty if none settles it. */
  readonly settledBy: readonly Assumption[];
  /** The resource that it is about, if it is about one: the mapping or the model that decides, a prompt, a budget. */
  readonly urn?: string | undefined;
  readonly name?: string | undefined;
}

/** One line of the file with its result in one workspace. */
export interface ExpectedLine {
  /** The keys that lead to it, from the workspace on. */
  readonly path: readonly string[];
  /** In words, such as "model openai/gpt-small". */
  readonly expected: string;
  readonly outcome: Outcome;
}

export interface Seen extends Pick<Outcome, "found" | "urn" | "name"> {
  /** Undefined if it cannot be known. */
  readonly isMet: boolean | undefined;
}

export function outcomeOf({ isMet, found, urn, name }: Seen): Outcome {
  const status = isMet === undefined ? "unknown" : isMet ? "held" : "broken";
  return { status, found, urn, name, depends: [], settledBy: [] };
}

const severity: readonly ExpectationStatus[] = ["held", "depends", "unknown", "broken"];

/** Of several that all have to be held, the worst; the first of these. */
export function worst(outcomes: readonly Outcome[]): Outcome | undefined {
  return outcomes.toSorted((a, b) => severity.indexOf(b.status) - severity.indexOf(a.status))[0];
}

/** One result for several objects: the worst, or `found` if all of them are held. */
export function overall(outcomes: readonly Outcome[], found: string): Outcome {
  const most = worst(outcomes);
  return most === undefined || most.status === "held" ? outcomeOf({ isMet: true, found }) : most;
}

export function aboutObject({ urn, name }: AccountObject): Pick<Outcome, "urn" | "name"> {
  return { urn, name };
}

/** `a` or `b`. */
export function orWords(texts: readonly string[]): string {
  return texts.map((text) => `\`${text}\``).join(" or ");
}

/** Whether one of the patterns matches a text; undefined if the text is not known. */
export function fitsOne(patterns: readonly string[], text: string | undefined): boolean | undefined {
  return text === undefined ? undefined : patterns.some((pattern) => fits(pattern, text));
}

/** Whether a number is in its bounds; undefined if it is not known. */
export function isInBounds(
  { atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY }: Bounds,
  value: number | undefined,
): boolean | undefined {
  return value === undefined ? undefined : value <= atMost && value >= atLeast;
}

interface Bounds {
  readonly atMost?: number | undefined;
  readonly atLeast?: number | undefined;
}

/** The bounds that a part of the file sets, each with its words. */
export function boundsIn(expected: Bounds): readonly { key: keyof Bounds; words: string; bound: number }[] {
  const all = [
    { key: "atMost", words: "at most", bound: expected.atMost },
    { key: "atLeast", words: "at least", bound: expected.atLeast },
  ] as const;
  return all.flatMap(({ bound, ...each }) => (bound === undefined ? [] : [{ ...each, bound }]));
}
