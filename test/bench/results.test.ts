import { expect, test } from "vitest";
import { seconds } from "./figures.ts";
import { type Contestant, Results, type Row } from "./results.ts";

const create = { profile: "normal", mix: "a", size: 3, phase: "create" } as const;

function row(run: number, contestant: Contestant, time: number, failure?: string): Row {
  const requests = { all: 0, refused: 0, repeated: 0 };
  const ended = failure === undefined ? {} : { failure };
  return { ...create, run, contestant, seconds: time, requests, ...ended };
}

/** One row for each run. */
function rows(contestant: Contestant, ...times: readonly number[]): Row[] {
  return times.map((time, run) => row(run, contestant, time));
}

test("times are compared within each run, so a slow run of both changes no ratio", () => {
  const results = new Results([...rows("ours", 1, 10, 5), ...rows("constant", 2, 20, 10)]);
  expect(results.ratio(create, "constant", seconds)).toBe(0.5);
});

test("a rival may be one of another profile, of the same run", () => {
  const fast = rows("ours", 1, 3).map((each): Row => ({ ...each, profile: "fast" }));
  const results = new Results([...fast, ...rows("opentofu", 2, 4, 1)]);
  const rival = { contestant: "opentofu", profile: "normal" } as const;
  expect(results.ratio({ ...create, profile: "fast" }, rival, seconds)).toBe(0.625);
});

test("a run that failed is no figure", () => {
  const results = new Results([row(0, "ours", 1, "exit code 1"), row(0, "constant", 2)]);
  expect(results.median({ ...create, contestant: "ours" }, seconds)).toBeUndefined();
  expect(results.ratio(create, "constant", seconds)).toBeUndefined();
});

test("nothing is compared with no time at all", () => {
  const results = new Results([row(0, "ours", 1), row(0, "floor", 0)]);
  expect(results.ratio(create, "floor", seconds)).toBeUndefined();
});
