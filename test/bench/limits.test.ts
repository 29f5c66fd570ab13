import { expect, test } from "vitest";
import { limits } from "./limits.ts";
import { verdicts } from "./report/verdict.ts";
import { Results, type Row } from "./results.ts";

const made: Omit<Row, "size"> = {
  profile: "normal",
  mix: "a",
  phase: "create",
  contestant: "ours",
  run: 0,
  seconds: 1,
  requests: { all: 0, refused: 0, repeated: 0 },
};

function judged(start: string, rows: readonly Row[]): number | undefined {
  return limits.find(({ figure }) => figure.startsWith(start))?.value(new Results(rows));
}

test("no limit holds by not having been measured", () => {
  for (const { figure, value } of limits) expect(value(new Results([])), figure).toBeUndefined();
});

test("what a refresh asks beyond once for each collection is counted", () => {
  const refresh = { ...made, phase: "refresh", size: 22 } as const;
  const asked = (all: number) => [{ ...refresh, requests: { all, refused: 0, repeated: 0 } }];
  // The workspaces, and the mappings of each of two.
  expect(judged("refresh: requests beyond", asked(3))).toBe(0);
  expect(judged("refresh: requests beyond", asked(5))).toBe(2);
});

test("the quota's own floor is the whole windows that have to pass", () => {
  const crowd = { ...made, profile: "quota", size: 2000, seconds: 66 } as const;
  const floor = { ...crowd, contestant: "floor", seconds: 6 } as const;
  const sent = (all: number) => [{ ...crowd, requests: { all, refused: 0, repeated: 0 } }, floor];
  expect(judged("quota, 2,000 objects, create", sent(2001))).toBe(1.1);
  expect(judged("quota, 2,000 objects, create", sent(2000))).toBe(11);
});

test("a state larger than the constant provider's is a miss", () => {
  const create = { ...made, size: 550 };
  const larger = new Results([
    { ...create, stateBytes: 1051 },
    { ...create, contestant: "constant", stateBytes: 1000 },
  ]);
  const found = verdicts(limits, larger).find(
    ({ figure }) => figure === "state bytes per resource ÷ constant",
  );
  expect(found?.verdict).toBe("MISSED");
});

test("growth is measured without the start of the process, and within one run", () => {
  const used = (cpuSeconds: number) => ({ usage: { provider: { cpuSeconds, peakBytes: 0 } } });
  const fast = { ...made, profile: "fast" } as const;
  const rows = [
    { ...fast, size: 3, ...used(1) },
    { ...fast, size: 180, ...used(1 + 177 * 0.002) },
    { ...fast, size: 2000, ...used(1 + 1997 * 0.003) },
  ];
  expect(judged("fast, create: growth", rows)).toBeCloseTo(1.5);
  expect(judged("fast, create: growth", rows.slice(1))).toBeUndefined();
  expect(
    judged("fast, create: growth", rows.with(2, { ...fast, run: 1, size: 2000, ...used(9) })),
  ).toBeUndefined();
});

const asked = (phase: Row["phase"], ours: number, native: number, size = 3): Row[] =>
  (["ours", "native"] as const).map((contestant) => ({
    ...made,
    size,
    phase,
    contestant,
    requests: { all: contestant === "ours" ? ours : native, refused: 0, repeated: 0 },
  }));

test("the plugin may ask no more than is asked without it, in any phase of any run but a destroy", () => {
  expect(judged("native: requests", [...asked("create", 5, 5), ...asked("refresh", 3, 3)])).toBe(0);
  expect(judged("native: requests", [...asked("create", 5, 5), ...asked("change", 3, 2)])).toBe(0);
  expect(judged("native: requests", [...asked("create", 5, 7), ...asked("refresh", 3, 3)])).toBe(2);
  expect(judged("native: requests", [...asked("refresh", 3, 3), ...asked("destroy", 9, 11)])).toBe(0);
});

test("a destroy is judged by the one of both that asks more", () => {
  expect(judged("destroy: requests", asked("destroy", 880, 890, 550))).toBe(890 / 550);
  expect(judged("destroy: requests", asked("destroy", 890, 880, 550))).toBe(890 / 550);
});
