import { expect, test } from "vitest";
import {
  begunAfter,
  isAfterAll,
  lastSuccess,
  pastRuns,
  readRuns,
  runsThatWrote,
  runsToSearch,
  unlistedSince,
} from "../../../provider/cli/recover/past-runs.js";
import type { RecoveryPlace } from "../../../provider/cli/recover/recovery-place.js";

const time = (minute: number) => Date.UTC(2026, 10, 22, 10, minute);
const second = 1000;

/** A run of a minute. */
function run(minute: number, result: string, kind = "update") {
  const startTime = new Date(time(minute)).toISOString();
  const endTime = new Date(time(minute + 1)).toISOString();
  return { kind, result, startTime, ...(result === "in-progress" ? {} : { endTime }), message: "" };
}

function listed(...runs: readonly object[]) {
  return readRuns(JSON.stringify(runs));
}

const backend = { url: "s3://states", folder: undefined };
const hosted = { shortName: "dev", stack: "dev", backend, files: undefined } as const;
const inFolder = { ...hosted, files: { backend: "/nowhere", project: "shop", stack: "dev" } } as const;
const place = (of: typeof hosted | typeof inFolder): RecoveryPlace => ({
  ...of,
  project: {
    name: "shop",
    file: "/nowhere/Pulumi.yaml",
    folder: "/nowhere",
    packages: "/nowhere",
    runtime: "nodejs",
    transpiled: false,
    configKeys: [],
  },
});

test("more runs are asked for than pulumi gives by itself, and one that cannot be asked is said", async () => {
  const asked: string[] = [];
  const notes: string[] = [];
  const outcome = { code: 0, stdout: JSON.stringify([run(1, "failed")]), stderr: "", late: false };
  const machine = (ran: Partial<typeof outcome>) => ({
    env: {},
    folder: "/",
    node: "24.21.0",
    run: async (_command: string, args: readonly string[]) => {
      asked.push(args.join(" "));
      return { ...outcome, ...ran };
    },
  });
  const terminal = {
    env: {},
    interactive: false,
    out: () => {},
    note: (line: string) => void notes.push(line),
    progress: () => {},
    confirm: async () => false,
  };
  expect(await pastRuns({ machine: machine({}), place: place(hosted), terminal })).toEqual([
    { kind: "update", succeeded: false, from: time(1), to: time(2) },
  ]);
  expect(asked[0]).toMatch(/--page-size \d{3,}/);
  expect(notes).toEqual([]);
  const refused = machine({ code: 255, stderr: "error: no access" });
  expect(await pastRuns({ machine: refused, place: place(hosted), terminal })).toBeUndefined();
  expect(notes).toEqual([expect.stringMatching(/no access[\s\S]*--since/)]);
});

test("only updates that did not succeed, since the last that did, are searched, each in its own time", () => {
  const runs = listed(
    run(40, "failed"),
    run(35, "succeeded", "refresh"),
    run(30, "failed", "destroy"),
    run(25, "failed", "preview"),
    run(22, "failed", "import"),
    run(20, "failed"),
    run(10, "succeeded"),
    run(0, "failed"),
  );
  expect(runsToSearch(runs, undefined)).toEqual([
    { from: time(40), to: time(41) + second },
    { from: time(20), to: time(21) + second },
  ]);
  expect(lastSuccess(runs)).toBe(time(11));
});

test.each(["refresh", "destroy", "preview", "import", "rename"])("a failed %s creates nothing", (kind) => {
  expect(runsToSearch(listed(run(40, "failed", kind), run(10, "succeeded")), undefined)).toEqual([]);
});

test("failed updates and destroys may have deleted or changed something, until a run has read the gateway", () => {
  const writing = [run(40, "failed"), run(35, "succeeded"), run(30, "failed", "destroy")];
  const since = [
    { from: time(40), to: time(41) + second },
    { from: time(30), to: time(31) + second },
  ];
  for (const settled of ["refresh", "destroy"]) {
    const runs = listed(...writing, run(25, "succeeded", settled), run(20, "failed"));
    expect(runsThatWrote(runs, undefined)).toEqual(since);
    expect(runsThatWrote(runs, 7)).toEqual([...since, { from: 7 }]);
  }
  const harmless = ["refresh", "preview", "import"].map((kind) => run(40, "failed", kind));
  expect(runsThatWrote(listed(...harmless), undefined)).toEqual([]);
});

test("a run that has not ended, and one that is not listed, may go on until now", () => {
  const runs = listed(run(40, "in-progress"), run(10, "succeeded"));
  expect(runsToSearch(runs, 7)).toEqual([{ from: time(40) }, { from: 7 }]);
});

test.each([
  {
    of: "the first update that did not succeed",
    runs: [run(40, "failed"), run(30, "in-progress"), run(10, "succeeded")],
    is: time(30),
  },
  {
    of: "the end of the last that did",
    runs: [run(20, "succeeded", "refresh"), run(10, "succeeded")],
    is: time(11),
  },
  { of: "the birth of a stack without an update", runs: [run(20, "failed", "refresh")], is: time(5) },
  { of: "the import of its state", runs: [run(20, "succeeded", "import")], is: time(21) },
])("a pending operation began at the earliest with $of", ({ runs, is }) => {
  expect(begunAfter(listed(...runs), time(5))).toBe(is);
});

test("without any time nothing tells when it began", () => {
  expect(begunAfter([], undefined)).toBeUndefined();
  expect(begunAfter(undefined, time(5))).toBeUndefined();
});

test("a lock tells of a run that came after all that are listed, unless it has recorded what it did", async () => {
  const signs = { locks: { there: true, since: undefined }, restoredFrom: undefined, recorded: false };
  const at = { place: place(hosted) };
  const runs = listed(run(40, "failed"), run(10, "succeeded"));
  expect(await unlistedSince(at, runs, signs)).toBe(time(41));
  expect(await unlistedSince(at, runs, { ...signs, recorded: true })).toBeUndefined();
  expect(await unlistedSince(at, runs, { ...signs, locks: { there: false, since: 5 } })).toBeUndefined();
  expect(await unlistedSince(at, runs, { ...signs, restoredFrom: time(1) })).toBe(time(1));
  expect(await unlistedSince(at, [], { ...signs, locks: { there: true, since: 5 } })).toBe(5);
});

test("a pending operation of an earlier run does not tell that the last one has recorded what it did", () => {
  const runs = listed(run(40, "failed"));
  expect(isAfterAll(place(inFolder), runs, time(41))).toBe(true);
  expect(isAfterAll(place(inFolder), runs, time(11))).toBe(false);
  expect(isAfterAll(place(inFolder), runs, undefined)).toBe(false);
  expect(isAfterAll(place(inFolder), [], undefined)).toBe(true);
  expect(isAfterAll(place(hosted), runs, undefined)).toBe(true);
});
