import { expect, test } from "vitest";
import { type Adapter, adapters } from "../harness/adapter.ts";
import { killOf } from "./kills/kill.ts";
import { frames, planOf } from "./kills/plan.ts";
import { readOptions } from "./options.ts";
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

const seeds = Array.from({ length: 60 }, (_, index) => index + 1);
/** What is killed, without the moment. */
const frameOf = (seed: number, attempt: number, adapter: Adapter) => {
  const { moment: _moment, ...frame } = planOf(seed, attempt, adapter);
  return JSON.stringify(frame);
};

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

test.each(["untrue", "unconverged", "twins", "orphans", "lost", "secrets"] as const)(
  "one thing in %s makes a row unclean, and is shown",
  (key) => {
    const wrong = { ...row, [key]: ["this one"] };
    expect(isClean(wrong)).toBe(false);
    expect(wrongs(wrong)).toEqual([expect.stringContaining("this one")]);
    expect(table([wrong])).toContain("**");
  },
);
