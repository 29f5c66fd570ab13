import { expect, test } from "vitest";
import { killOf, planOf } from "./kills/kill.ts";
import { readOptions, usage } from "./options.ts";
import { scenarios } from "./scenarios/index.ts";
import { tasks } from "./tasks.ts";

const names = scenarios.map(({ name }) => name);
const tasksOf = (...args: string[]) =>
  tasks(readOptions(args, names)).map(({ name, seed }) => `${name} ${seed}`);

test("no two scenarios have one name, and none is called as the kills are", () => {
  expect(new Set([...names, killOf(1).name]).size).toBe(names.length + 1);
});

test("the whole matrix has every scenario and 60 kills, the short one some and 4, and --only nothing else", () => {
  expect(tasksOf()).toHaveLength(names.length + 60);
  const short = scenarios.filter((scenario) => scenario.short).map(({ name }) => `${name} 1`);
  expect(tasksOf("--short")).toEqual([...short, "kill 1", "kill 2", "kill 3", "kill 4"]);
  expect(tasksOf("--only", "calm", "--seed", "7")).toEqual(["calm 7"]);
  expect(tasksOf("--only", "kill", "--kills", "2", "--seed", "23")).toEqual(["kill 23", "kill 24"]);
});

test.each([["--only", "no-such"], ["--seed", "x"], ["--jobs", "0"], ["--no-such"]])(
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
  expect(plans.filter(({ checkpoints }) => checkpoints)).toHaveLength(30);
  const sorts = Map.groupBy(plans, ({ victim, moment }) => `${victim} ${moment.is}`);
  expect(sorts.size).toBe(9);
});
