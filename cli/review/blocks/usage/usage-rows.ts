import { percentText } from "../../../text/numbers.js";
import { roundedAmount } from "../../../text/rounded-amount.js";
import { type Comparison, growthOf, type Range } from "../../../usage/cost/compared-cost.js";
import type { Destination } from "../../../usage/cost/destinations.js";
import type { ModelEffect } from "../../../usage/cost/model-effects.js";
import type { UsageEffects } from "../../../usage/cost/usage-effects.js";
import type { Line } from "../block.js";
import { code } from "../lines.js";

export const tableHead = ["model", "requests", "tokens in, out", "cost", "its requests go to"];

type Figures = Pick<ModelEffect, "requests" | "tokensInput" | "tokensOutput">;

export function modelRow(effect: ModelEffect, { money }: Pick<UsageEffects, "money">): Line[] {
  const { model, cost, percent, isAffected, destinations } = effect;
  const words = !isAffected
    ? roundedAmount(cost.now)
    : costWords(cost, money === undefined ? percent : growthOf(cost));
  return [[code(model)], ...figures(effect), [words], placesOf(destinations, model)];
}

/** Also of what is no model of the account that changes. */
export function totalRow({ total, money, models }: UsageEffects): Line[] {
  const { cost, percent } = total;
  const isAffected = models.some((model) => model.isAffected);
  const words = isAffected
    ? costWords(cost, money === undefined ? percent : growthOf(cost))
    : roundedAmount(cost.now);
  return [
    [{ look: "strong", text: "all requests" }],
    ...figures(total),
    [{ look: "strong", text: words }],
    [],
  ];
}

function figures({ requests, tokensInput, tokensOutput }: Figures): Line[] {
  return [[whole(requests)], [`${whole(tokensInput)}, ${whole(tokensOutput)}`]];
}

/** There are no parts of requests and tokens, though a month has them. */
function whole(count: number): string {
  return count > 0 && count < 1 ? "< 1" : roundedAmount(Math.round(count));
}

function placesOf(destinations: readonly Destination[], own: string): Line {
  return destinations.flatMap((each, at) => [...(at === 0 ? [] : [" or "]), ...placeOf(each, own)]);
}

function placeOf({ is, name }: Destination, own: string): Line {
  switch (is) {
    case "stays":
      return [code(own)];
    case "model":
      return [code(name ?? "?")];
    case "nowhere":
      return [{ look: "strong", text: "nowhere" }];
    case "unknown":
      return name === undefined ? ["not known yet"] : [code(name), " (not known here)"];
  }
}

/** `1,200 → 1,540 (+28 %)`, `1,200 → 400 to 1,540 (−67 % to +28 %)`, `1,200 → at least 400`, `1,200 → +28 %`. */
function costWords({ now, after, isOpen }: Comparison, growth: Range | undefined): string {
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
