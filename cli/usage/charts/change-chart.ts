import { defined } from "pulumi-workspace-gateway/tools";
import { roundedAmount } from "../../text/rounded-amount.js";
import { type Comparison, growthOf, sumOf } from "../cost/compared-cost.js";
import type { ModelEffect } from "../cost/model-effects.js";
import type { MoneyUnit } from "../cost/money-unit.js";
import type { UsageEffects } from "../cost/usage-effects.js";
import { type Chart, type ChartBar, type ChartRow, shareOf } from "./chart.js";
import { costWords } from "./cost-words.js";

/** More models than these are added up. */
const mostModels = 5;

/** What requests cost before and after a change. */
interface CostRow extends Pick<ChartRow, "name" | "of"> {
  readonly cost: Comparison;
  /** What is drawn. Where nobody says what prices are for: list prices, whose unit does not show. */
  readonly drawn: Comparison;
}

/** What a month costs before and after a change: of the models that it affects, of all others together, and of all. None if it affects none. */
export function changeCharts(effects: Pick<UsageEffects, "total" | "models" | "money">): Chart[] {
  const { models, money } = effects;
  const affected = models.filter(({ isAffected }) => isAffected);
  if (affected.length === 0) {
    return [];
  }
  const rows = rowsOf(effects, affected.slice(0, mostModels));
  const longest = Math.max(...rows.flatMap(({ drawn }) => [drawn.now, drawn.after?.most ?? 0]));
  const shown = rows.map(
    (row): ChartRow => ({
      name: row.name,
      of: row.of,
      figures: figuresOf(row),
      shape: { is: "bars", bars: barsOf(row.drawn, longest) },
    }),
  );
  return [
    {
      title: "Cost a month, before and after",
      about: aboutOf(rows, money),
      rows: shown,
      axis: [],
      table: {
        head: ["model", "before → after"],
        rows: shown.map(({ name, figures }) => [name, figures]),
      },
    },
  ];
}

function figuresOf({ cost, drawn }: CostRow): string {
  const { now, after } = drawn;
  return after !== undefined && !drawn.isOpen && after.least === now && after.most === now
    ? `${roundedAmount(cost.now)}, as before`
    : costWords(cost, growthOf(drawn));
}

function rowsOf(
  { total, models, money }: Pick<UsageEffects, "total" | "models" | "money">,
  affected: readonly ModelEffect[],
): CostRow[] {
  const drawnOf = ({ cost, list = { now: 0, isOpen: true } }: ModelEffect): Comparison =>
    money === undefined ? list : cost;
  const all = {
    cost: total.cost,
    drawn: money === undefined ? sumOf(models.map(drawnOf)) : total.cost,
  };
  const single = affected.map((effect) => ({
    name: effect.model,
    cost: effect.cost,
    drawn: drawnOf(effect),
  }));
  const others = {
    cost: restOf(all.cost, sumOf(single.map(({ cost }) => cost))),
    drawn: restOf(all.drawn, sumOf(single.map(({ drawn }) => drawn))),
  };
  const isNothing = [others.cost, others.drawn].every(({ now, after }) => now === 0 && !after?.most);
  return [
    { name: "all requests", of: "all", ...all },
    ...single.map((row) => ({ of: "one", ...row }) as const),
    ...(isNothing ? [] : [{ name: "all others", of: "others", ...others } as const]),
  ];
}

/** What is left of all without a part. */
function restOf(all: Comparison, part: Comparison): Comparison {
  const less = (one: number, other: number) => cleared(one - other, one);
  const after = all.after && {
    least: less(all.after.least, part.after?.least ?? 0),
    most: less(all.after.most, part.after?.most ?? 0),
  };
  return { ...all, now: less(all.now, part.now), ...defined({ after }) };
}

/** Without what only comes of how a computer adds. */
function cleared(rest: number, whole: number): number {
  return Math.abs(rest) < Math.abs(whole) * 1e-9 ? 0 : Number(rest.toPrecision(12));
}

function barsOf({ now, after }: Comparison, longest: number): ChartBar[] {
  const bar = (label: string, least: number, most: number) => ({
    label,
    least: shareOf(least, longest),
    most: shareOf(most, longest),
  });
  return [bar("before", now, now), ...(after === undefined ? [] : [bar("after", after.least, after.most)])];
}

function aboutOf(rows: readonly CostRow[], money: MoneyUnit | undefined): string {
  const isRange = rows.some(({ drawn: { after } }) => after !== undefined && after.least < after.most);
  return [
    ...(money?.currency === undefined ? [] : [`In ${money.currency}.`]),
    "A month has 30 days, and as many requests as the time that was read.",
    ...(money === undefined ? ["Bars are by the prices alone."] : []),
    ...(isRange ? ["An outline is what it may cost besides."] : []),
  ].join(" ");
}
