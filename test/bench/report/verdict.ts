import type { Limit } from "../limits.ts";
import { text } from "./table.ts";

export interface Verdict {
  readonly figure: string;
  readonly most: string;
  readonly value: string;
  readonly verdict: "holds" | "MISSED" | "not measured";
}

/** Every limit, and whether it holds in what was measured. */
export function verdicts<Measured>(limits: readonly Limit<Measured>[], measured: Measured): Verdict[] {
  return limits.map(({ figure, most, value }) => {
    const found = value(measured);
    const verdict = found === undefined ? "not measured" : found <= most ? "holds" : "MISSED";
    const digits = Number.isInteger(most) ? 0 : 2;
    return { figure, most: text(most, digits), value: text(found, Number.isInteger(found) ? 0 : 3), verdict };
  });
}

/** The verdicts as lines, the names of the columns first. */
export function verdictLines(verdicts: readonly Verdict[]): string[][] {
  const lines = verdicts.map(({ figure, most, value, verdict }) => [figure, most, value, verdict]);
  return [["figure", "at most", "measured", ""], ...lines];
}
