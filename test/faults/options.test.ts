import { describe, expect, test } from "vitest";
import { type Adapter, adapters } from "../harness/adapter.ts";
import { killOf } from "./kills/kill.ts";
import { frames, planOf } from "./kills/plan.ts";
import { readOptions, usage } from "./options.ts";
import { isClean, table, wrongs } from "./report.ts";
import { nothingWrong, type Outcome } from "./run-scenario.ts";
import { scenarios } from "./scenarios/index.ts";
import { tasks } from "./tasks.ts";

const names = scenarios().map(({ name }) => name);
const tasksOf = (...args: string[]) =>
  tasks(readOptions(args, names)).map(({ name, seed }) => `${name} ${seed}`);

test("no two scenarios have one name, and none is called as the kills are", () => {
  expect(new Set([...names, killOf(1).name]).size).toBe(names.length + 1);
});

test("the whole matrix has every scenario and 60 kills, the short one some and 3, and --only nothing else", () => {
  expect(tasksOf()).toHaveLength(names.length + 60);
  const short = scenarios()
    .filter((scenario) => scenario.short)
    .map(({ name }) => `${name} 1`);
  expect(tasksOf("--short")).toEqual([...short, "kill 1", "kill 2", "kill 3"]);
  expect(tasksOf("--only", "calm", "--seed", "7")).toEqual(["calm 7"]);
  expect(tasksOf("--only", "kill", "--kills", "2", "--seed", "23")).toEqual(["kill 23", "kill 24"]);
});

test.each([["--only", "no-such"], ["--seed", "x"], ["--jobs", "0"], ["--adapter", "x"], ["--no-such"]])(
  "%s %s is refused",
  (...args) => {
    expect(() => readOptions(args, names)).toThrow();
  },
);

test("the help names every option", () => {
  const { help, ...options } = readOptions([], names);
  expect(Object.keys(options).filter((name) => !usage.includes(`--${name}`))).toEqual([]);
  expect(help).toBe(false);
});

const seeds = Array.from({ length: 60 }, (_, index) => index + 1);
/** What is killed, without the moment. */
const frameOf = (seed: number, attempt: number, adapter: Adapter) => {
  const { moment: _moment, ...frame } = planOf(seed, attempt, adapter);
  return JSON.stringify(frame);
};

describe.each(adapters)("%s: a seed", (adapter) => {
  test("plans the same kill every time, and another try of it the same one at another moment", () => {
    for (const seed of seeds) {
      const plan = planOf(seed, 0, adapter);
      expect(planOf(seed, 0, adapter)).toEqual(plan);
      expect(frameOf(seed, 1, adapter)).toBe(frameOf(seed, 0, adapter));
      expect(planOf(seed, 1, adapter)).not.toEqual(plan);
    }
  });

  test("is of another frame than the others, at all sorts of moments", () => {
    expect(new Set(seeds.map((seed) => frameOf(seed, 0, adapter))).size).toBe(60);
    expect(new Set(seeds.map((seed) => planOf(seed, 0, adapter).moment.is)).size).toBe(3);
  });
});

test("the kills of both adapters meet all frames", () => {
  const met = adapters.flatMap((adapter) => seeds.map((seed) => frameOf(seed, 0, adapter)));
  expect(new Set(met)).toEqual(new Set(frames.map((frame) => JSON.stringify(frame))));
});

test("the kills that CI plays are of three commands and three victims", () => {
  const kills = tasks(readOptions(["--short"], names)).filter(({ name }) => name === "kill");
  const plans = kills.map(({ seed }) => planOf(seed, 0, "dynamic"));
  expect(new Set(plans.map(({ victim }) => victim)).size).toBe(3);
  expect(new Set(plans.map(({ command }) => command)).size).toBe(3);
});

test("a row in which something goes wrong without a fault says how that is seen", () => {
  const silent = scenarios().filter(({ variants, seen, calm }) => variants !== undefined && !seen && !calm);
  expect(silent).toEqual([]);
});

const row: Outcome = {
  ...nothingWrong,
  ...{ name: "calm", what: "nothing | at all", seed: 3, adapter: "dynamic", convergedBy: "the run itself" },
  ...{ hits: 5, requests: 24, seconds: 9, issuedTwice: ["GatewayKey"] },
};

test("a row without anything wrong is clean, also if something was issued twice, and says how to repeat it", () => {
  expect([isClean(row), wrongs(row)]).toEqual([true, []]);
  expect(
    table([row, { ...row, name: "kill", adapter: "native" }])
      .split("\n")
      .slice(2),
  ).toEqual([
    "| nothing \\| at all | yes | the run itself | 0 | 0 | 0 | none | 1 | 5 | 24 | `--only calm --seed 3` |",
    expect.stringContaining("`--only kill --kills 1 --seed 3 --adapter native`"),
  ]);
});

test.each(["untrue", "unconverged", "twins", "orphans", "lost", "secrets"] as const)(
  "one thing in %s makes a row unclean, and is shown",
  (key) => {
    const wrong = { ...row, [key]: ["this one"] };
    expect(isClean(wrong)).toBe(false);
    expect(wrongs(wrong)).toEqual([expect.stringContaining("this one")]);
    expect(table([wrong])).toContain("**");
  },
);
