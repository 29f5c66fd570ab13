import { defined, levels } from "pulumi-workspace-gateway/tools";
import type { Finding } from "../../review.js";
import type { Hit } from "./hit.js";

/** The worst level of what was found. */
export function worstOf(hits: readonly Pick<Hit, "level">[]): Finding["level"] {
  return levels[Math.max(...hits.map(({ level }) => levels.indexOf(level)))] ?? "refused";
}

/** The greatest of each. Where one has no number, none says how much it is. */
export function amountsOf(hits: readonly Hit[]): Pick<Finding, "amount" | "difference"> {
  return defined({
    amount: greatest(hits.map(({ percent }) => percent)),
    difference: greatest(hits.map(({ difference }) => difference)),
  });
}

function greatest(numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((number) => number !== undefined);
  return known.length < numbers.length ? undefined : Math.max(...known);
}
