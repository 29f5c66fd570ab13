import { roundedAmount } from "../../text/rounded-amount.js";
import { type AccountChange, differencesOf } from "../../usage/cost.js";
import { type EffectsInput, type UsageEffects, usageEffects } from "../../usage/effects.js";
import { GatewayUsage } from "../../usage/object-use.js";
import type { Usage } from "../../usage/usage.js";

/** What a review knows of the account's usage. */
export interface UsageInput extends EffectsInput {
  /** Undefined if it was not read: then `why` says so, as a sentence. */
  readonly usage: Usage | undefined;
  readonly why: string;
  /** Whether the guard file refuses what is not known. */
  readonly isRequired: boolean;
}

export type UsageFacts =
  | ({ readonly is: "read" } & UsageEffects)
  | { readonly is: "unread"; readonly why: string };

export function usageFacts({ usage, why, ...input }: UsageInput, change: AccountChange): UsageFacts {
  return usage === undefined ? { is: "unread", why } : { is: "read", ...usageEffects(usage, change, input) };
}

/** A review is of one gateway. */
export function gatewayUsage({ usage, showsKeys }: UsageInput): GatewayUsage | undefined {
  return usage && new GatewayUsage(new Map([["", usage]]), showsKeys);
}

/** "about 340 USD more a month". Empty if the difference is not known. */
export function usageHeadline(usage: UsageFacts | undefined): string[] {
  const isKnown = usage?.is === "read" && usage.money && usage.cut === undefined && !usage.total.cost.isOpen;
  if (!isKnown) {
    return [];
  }
  const [least, most] = differencesOf(usage.total.cost);
  const currency = usage.money?.currency === undefined ? "" : ` ${usage.money.currency}`;
  const words = (difference: number, about: string) =>
    `${about} ${roundedAmount(Math.abs(difference))}${currency} ${difference < 0 ? "less" : "more"} a month`;
  if (least === most) {
    return least === 0 ? [] : [words(least, "about")];
  }
  return [words(most > 0 ? most : least, "up to")];
}
