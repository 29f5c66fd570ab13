import fc from "fast-check";
import { expect, test } from "vitest";
import { textDiff } from "../../../../cli/review/facts/changes.js";
import type { TextLine } from "../../../../cli/review/facts/review.js";

const lineDiff = (before?: string, after?: string) => textDiff(before, after).lines;

function signs(lines: readonly TextLine[]): string {
  return lines.map(({ sign, count }) => `${sign}${count ?? ""}`).join("");
}

/** The text of one side, if no lines were left out. */
function side(lines: readonly TextLine[], sign: "+" | "-"): string {
  return lines
    .filter((line) => line.sign === " " || line.sign === sign)
    .map(({ parts }) => parts.map(({ text }) => text).join(""))
    .join("\n");
}

const text = fc.array(fc.constantFrom("a b c", "a b d", "", "long line of words"), {
  minLength: 1,
  maxLength: 6,
});

test("both texts can be read out of their difference", () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const lines = lineDiff(a.join("\n"), b.join("\n"));
      fc.pre(lines.every(({ sign }) => sign !== "~"));
      expect([side(lines, "-"), side(lines, "+")]).toEqual([a.join("\n"), b.join("\n")]);
    }),
  );
});

test("the words that are not marked are the same on both sides of a line", () => {
  const [removed, added] = lineDiff("be kind and brief", "be kind and very brief");
  const kept = (line?: TextLine) => line?.parts.filter(({ marked }) => !marked).map((part) => part.text);
  expect(kept(removed)?.join("")).toBe("be kind and brief");
  expect(kept(added)?.join("")).toBe("be kind and brief");
});

test("lines with little in common are not marked", () => {
  const lines = lineDiff("one two three", "something else");
  expect(lines.map(({ sign, parts }) => [sign, parts.map(({ marked }) => marked)])).toEqual([
    ["-", [false]],
    ["+", [false]],
  ]);
});

test("lines that stay are left out with their count, but for three around each change", () => {
  const lines = Array.from({ length: 20 }, (_, at) => `line ${at}`);
  const changed = lines.with(10, "other");
  expect(signs(lineDiff(lines.join("\n"), changed.join("\n")))).toBe("~7   -+   ~6");
});

test("a single line is never left out: its place would not be shorter", () => {
  const lines = Array.from({ length: 5 }, (_, at) => `line ${at}`);
  expect(signs(lineDiff(lines.join("\n"), lines.with(4, "other").join("\n")))).toBe("    -+");
});

test("the ends of lines count only if nothing else differs", () => {
  expect(signs(lineDiff("a\r\nb\r\nc", "a\nb\nd"))).toBe("  -+");
  expect(signs(lineDiff("a\r\nb", "a\nb"))).toBe("-+ ");
  expect(signs(lineDiff("a", "a\n"))).toBe(" +");
});

test("a text that comes is added, and one that goes is removed", () => {
  expect(signs(lineDiff(undefined, "a\nb"))).toBe("++");
  expect(signs(lineDiff("a\nb", undefined))).toBe("--");
});

test("large texts that differ everywhere are shown as removed and added", () => {
  const large = (word: string) => Array.from({ length: 5_000 }, (_, at) => `${word} ${at}`).join("\n");
  const lines = lineDiff(large("a"), large("b"));
  expect([side(lines, "-"), side(lines, "+")]).toEqual([large("a"), large("b")]);
  const long = (word: string) => `${word} `.repeat(50_000);
  expect(signs(lineDiff(long("a"), long("b")))).toBe("-+");
});
