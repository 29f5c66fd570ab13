import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { wayOfPage } from "../e2e/languages/walk/page.ts";
import { paths } from "../harness/paths.ts";
import { isTest, testsNamedIn } from "../harness/tests/named-tests.ts";
import { published } from "./support/published-schema.ts";

const page = readFileSync(path.join(paths.root, "docs/languages.md"), "utf8");
const rows = page.split("\n").filter((line) => line.startsWith("| "));

test("the page of languages names tests and examples that there are", () => {
  const named = testsNamedIn(page);
  expect(named.filter((each) => !isTest(each))).toEqual([]);
  const places = [
    ...[...page.matchAll(/`(test\/[^`]+)`/g)].map(([, place = ""]) => place),
    ...[...page.matchAll(/\]\(\.\.\/(examples\/[^)]+)\)/g)].map(([, place = ""]) => place),
  ];
  expect(places.filter((place) => !existsSync(path.join(paths.root, place)))).toEqual([]);
  expect(named.length).toBeGreaterThan(3);
});

test("every language whose example runs in a test has a row that names the test and the example", () => {
  const languages = readdirSync(path.join(paths.root, "test/e2e/languages"))
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => file.replace(".test.ts", ""));
  for (const language of languages) {
    const row = rows.find((each) => each.includes(`test/e2e/languages/${language}.test.ts`));
    expect(row, language).toContain(`(../examples/${language})`);
  }
});

test("the way from nothing to a first up in Python has at most ten commands, with this version", () => {
  const { files, commands } = wayOfPage();
  expect(commands.length).toBeLessThanOrEqual(10);
  expect(commands).toContain(`VERSION=${published.version}`);
  expect(Object.values(files).map((text) => text.length)).not.toContain(0);
});
