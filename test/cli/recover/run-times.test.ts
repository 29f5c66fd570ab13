import { expect, test } from "vitest";
import { readRuns, runTimes, type TimeSigns } from "../../../cli/recover/run-times.js";

const time = (minute: number) => Date.UTC(2026, 10, 22, 10, minute);
const second = 1000;

/** A run of a minute. */
function run(minute: number, result: string, kind = "update") {
  const startTime = new Date(time(minute)).toISOString();
  const endTime = new Date(time(minute + 1)).toISOString();
  return { kind, result, startTime, ...(result === "in-progress" ? {} : { endTime }), message: "" };
}

/** What follows from runs, newest first, and from what else tells of one. */
function times(runs: readonly object[], more: Partial<TimeSigns> = {}) {
  return runTimes({ runs: readRuns(JSON.stringify(runs)), pending: [], ...more });
}

const period = (minute: number) => ({ from: time(minute), to: time(minute + 1) + second });

test("only updates that did not succeed, since the last that did, are searched, each in its own time", () => {
  const runs = [
    run(40, "failed"),
    run(35, "succeeded", "refresh"),
    run(30, "failed", "destroy"),
    run(25, "failed", "preview"),
    run(22, "failed", "import"),
    run(20, "failed"),
    run(10, "succeeded"),
    run(0, "failed"),
  ];
  expect(times(runs).creating).toEqual([period(40), period(20)]);
});

test.each(["refresh", "destroy", "preview", "import", "rename"])("a failed %s creates nothing", (kind) => {
  expect(times([run(40, "failed", kind), run(10, "succeeded")]).creating).toEqual([]);
});

test.each(["refresh", "destroy"])(
  "failed updates and destroys may have deleted or changed something, until a %s has succeeded",
  (settling) => {
    const runs = [run(40, "failed"), run(35, "succeeded"), run(30, "failed", "destroy")];
    const settled = [...runs, run(25, "succeeded", settling), run(20, "failed")];
    expect(times(settled).writing).toEqual([period(40), period(30)]);
  },
);

test.each(["refresh", "preview", "import"])("a failed %s changes nothing", (kind) => {
  expect(times([run(40, "failed", kind)]).writing).toEqual([]);
});

test("a run that has not ended, and one that is not listed, may go on until now", () => {
  const runs = [run(40, "in-progress"), run(10, "succeeded")];
  const { creating, writing } = times(runs, { restored: 7 });
  expect(creating).toEqual([{ from: time(40) }, { from: 7 }]);
  expect(writing).toEqual(creating);
});

test("whoever names a time knows of no other", () => {
  const { creating, unlisted } = times([run(40, "failed")], { said: 7, lock: { since: 5 } });
  expect([creating, unlisted]).toEqual([[{ from: 7 }], 7]);
});

test.each([
  [
    "the first update that did not succeed",
    [run(40, "failed"), run(30, "in-progress"), run(10, "succeeded")],
    time(30),
  ],
  ["the end of the last that did", [run(20, "succeeded", "refresh"), run(10, "succeeded")], time(11)],
  ["the birth of a stack without an update", [run(20, "failed", "refresh")], time(5)],
  ["the import of its state", [run(20, "succeeded", "import")], time(21)],
])("a pending operation began at the earliest with %s", (_of, runs, is) => {
  expect(times(runs, { made: time(5) }).began("urn")).toBe(is);
});

test("it began after the newest copy that does not have it, or with the lock, if nothing else tells", () => {
  const before = new Map([["urn", time(3)]]);
  expect(times([run(40, "failed")], { before }).began("urn")).toBe(time(3));
  expect(times([], { lock: { since: 7 } }).began("urn")).toBe(7);
  expect(times([]).began("urn")).toBeUndefined();
  expect(runTimes({ runs: undefined, made: time(5), pending: [] }).began("urn")).toBeUndefined();
});

test("a lock tells of a run that came after all that are listed, unless it has recorded what it did", () => {
  const runs = [run(40, "failed"), run(10, "succeeded")];
  const lock = { since: undefined };
  expect(times(runs, { lock }).unlisted).toBe(time(41));
  expect(times(runs, { lock, pending: ["urn"] }).unlisted).toBeUndefined();
  expect(times(runs).unlisted).toBeUndefined();
  expect(times(runs, { lock, restored: time(1) }).unlisted).toBe(time(1));
  expect(times([], { lock: { since: 5 } }).unlisted).toBe(5);
  expect(times([], { lock: { since: 5 }, written: 3 }).unlisted).toBe(3);
});

test.each([
  { of: "an operation that began after all runs", at: time(41), listed: true, isRecorded: true },
  { of: "an operation of an earlier run", at: time(11), listed: true, isRecorded: false },
  { of: "an operation that every copy has", at: undefined, listed: true, isRecorded: false },
  { of: "any operation, if no run is listed", at: undefined, listed: false, isRecorded: true },
])("$of tells whether the last run has recorded what it did: $isRecorded", ({ at, listed, isRecorded }) => {
  const before = new Map(at === undefined ? [] : [["urn", at]]);
  const signs = { lock: { since: 5 }, pending: ["urn"], before };
  const { unlisted } = times(listed ? [run(40, "failed")] : [], signs);
  expect(unlisted === undefined).toBe(isRecorded);
});

test("a recovery that was interrupted is gone on with, unless an update has succeeded after it", () => {
  const begun = (written: number) => ({ begun: { since: 7, written } });
  const runs = [run(40, "succeeded")];
  expect(times(runs, begun(time(42))).unlisted).toBe(7);
  expect(times(runs, begun(time(40))).unlisted).toBeUndefined();
  expect(times([], begun(time(40))).unlisted).toBe(7);
});
