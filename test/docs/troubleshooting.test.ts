import { expect, test } from "vitest";
import {
  areaOf,
  thrown,
  troubleshootingPage,
} from "../../provider/build/troubleshooting/troubleshooting-page.mts";
import { textOf } from "./support/pages.ts";

test("the page of errors has every text that the sources throw: else run `npm run reference` and commit it", () => {
  expect(textOf("docs/troubleshooting.md")).toBe(troubleshootingPage());
});

test("every place that throws is in an area, whose cure stands where the text has none", () => {
  const homeless = thrown().filter(({ file }) => areaOf(file) === undefined);
  expect(
    homeless.map(({ file }) => `${file} is in no area of provider/build/troubleshooting/areas.mts`),
  ).toEqual([]);
  expect(thrown().length).toBeGreaterThan(200);
  const rows = textOf("docs/troubleshooting.md")
    .split("\n")
    .filter((line) => line.startsWith("| "));
  expect(rows.filter((row) => row.split(/(?<!\\)\|/)[2]?.trim() === "–")).toEqual([]);
});
