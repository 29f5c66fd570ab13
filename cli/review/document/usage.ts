import { howMany } from "pulumi-workspace-gateway/tools";
import { countText, durationWords, numberText, percentText, roundedAmount } from "../../text/words.js";
import {
  type Comparison,
  type Destination,
  growthOf,
  type ModelEffect,
  type MoneyUnit,
  type Range,
} from "../../usage/cost.js";
import type { BudgetEffect, QuotaEffect, UsageEffects, UsageHit } from "../../usage/effects.js";
import { useWords } from "../../usage/object-use.js";
import type { Review } from "../facts/review.js";
import { asLine, type Block, code, type Item, type Line, plain, type Section } from "./block.js";

/** The table in a comment consists of two header lines, this many models, and the total. */
const mostModels = 5;
const mostItems = 6;

/** A comment shows the most important models and effects. The page shows all of them. */
export function usageSection({ usage }: Review): Section[] {
  if (usage?.is !== "read") {
    return [];
  }
  const affected = usage.models.filter(({ isAffected }) => isAffected);
  const items = itemsOf(usage);
  const shown = affected.slice(0, mostModels);
  const isRange = affected.some(({ destinations }) => destinations.length > 1);
  return [
    {
      title: "Cost and affected callers",
      blocks: [
        { is: "line", line: timeLine(usage, affected.length > 0) },
        table(shown, usage),
        ...(isRange ? [{ is: "line", line: [rangeNote] } as const] : []),
        ...(items.length === 0 ? [] : [{ is: "list", items: items.slice(0, mostItems) } as const]),
        ...rest(usage, items, shown.length),
      ],
    },
  ];
}

const rangeNote =
  "Metric rows record the model, not the requested name. If several routes resolve to a model, its cost is a range.";

function timeLine({ since, until, cut, money }: UsageEffects, isAffected: boolean): Line {
  return [
    `Based on requests in the last ${durationWords(since, until)}, scaled to 30 days. ${moneyWords(money)}.`,
    ...(isAffected ? [] : [" The change affects neither the routes nor the prices of these requests."]),
    ...(cut === undefined ? [] : [" ", ...asLine(cut), " All figures are lower bounds."]),
  ];
}

function moneyWords(money: MoneyUnit | undefined): string {
  if (money === undefined) {
    return "Cost changes are shown as percentages, because the guard file does not set usageUnit (the number of tokens per price)";
  }
  const { unit, currency } = money;
  const unitWords = `Prices are for ${unit === 1 ? "1 token" : `${numberText(unit)} tokens`}`;
  return `${unitWords}${currency === undefined ? "" : `, in ${plain(currency)}`}`;
}

function rest(usage: UsageEffects, items: readonly Item[], shown: number): Block[] {
  const more = items.slice(mostItems);
  const models = usage.models.length > shown ? usage.models : [];
  const parts = [
    ...(models.length === 0 ? [] : [howMany(models.length, "model")]),
    ...(more.length === 0 ? [] : [howMany(more.length, "more effect")]),
  ];
  const blocks: Block[] = [
    ...(models.length === 0 ? [] : [table(models, usage)]),
    ...(more.length === 0 ? [] : [{ is: "list", items: more } as const]),
  ];
  const title = `On the page: ${parts.join(", ")}`;
  return parts.length === 0 ? [] : [{ is: "fold", isForPage: true, title, blocks }];
}

function table(models: readonly ModelEffect[], usage: UsageEffects): Block {
  const head = ["Model", "Requests", "Tokens in, out", "Cost", "Requests go to"];
  const rows = [...models.map((each) => modelRow(each, usage)), totalRow(usage)];
  return { is: "table", head, rows };
}

function modelRow(effect: ModelEffect, { money }: UsageEffects): Line[] {
  const { model, cost, percent, isAffected, destinations } = effect;
  const words = isAffected
    ? costWords(cost, money === undefined ? percent : growthOf(cost))
    : roundedAmount(cost.now);
  const places = destinations.flatMap((each, at) => [...(at === 0 ? [] : [" or "]), ...placeOf(each, model)]);
  return [[code(model)], ...figures(effect), [words], places];
}

