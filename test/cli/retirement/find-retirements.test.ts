import { expect, onTestFinished, test, vi } from "vitest";
import type { AccountObject } from "../../../cli/account/account-object.js";
import { retireText } from "../../../cli/commands/retire/retire-text.js";
import { findRetirements } from "../../../cli/retirement/find-retirements.js";
import type { Retirement } from "../../../cli/retirement/retirement.js";
import { hasRetired, isDue, isInTheWay } from "../../../cli/retirement/retirement.js";
import { retirementSentences } from "../../../cli/retirement/retirement-words.js";
import { withCallers } from "../../../cli/retirement/with-callers.js";
import { daysBetween, utcDay } from "../../../cli/text/utc-day.js";
import type { Usage } from "../../../cli/usage/usage.js";
import { TellableUsage } from "../../../cli/usage/use/tellable-usage.js";
import { usageOf } from "../usage/cost/some-usage.ts";
import { calendarOf, declaredIn, gatewayNameOf } from "./calendar.ts";
import { byModel, naiveRetirements, toldRetirements } from "./naive-retirements.ts";

const seeds = Array.from({ length: 20 }, (_each, seed) => seed);
const zones = ["UTC", "Pacific/Kiritimati", "America/Los_Angeles", "Europe/Berlin"];

function objectsOf(seed: number): AccountObject[] {
  return declaredIn(calendarOf(seed)).map(({ kind, name, inputs }) => ({
    kind,
    name,
    urn: `${kind} ${name}`,
    id: `${name}-id`,
    inputs: { workspaceId: "w-1", ...inputs },
    outputs: kind === "Model" ? { gatewayName: gatewayNameOf(name) } : {},
  }));
}

function inZone(zone: string): void {
  vi.stubEnv("TZ", zone);
  onTestFinished(() => void vi.unstubAllEnvs());
}

test("20 of 20 calendars are told as a reader tells them who leafs through them, in every time zone", () => {
  for (const seed of seeds) {
    inZone(zones[seed % zones.length] ?? "");
    const calendar = calendarOf(seed);
    const found = findRetirements(objectsOf(seed), { today: utcDay(calendar.now) });
    expect(toldRetirements(found).toSorted(byModel), `calendar ${seed}`).toEqual(
      naiveRetirements(calendar).toSorted(byModel),
    );
  }
});

test("the calendars have all that a calendar may have", () => {
  const told = seeds.flatMap((seed) => naiveRetirements(calendarOf(seed)));
  const ends = new Set(told.flatMap(({ replacements }) => replacements.map((each) => each.split(" ")[1])));
  expect(new Set(told.map(({ daysLeft }) => daysLeft))).toEqual(new Set([30, 29, 1, 0, -1, -30, -365, -366]));
  expect(ends).toEqual(new Set(["model", "nowhere", "circle"]));
  expect(told.some(({ retiresOn }) => retiresOn.endsWith("-02-29"))).toBe(true);
  expect(told.some(({ replacements }) => replacements.length === 0)).toBe(true);
  expect(told.some(({ replacements }) => replacements.length > 2)).toBe(true);
  expect(told.some(({ routes }) => routes.length > 1)).toBe(true);
  expect(told.some(({ routes }) => routes.length === 0)).toBe(true);
});

test("the first to retire comes first, and no order of the objects changes what is told", () => {
  const { today } = calendarOf(3);
  const found = findRetirements(objectsOf(3), { today });
  const days = found.map(({ daysLeft }) => daysLeft);
  expect(days).toEqual(days.toSorted((a = 0, b = 0) => a - b));
  expect(findRetirements(objectsOf(3).toReversed(), { today })).toEqual(found);
});

test("a model is due from 30 days before on, and has retired from the day after its last", () => {
  const at = (daysLeft: number) => [isDue({ daysLeft }), hasRetired({ daysLeft })];
  expect([31, 30, 1, 0, -1].map(at)).toEqual([
    [false, false],
    [true, false],
    [true, false],
    [true, false],
    [true, true],
  ]);
  expect(isDue({})).toBe(false);
});

test("a value that is no day retires nothing", () => {
  expect(daysBetween("2027-01-01", "soon")).toBeUndefined();
  const [model, ...others] = objectsOf(0);
  const odd = { ...model, inputs: { ...model?.inputs, retiresOn: "soon" } };
  expect(
    findRetirements([{ ...expectModel(model), inputs: odd.inputs }, ...others.slice(11)], {
      today: "2027-01-01",
    }),
  ).toEqual([]);
});

function called(retirements: Retirement[], usage: Usage, showsKeys: boolean) {
  return withCallers(retirements, new TellableUsage(new Map([["", usage]]), showsKeys));
}

function expectModel(object: AccountObject | undefined): AccountObject {
  return object ?? expect.unreachable();
}

test("who calls a model stands in the way of it without any mapping, and keys are counted and not named", () => {
  const [model] = objectsOf(0);
  const only = [expectModel(model)];
  const usage = usageOf([{ modelId: "m0-id" }, { modelId: "m0-id" }, { modelId: "other" }]);
  const today = calendarOf(0).today;
  const find = (showsKeys: boolean) => called(findRetirements(only, { today }), usage, showsKeys);
  const [found] = find(false);
  expect(found?.routes).toEqual([]);
  expect(found?.callers).toMatchObject({ requests: 200, keys: 2 });
  expect(found && isInTheWay(found)).toBe(true);
  expect(JSON.stringify(find(false))).not.toContain("canary");
  expect(find(true)[0]?.callers?.keyIds).toEqual(["key-canary-0", "key-canary-1"]);
  const [uncalled] = called(findRetirements(only, { today }), usageOf([]), false);
  expect(uncalled && isInTheWay(uncalled)).toBe(false);
  for (const [retirement, words] of [
    [found, "In the last 7 days it answered 200 requests of 2 keys, the last one 65 minutes ago."],
    [uncalled, "In the last 7 days it answered no request."],
  ] as const) {
    expect(retirement && retirementSentences(retirement)).toContain(words);
    expect(retirement && retireText([retirement], 30)).toContain(`\n  ${words}\n`);
  }
});
