import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { settingsSchema } from "../provider/client/settings/settings-schema.js";
import { kinds } from "../provider/every-kind.js";
import { paths } from "./harness/paths.ts";
import { isTest, testsNamedIn } from "./harness/tests/named-tests.ts";
import { argumentsOfAll } from "./types/support/published.ts";

const page = readFileSync(path.join(paths.root, "docs/api-gaps.md"), "utf8");

interface Row {
  readonly id: string;
  readonly section: string;
  readonly open: string;
  readonly done: string;
  readonly changedBy: string;
  readonly heldBy: string;
}

function rowsOf(title: string): Row[] {
  const section = page.split(/^## /m).find((each) => each.startsWith(`${title}\n`)) ?? "";
  const lines = section.split("\n").filter((line) => line.startsWith("| `"));
  return lines.map((line) => {
    const [id = "", named = "", open = "", done = "", changedBy = "", heldBy = ""] = line
      .slice(2, -2)
      .split(" | ");
    return { id, section: named, open, done, changedBy, heldBy };
  });
}

const notShown = rowsOf("Not shown");
const rows = [...notShown, ...rowsOf("Silent")];

/** How many places of the API document say "not shown". The document is not in this repository: count them there. */
const placesNotShown = 25;

test('every place of the API document that says "not shown" has a row', () => {
  expect(notShown).toHaveLength(placesNotShown);
});

test("every row has a name of its own, and says what is open and what is done", () => {
  const ids = rows.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const empty = rows.filter((row) => Object.values(row).some((cell) => cell.trim() === ""));
  expect(empty).toEqual([]);
  expect(rows.length).toBeGreaterThan(placesNotShown);
});

describe.each(rows)("the row $id", ({ changedBy, heldBy }) => {
  test("names tests that exist", () => {
    const named = testsNamedIn(heldBy);
    expect(named.filter((each) => !isTest(each))).toEqual([]);
    expect(named.length).toBeGreaterThan(0);
    expect(named).toHaveLength(heldBy.split("; `").length);
  });

  test("names settings and arguments that exist, or none", () => {
    const named = changedBy === "–" ? [] : changedBy.split(", ");
    expect(named.filter((name) => !isSetting(name.replaceAll("`", "")))).toEqual([]);
  });
});

/** A setting, or an argument of a kind or of a function's arguments, as `Kind.field`. */
function isSetting(name: string): boolean {
  const [of = "", field] = name.split(".");
  const kind = kinds.find((each) => each.name === of);
  return field === undefined
    ? of in settingsSchema.shape
    : kind?.fields.has(field) === true ||
        argumentsOfAll.some((each) => each.of === of && each.name === field);
}

test("a setting, an argument of a kind and one of a function are known, and others are not", () => {
  const names = [
    "deleteScope",
    "Quota.match",
    "MetricsArgs.limit",
    "deleteScopes",
    "Quota.matches",
    "Metrics.limit",
  ];
  expect(names.map(isSetting)).toEqual([true, true, true, false, false, false]);
});
