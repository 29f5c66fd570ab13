import type { AccountObject } from "../../account/account-object.js";
import { fits } from "../../text/fits.js";
import type { LineOutcome } from "../line-outcome.js";

/** One line of the file, and what became of it in one workspace. */
export interface ExpectedLine {
  /** The keys that lead to it, from the workspace on. */
  readonly path: readonly string[];
  /** In words. */
  readonly expected: string;
  readonly judgement: LineOutcome;
}

/** Texts as people read them: `a`, or `b`. */
export function orWords(texts: readonly string[]): string {
  return texts.map((text) => `\`${text}\``).join(" or ");
}

/** Whether one of the patterns takes a text; undefined if the text is not known. */
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

export interface Bounds {
  readonly atMost?: number | undefined;
  readonly atLeast?: number | undefined;
}

/** What a judgement is about. */
export function aboutObject({ urn, name }: AccountObject): Pick<LineOutcome, "urn" | "name"> {
  return { urn, name };
}
