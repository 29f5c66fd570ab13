import { expect, test } from "vitest";
import { killOf } from "./kills/kill.ts";
import { planOf } from "./kills/plan.ts";
import { readOptions, usage } from "./options.ts";
import { scenarios } from "./scenarios/index.ts";
import { partOf, tasks } from "./tasks.ts";

const names = scenarios.map(({ name }) => name);
const tasksOf = (...args: string[]) =>
  tasks(readOptions(args, names)).map(({ name, seed }) => `${name} ${seed}`);

test("no two scenarios have one name, and none is called as the kills are", () => {
  expect(new Set([...names, killOf(1).name]).size).toBe(names.length + 1);
});

test("the whole matrix has every scenario and 60 kills, the short one some and 3, and --only nothing else", () => {
  expect(tasksOf()).toHaveLength(names.length + 60);
  const short = scenarios.filter((scenario) => scenario.short).map(({ name }) => `${name} 1`);
  expect(tasksOf("--short")).toEqual([...short, "kill 1", "kill 2", "kill 3"]);
  expect(tasksOf("--only", "calm", "--seed", "7")).toEqual(["calm 7"]);
  expect(tasksOf("--only", "kill", "--kills", "2", "--seed", "23")).toEqual(["kill 23", "kill 24"]);
});

test("rows are the whole matrix, the short one, or only some of them", () => {
  const part = (...args: string[]) => partOf(tasks(readOptions(args, names)));
  expect([part(), part("--short"), part("--seed", "9"), part("--only", "calm")]).toEqual([
    "whole",
    "short",
    "whole",
    "some",
  ]);
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

test("a seed plans the same kill every time, half of them without checkpoints, and all sorts of them", () => {
  const plans = Array.from({ length: 60 }, (_, index) => planOf(index + 1));
  expect(plans).toEqual(Array.from({ length: 60 }, (_, index) => planOf(index + 1)));
  const sorts = Map.groupBy(plans, ({ victim, checkpoints }) => `${victim} ${checkpoints}`);
  expect([...sorts.values()].map(({ length }) => length)).toEqual([10, 10, 10, 10, 10, 10]);
  expect(new Set(plans.map(({ victim, moment }) => `${victim} ${moment.is}`)).size).toBe(9);
});

test("the kills that CI plays have every victim", () => {
  const seeds = tasks(readOptions(["--short"], names)).flatMap(({ name, seed }) =>
    name === "kill" ? [seed] : [],
  );
  expect(new Set(seeds.map((seed) => planOf(seed).victim)).size).toBe(3);
});

test("another try of a seed kills the same victim at another moment", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const { moment, ...rest } = planOf(seed, 1);
    expect(rest).toEqual({ victim: planOf(seed).victim, checkpoints: planOf(seed).checkpoints });
    expect(moment).not.toEqual(planOf(seed).moment);
  }
});

test("a row in which something goes wrong without a fault says how that is seen", () => {
  const silent = scenarios.filter(({ variants, seen, calm }) => variants !== undefined && !seen && !calm);
  expect(silent).toEqual([]);
});
