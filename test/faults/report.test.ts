import { readFile } from "node:fs/promises";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { adapters } from "../harness/adapter.ts";
import { paths } from "../harness/paths.ts";
import { keptOf, readKept } from "./kept.ts";
import { killOf } from "./kills/kill.ts";
import { readOptions } from "./options.ts";
import { page } from "./page.ts";
import { isClean, merged, table, timed, wrongs } from "./report.ts";
import { nothingWrong, type Outcome } from "./run-scenario.ts";
import { events, frames } from "./scenario.ts";
import { scenarios } from "./scenarios/index.ts";
import { tasks } from "./tasks.ts";

const row: Outcome = {
  ...nothingWrong,
  ...{ name: "calm", what: "nothing | at all", seed: 3, adapter: "dynamic", convergedBy: "the run itself" },
  ...{ hits: 5, requests: 24, seconds: 9 },
};
const machine = {
  date: "",
  cores: 2,
  model: "",
  memoryGigabytes: 1,
  system: "",
  node: "",
  pulumi: "",
  sdk: "",
};
const found = { machine, seconds: 60, jobs: 1, part: "some" as const };
const nothing = keptOf({ ...found, rows: [] }, "native");
/** The page of these rows, of which the plugin has played none. */
const pageOf = (rows: readonly Outcome[]) =>
  page({ dynamic: keptOf({ ...found, rows }, "dynamic"), native: nothing });
const faulty = ["untrue", "unconverged", "twins", "orphans", "lost", "secrets"] as const;

test("a row without anything wrong is clean, says how to repeat it, and breaks no table", () => {
  expect(isClean(row)).toBe(true);
  expect(wrongs(row)).toEqual([]);
  expect(table([row])).toContain(
    "| nothing \\| at all | yes | the run itself | 0 | 0 | 0 | none | 0 | 5 | 24 | `--only calm --seed 3` |",
  );
});

test("a row of the native plugin says how to repeat it with the plugin, and stands beside the other on the page", () => {
  const native: Outcome = { ...row, adapter: "native", requests: 25 };
  expect(table([native])).toContain("`--only calm --seed 3 --adapter native`");
  const both = {
    dynamic: keptOf({ ...found, rows: [row] }, "dynamic"),
    native: keptOf({ ...found, rows: [native] }, "native"),
  };
  expect(page(both)).toContain(
    "| the run itself, 24 requests | the run itself, 25 requests | `--only calm --seed 3` |",
  );
});

test("docs/reliability.md is the page of what was kept", async () => {
  const both = { dynamic: await readKept("dynamic"), native: await readKept("native") };
  const file = path.join(paths.root, "docs/reliability.md");
  expect(await readFile(file, "utf8")).toBe(page(both));
});

test.each(faulty)("one thing in %s makes a row unclean, and the page counts and shows it", (key) => {
  const wrong = { ...row, [key]: ["this one"] };
  expect(isClean(wrong)).toBe(false);
  expect(wrongs(wrong)).toEqual([expect.stringContaining("this one")]);
  const rows = [row, wrong, { ...wrong, name: "kill" }];
  expect(table(rows).split("\n").slice(-2).join()).toContain("**");
  expect(pageOf(rows)).toContain("**1 of 3 runs left nothing wrong**: 1 faults and 1 kills");
  expect(pageOf(rows)).toMatch(/^- `--only calm --seed 3`, without the plugin: .*this one/m);
  expect(pageOf([row])).toContain("No object was\nmade twice");
});

test("a row that was played again takes the place of the one before, and the page says so", () => {
  const rows = [row, { ...row, seed: 4, lost: ["this one"] }];
  const both = merged([
    { ...found, rows },
    { ...found, rows: [{ ...row, seed: 4 }] },
  ]);
  expect(both).toMatchObject({ seconds: 120, rows: [row, { ...row, seed: 4 }], repeated: 1 });
  expect(timed({ ...both, part: "whole" })).toContain(
    "played again by themselves, after what they showed was repaired: 1.",
  );
  expect(timed({ ...found, part: "whole", rows })).not.toContain("played again");
});

test("a cell of the table of frames has what was lost in its rows, and says which was not played", () => {
  const moved = { ...row, name: "gateway-move" };
  const lost = { ...moved, seed: 4, lost: ["this one"] };
  const text = pageOf([row, moved, lost]);
  expect(text).toContain("|  | rename | kill | move |");
  expect(text).toContain("| another gateway | not run | not run | 1 of 2, **1 not clean** |");
  expect(text).toContain("| another process | not run | not run | not run |");
});

test("every cell of the table of frames has a row, by both adapters", () => {
  for (const adapter of adapters) {
    const cells = [...scenarios(adapter), killOf(1)].flatMap(({ cell }) => cell ?? []);
    const all = frames.flatMap((frame) => events.map((event) => ({ frame, event })));
    expect(all.filter((cell) => !cells.some((each) => isDeepStrictEqual(each, cell)))).toEqual([]);
  }
});

test("what was issued twice makes no row unclean, and stands in the table", () => {
  const twice = { ...row, issuedTwice: ["GatewayKey"] };
  expect(isClean(twice)).toBe(true);
  expect(table([twice])).toContain("| none | 1 | 5 | 24 |");
});

test("a kill says how to repeat it alone", () => {
  const at = table([{ ...row, name: "kill", seed: 23 }]);
  const [, command = ""] = /`(--only kill [^`]*)`/.exec(at) ?? [];
  const repeated = tasks(readOptions(command.split(" "), []));
  expect(repeated.map(({ name, seed }) => `${name} ${seed}`)).toEqual(["kill 23"]);
});

test("the page of the whole matrix says how long that took what CI runs of it", () => {
  const rows = tasks(readOptions([], [])).map((task) => ({ ...row, ...task, seconds: 40 }));
  const short = rows.filter(({ name, seed }) => name === "kill" && seed <= 3);
  const said = (seconds: number) => {
    for (const each of short) each.seconds = seconds;
    return timed({ ...found, jobs: 2, part: "whole", rows });
  };
  const ci = tasks(readOptions(["--short"], [])).length;
  expect(said(10)).toContain(`The ${ci} rows that CI runs`);
  expect(said(10)).toContain("within the 4 that it may take");
  expect(said(1000)).toContain("**over** the 4 that it may take");
});

test.each([
  ["whole", 2400, "within the 40"],
  ["whole", 2401, "**over** the 40"],
  ["short", 240, "within the 4"],
  ["short", 241, "**over** the 4"],
] as const)("the page of the %s matrix that took %i s says that it is %s minutes", (part, seconds, said) => {
  expect(timed({ ...found, seconds, part, rows: [row] })).toContain(said);
});
