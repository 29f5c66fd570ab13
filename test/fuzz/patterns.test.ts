import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { milliseconds } from "./support/milliseconds.ts";

const root = path.resolve(import.meta.dirname, "../..");

const parsed = ["provider", "cli"]
  .flatMap((top) =>
    readdirSync(path.join(root, top), { recursive: true, encoding: "utf8" }).map((file) => `${top}/${file}`),
  )
  .filter((file) => file.endsWith(".ts") && !/\/(dist|node_modules)\//.test(file))
  .map((file) =>
    ts.createSourceFile(file, readFileSync(path.join(root, file), "utf8"), ts.ScriptTarget.Latest, true),
  );

function nodesOf(file: ts.SourceFile): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node) => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return nodes;
}

/** Every pattern of both packages that stands in its text as one. */
const literals = parsed.flatMap((file) =>
  nodesOf(file)
    .filter((node) => ts.isRegularExpressionLiteral(node))
    .map((node) => {
      const text = node.getText(file);
      const end = text.lastIndexOf("/");
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      const place = `${file.fileName}:${line + 1}`;
      return { place, pattern: new RegExp(text.slice(1, end), text.slice(end + 1)) };
    }),
);

/** Every place that makes a pattern of a text. */
const made = parsed.flatMap((file) =>
  nodesOf(file)
    .filter((node) => ts.isNewExpression(node) || ts.isCallExpression(node))
    .map((node) => ({ file: file.fileName, by: node.expression.getText(file) }))
    .filter(({ by }) => ["RegExp", "RE2JS.compile"].includes(by)),
);

/** Signs that patterns treat in different ways; those of the pattern itself come first. */
const signs = [..." a0/\\-.<>&#%=_:\"'`([{}])*+?!|$^,;@~\n\r\t\u001b\u0007é"];

function signsOf({ source }: RegExp): string[] {
  const own = new Set([...source].filter((sign) => !"\\^$.*+?()[]{}|".includes(sign)));
  return [...own, " ", "a", "0", "/", "\\", "\n"].slice(0, 12);
}

/** Texts in which the same comes again and again, before an end that a pattern may not take; each of any length. */
function* pumped(pattern: RegExp): Generator<(length: number) => string> {
  const own = signsOf(pattern);
  const parts = [...signs, ...own.flatMap((one) => own.map((other) => one + other))];
  for (const part of parts) {
    for (const first of ["", ...own.slice(0, 4)]) {
      yield (length) => `${first}${part.repeat(length / part.length)}\u0000`;
    }
    yield (length) => part.repeat(length / part.length);
  }
}

const short = 8000;
/** What takes so long on a short text is looked at again. A pattern that reads it once takes a thousandth. */
const suspicious = 3;

/** The text on which a pattern gets slower than the text grows; undefined if there is none. */
function slowOn(pattern: RegExp): string | undefined {
  for (const text of pumped(pattern)) {
    const time = (length: number, tries: number) => {
      const long = text(length);
      return milliseconds(tries, () => (pattern.global ? long.replace(pattern, "") : pattern.test(long)));
    };
    if (time(short, 1) < suspicious || time(short, 3) < suspicious) continue;
    const ratio = time(4 * short, 3) / time(2 * short, 3);
    if (ratio > 3) return `${JSON.stringify(text(8))}…: ${ratio.toFixed(1)} times for twice the length`;
  }
  return undefined;
}

test("the search for slow patterns finds those that are", () => {
  for (const slow of ["/+$", "\\s+$", "a.*b", "<.*>"]) expect(slowOn(new RegExp(slow, "s"))).toBeDefined();
  for (const quick of ["^/+$", "<[^<>]*>"]) expect(slowOn(new RegExp(quick, "g"))).toBeUndefined();
});

describe.each(literals)("the pattern $pattern of $place", ({ pattern }) => {
  test("takes time that grows as the text does", { timeout: 60_000 }, () => {
    expect(slowOn(pattern)).toBeUndefined();
  });
});

/**
 * The places that make a pattern of a text. All but three are made of texts of this package; those are compiled by an
 * engine whose time grows with the text alone, and by that of JavaScript only to see whether it is a pattern at all.
 */
const makers = [
  "cli/pin/pulumi-arguments.ts: RegExp",
  "cli/pin/pulumi-arguments.ts: RegExp",
  "cli/review/document/markdown.ts: RegExp",
  "cli/routing/automaton.ts: RE2JS.compile",
  "cli/routing/semantics.ts: RE2JS.compile",
  "provider/text/patterns.ts: RegExp",
  "provider/text/redact.ts: RegExp",
  "provider/text/redact.ts: RegExp",
  "provider/text/redact.ts: RegExp",
  "provider/text/words.ts: RegExp",
];

test("no pattern that somebody else has written is run by the engine of JavaScript", () => {
  expect(literals.length).toBeGreaterThan(100);
  expect(made.map(({ file, by }) => `${file}: ${by}`).sort()).toEqual(makers);
  const compiled = parsed.find(({ fileName }) => fileName === "provider/text/patterns.ts")?.text;
  expect(compiled?.match(/new RegExp\(.*/g)).toEqual(["new RegExp(spelled) !== undefined;"]);
});