/** Includes models outside the changed account. */
function totalRow({ total, money, models }: UsageEffects): Line[] {
  const { cost, percent } = total;
  const words = models.some(({ isAffected }) => isAffected)
    ? costWords(cost, money === undefined ? percent : growthOf(cost))
    : roundedAmount(cost.now);
  const strong = (text: string): Line => [{ look: "strong", text }];
  return [strong("All requests"), ...figures(total), strong(words), []];
}

function figures(effect: Pick<ModelEffect, "requests" | "tokensInput" | "tokensOutput">): Line[] {
  const whole = (count: number) => (count > 0 && count < 1 ? "< 1" : roundedAmount(Math.round(count)));
  return [[whole(effect.requests)], [`${whole(effect.tokensInput)}, ${whole(effect.tokensOutput)}`]];
}

function placeOf({ is, name }: Destination, own: string): Line {
  switch (is) {
    case "stays":
      return [code(own)];
    case "model":
      return [code(name ?? "?")];
    case "nowhere":
      return [{ look: "strong", text: "no model" }];
    case "unknown":
      return name === undefined ? ["not known yet"] : [code(name), " (unknown)"];
  }
}

/** `1,200 → 1,540 (+28%)`, `1,200 → 400 to 1,540 (−67% to +28%)`, `1,200 → at least 400`, `1,200 → +28%`. */
function costWords({ now, after, isOpen }: Comparison, growth: Range | undefined): string {
  const change = growth && rangeWords(growth, percentText);
  if (after === undefined || (isOpen && growth !== undefined)) {
    return `${roundedAmount(now)} → ${change ?? "unknown"}`;
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

function itemsOf(usage: UsageEffects): Item[] {
  return [
    ...usage.budgets.map(budgetItem),
    ...usage.quotas.map((quota) => quotaItem(quota, usage)),
    ...usage.hits.map((hit) => hitItem(hit, usage)),
  ];
}

function budgetItem({ name, budget, spent, isExceeded }: BudgetEffect): Item {
  const [old, planned] = [budget.before, budget.after].map((each) =>
    each === undefined ? "unknown" : numberText(each),
  );
  const is = old === planned ? `stays ${planned}` : `changes (${old} → ${planned})`;
  const already = isExceeded.after ? " already" : "";
  const words =
    spent === undefined
      ? "The amount spent this month could not be read"
      : `${numberText(spent)} has${already} been spent this month`;
  return { line: ["The budget ", code(name), ` ${is}. ${words}.`] };
}

function quotaItem({ name, most, window, peak, isBelowPeak }: QuotaEffect, { cut }: UsageEffects): Item {
  const kind = window.isFixed ? "fixed" : "sliding";
  const fits = isBelowPeak
    ? "which exceeds the limit"
    : `which is within the limit${cut === undefined ? "" : " for the usage that was read"}`;
  const limit = `${countText(most, "request")} in a ${kind} window of ${howMany(window.minutes, "minute")}`;
  const words = ` allows ${limit}. Across all requests in the account, the busiest window had ${numberText(peak)}, ${fits}.`;
  return { line: ["The quota ", code(name), words] };
}

const hitWords: Readonly<Record<UsageHit["how"], string>> = {
  deleted: "is deleted",
  disabled: "is disabled",
  moved: "moves",
  lost: "no longer resolves to any model",
  "price-up": "becomes more expensive",
};

function hitItem(hit: UsageHit, { until }: UsageEffects): Item {
  const { what, name, how, keyIds = [] } = hit;
  const ids = keyIds.flatMap((id, at): Line => [at === 0 ? ": " : ", ", code(id)]);
  return { line: [`The ${what} `, code(name), ` ${hitWords[how]}: ${useWords(hit, until)}`, ...ids, "."] };
}
