import { expect, test } from "vitest";
import {
  areaOf,
  shown,
  troubleshootingPage,
} from "../../provider/build/troubleshooting/troubleshooting-page.mts";
import { textOf } from "./support/pages.ts";

const texts = shown();

test("the page of errors has every text that the sources show: else run `npm run reference` and commit it", () => {
  expect(textOf("docs/troubleshooting.md")).toBe(troubleshootingPage());
});

test("every place that throws is in an area, whose cure stands where the text has none", () => {
  const homeless = texts.filter(({ file, as }) => as === "error" && areaOf(file) === undefined);
  expect(
    homeless.map(({ file }) => `${file} is in no area of provider/build/troubleshooting/areas.mts`),
  ).toEqual([]);
  expect(texts.length).toBeGreaterThan(200);
  const rows = textOf("docs/troubleshooting.md")
    .split("\n")
    .filter((line) => line.startsWith("| "));
  expect(rows.filter((row) => row.split(/(?<!\\)\|/)[2]?.trim() === "–")).toEqual([]);
});

test("a text is found that a function makes, that a request ends with, that a value has to be, and that only warns", () => {
  const page = textOf("docs/troubleshooting.md");
  for (const text of [
    "exists already, with id …",
    "served version …, not the pinned …",
    "must be an http(s) URL",
    "is left as it is",
  ])
    expect(page).toContain(text);
});
