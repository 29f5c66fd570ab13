import { expect, test } from "vitest";
import { cells, TextTable } from "../../../cli/text/table.js";

function table(rows: readonly (readonly [string, number])[]): string[] {
  const cells = rows.map(([name, count]) => [name, String(count)]);
  return new TextTable([{ widest: 40 }, { isNumber: true }]).lines([["name", "count"], ...cells]);
}

test("texts are aligned left and numbers right", () => {
  expect(
    table([
      ["a", 1],
      ["longer", 12345],
    ]),
  ).toEqual(["name    count", "a           1", "longer  12345"]);
});

test("wide characters count as two cells, and long texts are cut, but never within a character", () => {
  const family = "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}";
  const lines = table([
    ["模型", 1],
    ["x".repeat(500), 2],
    ["网".repeat(300), 3],
    [family.repeat(30), 4],
  ]);
  expect(lines.map(cells)).toEqual(lines.map(() => 47));
  expect(lines[2]).toMatch(/^x{39}… +2$/);
  expect(lines[4]).toMatch(new RegExp(`^(${family}){19}… +4$`));
});

test("no text controls the terminal or breaks a line", () => {
  expect(table([["a\u001b[31mb\nc\u202ed", 1]])[1]).toMatch(/^a b c d +1$/);
});
