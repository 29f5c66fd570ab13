import { numberText } from "./numbers.js";

/** An amount of money or of requests for people, to three digits: what is scaled to a month is no more exact. */
export function roundedAmount(amount: number): string {
  return numberText(Number(amount.toPrecision(3)));
}
