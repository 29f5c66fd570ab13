import fc from "fast-check";
import { expect, test } from "vitest";
import { csvRecord } from "../../../../cli/commands/metrics/csv.js";

/** What a reader of RFC 4180 makes of records. */
function read(text: string): string[][] {
  const fields = [...text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)];
  const rows: string[][] = [[]];
  for (const [, quoted, bare = "", end] of fields) {
    rows.at(-1)?.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === "\r\n") {
      rows.push([]);
    }
  }
  expect(fields.map(([all]) => all).join("")).toBe(text);
  return rows.slice(0, -1);
}

test("what is written comes back, whatever it holds", () => {
  const harmless = fc.string({ unit: "binary" }).map((text) => `x${text}`);
  fc.assert(
    fc.property(fc.array(fc.array(harmless, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
      expect(read(rows.map((row) => `${csvRecord(row)}\n`).join(""))).toEqual(rows);
    }),
  );
});

test("no text is a formula, and a number stays what it is", () => {
  const texts = ["=1+1", "+1", "-1", "@sum", "\t=1", "\r=1", "\n=1"];
  const [row = []] = read(`${csvRecord(texts)}\n`);
  expect(row).toEqual(texts.map((text) => `'${text}`));
  expect(csvRecord([-1.5, 1e-7, "a=b", "2026-01-01"])).toBe("-1.5,1e-7,a=b,2026-01-01\r");
});

test("what is not known is an empty field, and truth a word", () => {
  expect(csvRecord([undefined, null, "", true])).toBe(",,,true\r");
});
