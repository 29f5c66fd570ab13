import { roundedAmount } from "../../../text/rounded-amount.js";
import { differencesOf } from "../../../usage/cost/compared-cost.js";
import type { UsageFacts } from "./usage-facts.js";

/** By how much the same requests get dearer or cheaper in a month: "about 340 USD more a month". Nothing, if that is not known. */
export function usageHeadline(usage: UsageFacts | undefined): string[] {
  if (
    usage?.is !== "read" ||
    usage.money === undefined ||
    usage.cut !== undefined ||
    usage.total.cost.isOpen
  ) {
    return [];
  }
  const [least, most] = differencesOf(usage.total.cost);
  const { currency } = usage.money;
  const words = (difference: number, about: string) =>
    `${about} ${roundedAmount(Math.abs(difference))}${currency === undefined ? "" : ` ${currency}`} ${difference < 0 ? "less" : "more"} a month`;
  if (least === most) {
    return least === 0 ? [] : [words(least, "about")];
  }
  return [words(most > 0 ? most : least, "up to")];
}
