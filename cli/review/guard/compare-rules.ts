import { comparePromptRules } from "./compare-prompt-rules.js";
import type { RuleChange } from "./guard-rules.js";
import { amountLimits, type SomeGuardRules, safeRules } from "./guard-rules.js";
import { type AmountLimit, allowedOf, type Limit } from "./limit.js";
import { permitText } from "./permit.js";

/** The table of no kind says how much dearer a month may get: without a limit, all that it may. */
const noLimit: AmountLimit = {};

/** What the file here says otherwise than the rules that hold. */
export function compareRules(held: SomeGuardRules, here: SomeGuardRules): RuleChange[] {
  const shares = (["maxDeletes", "maxReplaces", "maxMovedRoutes"] as const).flatMap((key) => {
    const [old, planned] = [held[key] ?? safeRules[key], here[key] ?? safeRules[key]];
    return differing(key, String(old), String(planned), isLooserShare(old, planned));
  });
  const amounts = amountLimits.flatMap(([key]) => {
    const without = key === "maxCostUpMoney" ? noLimit : undefined;
    const [old, planned] = [held[key] ?? without, here[key] ?? without];
    return differing(key, amountText(old), amountText(planned), isLooserAmount(old, planned));
  });
  const usage = [held, here].map(({ usageUnknown }) => usageUnknown ?? "pass");
  const unknowns = differing("usageUnknown", usage[0] ?? "", usage[1] ?? "", usage[1] === "pass");
  const units = differing(
    "usageUnit",
    textIn(held.usageUnit),
    textIn(here.usageUnit),
    isLooserUnit(held.usageUnit, here.usageUnit),
  );
  const currency = differing("currency", textIn(held.currency), textIn(here.currency), false);
  const refusals = entries("refuse", held.refuse ?? [], here.refuse ?? [], { isAddedLooser: false });
  const permits = entries("allow", (held.allow ?? []).map(permitText), (here.allow ?? []).map(permitText), {
    isAddedLooser: true,
  });
  const prompts = comparePromptRules(held.promptsEvaluated, here.promptsEvaluated);
  return [...shares, ...amounts, ...unknowns, ...units, ...currency, ...refusals, ...permits, ...prompts];
}

function differing(key: string, old: string, planned: string, isLooser: boolean): RuleChange[] {
  return old === planned ? [] : [{ key, words: `${old} → ${planned}`, isLooser }];
}

function entries(
  key: string,
  old: readonly string[],
  planned: readonly string[],
  { isAddedLooser }: { readonly isAddedLooser: boolean },
): RuleChange[] {
  const change = (word: string, texts: readonly string[], isLooser: boolean) =>
    texts.map((text) => ({ key, words: `${text} is ${word}`, isLooser }));
  return [
    ...change("added", missingIn(old, planned), isAddedLooser),
    ...change("taken out", missingIn(planned, old), !isAddedLooser),
  ];
}

/** Those of some texts that others do not have. */
function missingIn(others: readonly string[], texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => !others.includes(text));
}

/** A share and a count allow more or less by the size of the stack. */
const sizes = [1, 5, 10, 20, 50, 100, 250, 500, 1000, 10_000, 1_000_000];

function isLooserShare(old: Limit, planned: Limit): boolean {
  return sizes.some((size) => allowedOf(planned, size) > allowedOf(old, size));
}

/** What a limit that is left out allows stands in the tables of the kinds: to be sure, it counts as none, and as a strict one. */
function isLooserAmount(old: AmountLimit | undefined, planned: AmountLimit | undefined): boolean {
  if (old === undefined || planned === undefined) {
    return true;
  }
  const most = (value = Number.POSITIVE_INFINITY) => value;
  return most(planned.percent) > most(old.percent) || most(planned.amount) > most(old.amount);
}

/** The more tokens a price is for, the less money a change costs. What rows tell instead may be any unit. */
function isLooserUnit(old: number | undefined, planned: number | undefined): boolean {
  return old === undefined || planned === undefined || planned > old;
}

function textIn(value: number | string | undefined): string {
  return value === undefined ? "not said" : String(value);
}

function amountText(limit: AmountLimit | undefined): string {
  const { percent, amount } = limit ?? {};
  const parts = [
    ...(percent === undefined ? [] : [`${percent}%`]),
    ...(amount === undefined ? [] : [amount]),
  ];
  return limit === undefined ? "the usual" : parts.join(", ") || "none";
}
