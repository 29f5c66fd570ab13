import { percentText } from "../../text/numbers.js";
import { roundedAmount } from "../../text/rounded-amount.js";
import type { Comparison, Range } from "../cost/compared-cost.js";

/** `1,200 → 1,540 (+28 %)`, `1,200 → 400 to 1,540 (−67 % to +28 %)`, `1,200 → at least 400`, `1,200 → +28 %`. */
export function costWords({ now, after, isOpen }: Comparison, growth: Range | undefined): string {
  const change = growth && rangeWords(growth, percentText);
  if (after === undefined || (isOpen && growth !== undefined)) {
    return `${roundedAmount(now)} → ${change ?? "not known"}`;
  }
  if (isOpen) {
    return `${roundedAmount(now)} → at least ${roundedAmount(after.least)}`;
  }
  return `${roundedAmount(now)} → ${rangeWords(after, roundedAmount)}${change === undefined ? "" : ` (${change})`}`;
}

function rangeWords({ least, most }: Range, text: (value: number) => string): string {
  const [one, other] = [least, most].map(text);
  return one === other ? `${one}` : `${one} to ${other}`;
}
