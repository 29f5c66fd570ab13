import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { type Adapter, adapters } from "../harness/adapter.ts";
import { killOf } from "./kills/kill.ts";
import { frames, planOf } from "./kills/plan.ts";
import { readOptions } from "./options.ts";
import { line, wrongs } from "./report.ts";
import { nothingWrong } from "./run-scenario.ts";
import { scenarios } from "./scenarios/index.ts";
import { tasks } from "./tasks.ts";

const names = scenarios().map(({ name }) => name);
const tasksOf = (...args: string[]) =>
  tasks(readOptions(args, names)).map(({ name, seed }) => `${name} ${seed}`);

test("the whole matrix has every scenario by a name of its own and 60 kills, the short one some and 3, and --only nothing else", () => {
  expect(new Set([...names, killOf(1).name]).size).toBe(names.length + 1);
  expect(tasksOf()).toHaveLength(names.length + 60);
  const short = scenarios().flatMap(({ short, name }) => (short ? [`${name} 1`] : []));
  expect(tasksOf("--short")).toEqual([...short, "kill 1", "kill 2", "kill 3"]);
  expect(tasksOf("--only", "calm", "--seed", "7")).toEqual(["calm 7"]);
  expect(tasksOf("--only", "kill", "--kills", "2", "--seed", "23")).toEqual(["kill 23", "kill 24"]);
});

test("the kills of both adapters meet all frames", () => {
  const frameOf = (seed: number, adapter: Adapter) => {
    const { moment: _moment, ...frame } = planOf(seed, 0, adapter);
    return frame;
  };
  const seeds = Array.from({ length: 60 }, (_, index) => index + 1);
  const met = adapters.flatMap((adapter) => seeds.map((seed) => frameOf(seed, adapter)));
  expect(frames.filter((frame) => !met.some((each) => isDeepStrictEqual(each, frame)))).toEqual([]);
});

test("a row in which something goes wrong without a fault says how that is seen", () => {
  const silent = scenarios().filter(({ variants, seen, calm }) => variants !== undefined && !seen && !calm);
  expect(silent).toEqual([]);
});

test.each(["untrue", "unconverged", "twins", "orphans", "lost", "secrets"] as const)(
  "one thing in %s makes a row unclean, and is shown",
  (key) => {
    const of = { name: "calm", what: "nothing", seed: 3, adapter: "dynamic", convergedBy: "itself" } as const;
    const row = { ...nothingWrong, ...of, hits: 5, requests: 24, seconds: 9 };
    expect(line(row)).toContain(": clean, ");
    const wrong = { ...row, [key]: ["this one"] };
    expect(line(wrong)).toContain(": NOT CLEAN, ");
    expect(wrongs(wrong)).toEqual([expect.stringContaining("this one")]);
  },
);
