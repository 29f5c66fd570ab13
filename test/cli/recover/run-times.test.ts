import { expect, test } from "vitest";
import { readRuns, runTimes, type TimeSigns } from "../../../cli/recover/begun-creates.js";

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
  return runTimes({ runs: readRuns(JSON.stringify(runs)), hasPending: false, ...more });
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
  const { creating, writing } = times(runs, { lock: { since: 7 } });
  expect(creating).toEqual([{ from: time(40) }, { from: time(40) }]);
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
])("without a lock, a pending operation began at the earliest with %s", (_of, runs, is) => {
  expect(times(runs, { made: time(5) }).began).toBe(is);
});

test("a pending operation began with the lock, or when the user says, whichever is earlier", () => {
  const runs = [run(40, "failed")];
  expect(times(runs, { lock: { since: 7 } }).began).toBe(7);
  expect(times(runs, { said: 5, lock: { since: 7 } }).began).toBe(5);
  expect(times([]).began).toBeUndefined();
  expect(runTimes({ runs: undefined, made: time(5), hasPending: true }).began).toBeUndefined();
});

test("a lock shows a run that came after all that are listed, unless it has noted what it did", () => {
  const runs = [run(40, "failed"), run(10, "succeeded")];
  const lock = { since: undefined };
  expect(times(runs, { lock }).unlisted).toBe(time(41));
  expect(times(runs, { lock, hasPending: true }).unlisted).toBeUndefined();
  expect(times(runs).unlisted).toBeUndefined();
  expect(times([], { lock: { since: 5 } }).unlisted).toBe(5);
});
