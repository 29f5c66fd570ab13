import { expect, test } from "vitest";
import { metricTable } from "../../../cli/commands/metrics/metric-table.js";
import { cells } from "../../../cli/text/cells.js";

interface Row {
  readonly name?: string;
  readonly count: number;
}

function table(rows: readonly Row[]) {
  const lines: string[] = [];
  const made = metricTable<Row>(
    [
      { title: "name", text: ({ name }) => name },
      { title: "count", text: ({ count }) => String(count), isNumber: true },
    ],
    (line) => lines.push(line),
  );
  rows.forEach(made.print);
  const ahead = lines.length;
  made.end();
  return { lines, ahead };
}

test("texts stand at the left, numbers at the right, and what is not known is a dash", () => {
  expect(table([{ name: "a", count: 1 }, { name: "longer", count: 12345 }, { count: 7 }]).lines).toEqual([
    "name    count",
    "a           1",
    "longer  12345",
    "–           7",
  ]);
});

test("columns are as wide as wide characters need, and long texts are cut, but never within a character", () => {
  const family = "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}";
  const { lines } = table([
    { name: "模型", count: 1 },
    { name: "x".repeat(500), count: 2 },
    { name: "网".repeat(300), count: 3 },
    { name: `${family.repeat(30)}`, count: 4 },
  ]);
  expect(lines.map(cells)).toEqual(lines.map(() => 47));
  expect(lines[2]).toMatch(/^x{39}… +2$/);
  expect(lines[4]).toMatch(new RegExp(`^(${family}){19}… +4$`));
});

test("nothing of a text controls a terminal, or breaks a line", () => {
  const { lines } = table([{ name: "a\u001b[31mb\nc\u202ed", count: 1 }]);
  expect(lines[1]).toMatch(/^a b c d +1$/);
});

test("many rows are printed as they come, and a later wide row widens its column", () => {
  const many = Array.from({ length: 1000 }, (_, at) => ({ name: at < 900 ? "x" : "wider", count: at }));
  const { lines, ahead } = table(many);
  expect(lines).toHaveLength(1001);
  expect(ahead).toBeGreaterThan(700);
  expect([lines[1], lines.at(-1)]).toEqual(["x         0", "wider    999"]);
});
