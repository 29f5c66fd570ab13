import { expect, test } from "vitest";
import { seconds } from "./figures.ts";
import { type Contestant, Results, type Row } from "./results.ts";

const create = { profile: "normal", mix: "a", size: 3, phase: "create" } as const;

function row(run: number, contestant: Contestant, time: number, failure?: string): Row {
  const requests = { all: 0, refused: 0, repeated: 0 };
  return {
    ...create,
    run,
    contestant,
    seconds: time,
    requests,
    ...(failure === undefined ? {} : { failure }),
  };
}

test("times are compared within each run, so a slow run of both changes no ratio", () => {
  const results = new Results([
    row(0, "ours", 1),
    row(0, "constant", 2),
    row(1, "ours", 10),
    row(1, "constant", 20),
    row(2, "ours", 5),
    row(2, "constant", 10),
  ]);
  expect(results.ratio(create, "constant", seconds)).toBe(0.5);
});

test("a rival may be one of another profile, of the same run", () => {
  const fast = (run: number, time: number): Row => ({ ...row(run, "ours", time), profile: "fast" });
  const results = new Results([
    fast(0, 1),
    row(0, "opentofu", 2),
    fast(1, 3),
    row(1, "opentofu", 4),
    row(2, "opentofu", 1),
  ]);
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
