import type { Retirement } from "../../../cli/retirement/retirement.js";
import { type Calendar, type CalendarModel, dayAt, gatewayNameOf } from "./calendar.ts";

/** What is told of a model, as far as a calendar decides it. */
export interface NaiveRetirement {
  readonly model: string;
  readonly retiresOn: string;
  readonly daysLeft: number;
  /** Names that callers send, and the mappings that take them. */
  readonly routes: readonly string[];
  readonly replacements: readonly string[];
}

/** Reads a calendar by leafing through it day by day, and asks every mapping for every name. */
export function naiveRetirements(calendar: Calendar): NaiveRetirement[] {
  const { models, today } = calendar;
  return models.flatMap((model) => {
    const daysLeft = model.retiresOn === undefined ? undefined : pagesTo(today, model.retiresOn);
    const { retiresOn } = model;
    if (retiresOn === undefined || daysLeft === undefined || daysLeft > 30) {
      return [];
    }
    const routes = routesIn(calendar).filter(({ to }) => to === gatewayNameOf(model.name));
    return [
      {
        model: gatewayNameOf(model.name),
        retiresOn,
        daysLeft,
        routes: routes.map(({ name, by }) => `${name} by ${by}`).toSorted(),
        replacements: replacementsOf(model, calendar),
      },
    ];
  });
}

/** The same of what the tools say. */
export function toldRetirements(retirements: readonly Retirement[]): NaiveRetirement[] {
  return retirements.map(({ model, retiresOn = "", daysLeft = Number.NaN, routes, replacements }) => ({
    model,
    retiresOn,
    daysLeft,
    routes: routes.map(({ incoming, by }) => `${incoming} by ${by}`).toSorted(),
    replacements: replacements.map(({ name, is, model: end }) => [name, is, end].join(" ").trim()),
  }));
}

export const byModel = (a: { readonly model: string }, b: { readonly model: string }) =>
  a.model < b.model ? -1 : 1;

function pagesTo(today: string, day: string): number {
  for (let pages = 0; ; pages++) {
    for (const offset of [pages, -pages]) {
      if (dayAt(today, offset) === day) {
        return offset;
      }
    }
  }
}

/** Each name that a mapping takes, exact or as a pattern, with what the first of those that take it leads to. */
function routesIn({ mappings }: Calendar): { name: string; by: string; to: string }[] {
  const enabled = mappings.filter((mapping) => mapping.enabled);
  return [...new Set(enabled.map(({ sourceName }) => sourceName))].flatMap((name) => {
    const [first] = enabled
      .filter(({ sourceName }) => sourceName === name)
      .toSorted((a, b) => a.priority - b.priority);
    return first === undefined ? [] : [{ name, by: first.name, to: first.targetModel }];
  });
}

function replacementsOf(model: CalendarModel, calendar: Calendar): string[] {
  const told: string[] = [];
  const left = [model.name];
  let name = model.replacedBy;
  while (name !== undefined) {
    const asked = name;
    const led = routesIn(calendar).find((route) => route.name === asked)?.to ?? asked;
    const next = calendar.models.find((each) => gatewayNameOf(each.name) === led);
    if (next === undefined) {
      return [...told, `${asked} nowhere`];
    }
    if (left.includes(next.name)) {
      return [...told, `${asked} circle ${led}`];
    }
    told.push(`${asked} model ${led}`);
    left.push(next.name);
    name = next.replacedBy;
  }
  return told;
}
