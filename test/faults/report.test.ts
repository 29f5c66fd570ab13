import { expect, test } from "vitest";
import { page, table, wrongs } from "./report.ts";
import { isClean, type Outcome } from "./run-scenario.ts";

const row: Outcome = {
  name: "calm",
  what: "nothing | at all",
  seed: 3,
  untrue: [],
  convergedBy: "the run itself",
  unconverged: [],
  twins: [],
  orphans: [],
  lost: [],
  mintedTwice: [],
  secrets: [],
  requests: 24,
  seconds: 9,
  notes: [],
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
const faulty = ["untrue", "unconverged", "twins", "orphans", "lost", "secrets"] as const;

test("a row without anything wrong is clean, says how to repeat it, and breaks no table", () => {
  expect(isClean(row)).toBe(true);
  expect(wrongs(row)).toEqual([]);
  expect(table([row])).toContain(
    "| nothing \\| at all | yes | the run itself | 0 | 0 | 0 | none | 0 | 24 | `--only calm --seed 3` |",
  );
});

test.each(faulty)("one thing in %s makes a row unclean, and the page counts and shows it", (key) => {
  const wrong = { ...row, [key]: ["this one"] };
  expect(isClean(wrong)).toBe(false);
  expect(wrongs(wrong)).toEqual([expect.stringContaining("this one")]);
  const rows = [row, wrong, { ...wrong, name: "kill" }];
  expect(table(rows).split("\n").slice(-2).join()).toContain("**");
  expect(page({ machine, seconds: 60, jobs: 1, rows })).toContain(
    "**1 of 2 faults and 0 of 1 kills left nothing wrong**",
  );
});

test("what was minted twice makes no row unclean, and stands in the table", () => {
  const twice = { ...row, mintedTwice: ["GatewayKey"] };
  expect(isClean(twice)).toBe(true);
  expect(table([twice])).toContain("| none | 1 | 24 |");
});
