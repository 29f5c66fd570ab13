import { expect, test } from "vitest";
import { readRuns, runTimes, type TimeSigns } from "../../../cli/recover/begun-creates.js";

const start = Date.UTC(2026, 10, 22, 10);
const time = (minute: number) => start + minute * 60_000;

/** Runs of a minute, newest first: `40 failed destroy`; without a kind, an update. */
function runsOf(text: string) {
  const runs = text.split(", ").filter((run) => run !== "");
  return runs.map((run) => {
    const [minute, result, kind = "update"] = run.split(" ");
    const [startTime, endTime] = [0, 1].map((more) => new Date(time(Number(minute) + more)).toISOString());
    return { kind, result, startTime, ...(result === "in-progress" ? {} : { endTime }), message: "" };
  });
}

const lock = { since: time(45) };
const made = time(5);
const kinds = ["refresh", "destroy", "preview", "import", "rename"];
const settled = (kind: string) =>
  `40 failed, 35 succeeded, 30 failed destroy, 25 succeeded ${kind}, 20 failed`;

/** Runs, and what else tells of one. */
const cases: readonly (readonly [runs: string, more?: Partial<TimeSigns>])[] = [
  [
    "40 failed, 35 succeeded refresh, 30 failed destroy, 25 failed preview, 22 failed import, 20 failed, 10 succeeded, 0 failed",
  ],
  ...kinds.map((kind) => [`40 failed ${kind}, 10 succeeded`] as const),
  ...["refresh", "destroy"].map((kind) => [settled(kind)] as const),
  ["40 in-progress, 10 succeeded", { lock }],
  ["40 failed", { said: time(43), lock }],
  ["40 failed", { said: time(47), lock }],
  ["40 failed, 30 in-progress, 10 succeeded", { made }],
  ["20 succeeded refresh, 10 succeeded", { made }],
  ["20 failed refresh", { made }],
  ["20 succeeded import", { made }],
  ["40 failed", { lock }],
  [""],
  ["40 failed, 10 succeeded", { lock: { since: undefined } }],
  ["40 failed, 10 succeeded", { lock: { since: undefined }, hasPending: true }],
  ["40 failed, 10 succeeded"],
  ["", { lock }],
];

test("the runs that succeeded, failed and go on say when something may have been made, changed and begun", async () => {
  const minutes = (at: number | undefined) =>
    at === undefined ? "unknown" : new Date(at).toISOString().slice(14, 19);
  const periods = (all: readonly { from: number; to?: number | undefined }[]) =>
    all
      .map(({ from, to }) => `${minutes(from)} to ${to === undefined ? "now" : minutes(to)}`)
      .join(" and ") || "never";
  const readable = (_key: string, each: unknown) => (typeof each === "number" ? minutes(each) : each);
  const pages = cases.map(([runs, more = {}]) => {
    const signs = { runs: readRuns(JSON.stringify(runsOf(runs))), hasPending: false, ...more };
    const { creating, writing, began, unlisted } = runTimes(signs);
    const given = Object.entries(more).map(([name, value]) => `${name} ${JSON.stringify(value, readable)}`);
    return `# ${[runs || "no run", ...given].join("; ")}
creating: ${periods(creating)}
writing: ${periods(writing)}
began: ${minutes(began)}
unlisted: ${minutes(unlisted)}
`;
  });
  await expect(pages.join("\n")).toMatchFileSnapshot("run-times.txt");
});

test("without a history it is not known when a pending operation began", () => {
  expect(runTimes({ runs: undefined, made, hasPending: true }).began).toBeUndefined();
});
