import type { Limit } from "../limits.ts";
import { table, text } from "./table.ts";

interface Verdict {
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

export function verdictTable(verdicts: readonly Verdict[]): string {
  return table<Verdict>(
    [
      ["figure", ({ figure }) => figure],
      ["at most", ({ most }) => most, 2],
      ["measured", ({ value }) => value, 3],
      ["", ({ verdict }) => verdict],
    ],
    verdicts,
  );
}
