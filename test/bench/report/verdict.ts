import { limits } from "../limits.ts";
import type { Results } from "../results.ts";
import { text } from "./table.ts";

export interface Verdict {
  readonly figure: string;
  readonly most: string;
  readonly value: string;
  readonly verdict: "holds" | "MISSED" | "not measured";
}

/** Every limit, and whether it holds in these results. */
export function verdicts(results: Results): Verdict[] {
  return limits.map(({ figure, most, value }) => {
    const found = value(results);
    const verdict = found === undefined ? "not measured" : found <= most ? "holds" : "MISSED";
    const digits = Number.isInteger(most) ? 0 : 2;
    return { figure, most: text(most, digits), value: text(found, Number.isInteger(found) ? 0 : 3), verdict };
  });
}
