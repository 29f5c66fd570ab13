import { howMany } from "pulumi-workspace-gateway/tools";
import { countText, numberText, percentText } from "../../../text/numbers.js";
import type { ErrorShare, MoveErrors } from "../../../usage/cost/failing-moves.js";
import type { BudgetEffect } from "../../../usage/cost/limits/budget-effects.js";
import type { QuotaEffect } from "../../../usage/cost/limits/quota-effects.js";
import type { UsageEffects } from "../../../usage/cost/usage-effects.js";
import type { UsageHit } from "../../../usage/cost/usage-hits.js";
import { useWords } from "../../../usage/use/use-words.js";
import type { Item, Line } from "../block.js";
import { code, plain } from "../lines.js";

const ofHit: Readonly<Record<UsageHit["why"], string>> = {
  deleted: "is deleted",
  disabled: "is switched off",
  moved: "leads elsewhere",
  lost: "ends nowhere",
  dearer: "gets dearer",
};

/** Whom something hits that was called in the time that was read. */
export function hitItem(hit: UsageHit, { until }: Pick<UsageEffects, "until">): Item {
  const { what, name, why, keyIds = [] } = hit;
  const ids = keyIds.flatMap((id, at): Line => [at === 0 ? ": " : ", ", code(id)]);
  return {
    line: [`The ${what} `, code(name), ` ${ofHit[why]}: ${useWords(hit, until)}`, ...ids, "."],
  };
}

export function budgetItem(
  { name, budget, spent, usedUp, isOpen }: BudgetEffect,
  { cut }: Pick<UsageEffects, "cut">,
): Item {
  const [old, planned] = [budget.before, budget.after].map((each) =>
    each === undefined ? "not known" : numberText(each),
  );
  const is = old === planned ? `stays ${planned}` : `${old} → ${planned}`;
  const day = (at: string | undefined, isKnown: boolean) =>
    at ?? (isKnown && cut === undefined ? "not in this month" : "not known");
  const days = [day(usedUp.before, budget.before !== undefined), day(usedUp.after, !isOpen)];
  const lasts = days.every((each) => each === "not known")
    ? "how long it lasts is not known"
    : `used up on: ${days.join(" → ")}`;
  const told =
    spent === undefined ? "what is spent of it was not read" : `${numberText(spent)} is spent, ${lasts}`;
  return { line: ["The budget ", code(name), ` ${is}; ${told}.`] };
}

export function quotaItem(
  { name, most, window, peak, isBelowPeak }: QuotaEffect,
  { cut }: Pick<UsageEffects, "cut">,
): Item {
  const kind = window.isFixed ? "fixed" : "sliding";
  const fits = isBelowPeak
    ? "more than it lets through"
    : `it would have been enough${cut === undefined ? "" : " for what was read"}`;
  return {
    line: [
      "The quota ",
      code(name),
      ` lets ${countText(most, "request")} through in a ${kind} window of ${howMany(window.minutes, "minute")}; the busiest that was seen had ${numberText(peak)}, over all requests of the account: ${fits}.`,
    ],
  };
}

/** Nothing, if neither the model nor its provider was called. */
export function moveItem({ incoming, to, model, provider }: MoveErrors): Item[] {
  const parts = [
    ...(model === undefined ? [] : [`it answered ${sharesOf(model)}`]),
    ...(provider === undefined ? [] : [`its provider ${sharesOf(provider)}`]),
  ];
  return parts.length === 0
    ? []
    : [{ line: [code(incoming), " moves to ", code(plain(to)), `: ${parts.join(", ")}.`] }];
}

function sharesOf({ requests, refused, failed }: ErrorShare): string {
  const text = (share: number) => percentText(share * 100).replace("+", "");
  return `${countText(requests, "request")} with ${text(refused)} of 4xx and ${text(failed)} of 5xx`;
}
