import { expect, onTestFinished, test, vi } from "vitest";
import { cells, TextTable } from "../../../cli/text/table.js";
import { numberText, numberTexts, percentText, timeOf } from "../../../cli/text/words.js";

test("numbers are rounded for readers, and two different numbers stay distinguishable", () => {
  const numbers = [0.105_000_000_000_000_01, 0.1 + 0.2, 1_047_576, 0.000_000_4, -2.5];
  expect(numbers.map(numberText)).toEqual(["0.105", "0.3", "1,047,576", "0.0000004", "−2.5"]);
  expect(numberTexts(0.3, 0.1 + 0.2)).toEqual(["0.3", "0.30000000000000004"]);
  expect(numberTexts(1, 0.1 + 0.2)).toEqual(["1", "0.3"]);
  expect([1000 / 60, 1_234_567.891].map(numberText)).toEqual(["16.6666666667", "1,234,567.891"]);
  expect([0.4, -0.04, 1.4, -50].map(percentText)).toEqual(["+0.4%", "−0.04%", "+1%", "−50%"]);
  expect([99.8, -99.8, -100].map(percentText)).toEqual(["+100%", "−99%", "−100%"]);
});

function table(...rows: readonly (readonly [string, number])[]): string[] {
  const texts = rows.map(([name, count]) => [name, String(count)]);
  return new TextTable([{ widest: 40 }, { isNumber: true }]).lines([["name", "count"], ...texts]);
}

test("a table aligns text left and numbers right, cuts long text, and shows no control characters", () => {
  expect(table(["a", 1], ["longer", 12345])).toEqual(["name    count", "a           1", "longer  12345"]);
  const family = "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}";
  const lines = table(["模型", 1], ["x".repeat(500), 2], ["网".repeat(300), 3], [family.repeat(30), 4]);
  expect(lines.map(cells)).toEqual(lines.map(() => 47));
  expect(lines[2]).toMatch(/^x{39}… +2$/);
  expect(lines[4]).toMatch(new RegExp(`^(${family}){19}… +4$`));
  expect(table(["a\u001b[31mb\nc\u202ed", 1])[1]).toMatch(/^a b c d +1$/);
});

test.each([
  ["beside its column", 24, ["ok  gate  the gateway", "          responds to", "          this token"]],
  [
    "below the row if its column is narrow",
    18,
    ["ok  gate", "    the gateway", "    responds to", "    this token"],
  ],
  ["not at all if it fits", 60, ["ok  gate  the gateway responds to this token"]],
  ["not at all without a terminal", undefined, ["ok  gate  the gateway responds to this token"]],
])("a table wraps its last column %s", (_where, width, lines) => {
  const rows = [["ok", "gate", "the gateway responds to this token"]];
  expect(new TextTable([{}, {}, {}], width).lines(rows).join("\n").split("\n")).toEqual(lines);
});

test.each(["UTC", "Pacific/Kiritimati", "America/Los_Angeles"])(
  "every supported time format is parsed to the same instant in the time zone %s",
  (zone) => {
    vi.stubEnv("TZ", zone);
    onTestFinished(() => void vi.unstubAllEnvs());
    const noon = Date.UTC(2026, 10, 20, 12);
    const forms = ["T12:00:00.000Z", "T12:00:00Z", "T14:00:00+02:00", "T12:00:00", "T12:00", " 12:00:00.000"];
    expect(forms.map((form) => timeOf(`2026-11-20${form}`))).toEqual(forms.map(() => noon));
    expect(timeOf("2026-11-20")).toBe(noon - 43_200_000);
    const odd = [
      1_763_640_000,
      "1763640000",
      "2026",
      "yesterday",
      "2026-13-40T00:00:00Z",
      "",
      null,
      undefined,
    ];
    expect(odd.filter((value) => timeOf(value) !== undefined)).toEqual([]);
  },
);
