import type { AccountChange } from "../../../usage/cost/account-change.js";
import { type EffectsAsked, type UsageEffects, usageEffects } from "../../../usage/cost/usage-effects.js";
import type { Usage } from "../../../usage/usage.js";
import { TellableUsage } from "../../../usage/use/tellable-usage.js";

/** What is known of an account's usage, if somebody asks for it. */
export interface AskedUsage extends EffectsAsked {
  /** Undefined if it could not be read, or nobody asked for it: then `why` says so, as a sentence. */
  readonly usage: Usage | undefined;
  readonly why: string;
  /** Whether what is not known is refused: the guard file says so. */
  readonly isRequired: boolean;
}

/** What a review says of usage. */
export type UsageFacts =
  | ({ readonly is: "read" } & UsageEffects)
  | { readonly is: "unread"; readonly why: string };

export function usageFacts({ usage, why, ...asked }: AskedUsage, change: AccountChange): UsageFacts {
  return usage === undefined ? { is: "unread", why } : { is: "read", ...usageEffects(usage, change, asked) };
}

/** A review is of one gateway. */
export function tellableUsage({ usage, showsKeys }: AskedUsage): TellableUsage | undefined {
  return usage && new TellableUsage(new Map([["", usage]]), showsKeys);
}
