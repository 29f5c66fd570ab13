import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { RE2JS } from "re2js";
import ts from "typescript";
import { describe, expect, test } from "vitest";

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

/** An instruction of a compiled RE2 program: `cli/routing/automaton.ts` says which is which. */
interface Instruction {
  readonly op: number;
  readonly out: number;
  readonly arg: number;
  readonly runes: ArrayLike<number>;
  matchRune(rune: number): boolean;
}

const sign = String.raw`\\.|\[(?:\\.|[^\]])*\]|[^()[\\]`;
const nested = [1, 2, 3].reduce((inside) => String.raw`(?:${sign}|\((?:${inside})*\))`, sign);
const look = new RegExp(String.raw`\(\?<?[=!]${nested}*\)`, "g");
const firstLook = 0xe000;

/**
 * Counts the steps of a search that tries one way after another, as the engine of JavaScript does. RE2 cannot look ahead
 * or back, so a sign for private use stands for each such part, which is one step.
 */
function stepsOf({ source, flags, global }: RegExp): (text: string) => number {
  const looks: RegExp[] = [];
  const readable = source
    .replaceAll(look, (part) =>
      String.fromCodePoint(firstLook + looks.push(new RegExp(part, `${flags.replace(/[gy]/, "")}y`)) - 1),
    )
    .replaceAll(/\\p\{\w{3,}\}/g, "\\p{L}")
    .replaceAll("[^]", "(?s:.)");
  const modes = { i: RE2JS.CASE_INSENSITIVE, s: RE2JS.DOTALL, m: RE2JS.MULTILINE };
  const mode = Object.entries(modes).reduce(
    (all, [flag, bit]) => (flags.includes(flag) ? all | bit : all),
    0,
  );
  const program = RE2JS.compile(RE2JS.translateRegExp(readable), mode).re2().prog;
  const { inst, start }: { inst: readonly Instruction[]; start: number } = program;
  return (text) => {
    let steps = 0;
    const endFrom = (from: number): number | undefined => {
      const ways = [start, from];
      while (ways.length > 0) {
        const [place = 0, at = 0] = [ways.pop(), ways.pop()];
        const { op, out, arg, runes } = inst[at] as Instruction;
        const sees = op >= 8 && runes.length === 1 ? looks[(runes[0] ?? 0) - firstLook] : undefined;
        steps++;
        if (op === 6) return place;
        if (op <= 2) ways.push(arg, place, out, place);
        else if (op === 3 || op === 7) ways.push(out, place);
        else if (op === 4 && (arg & edgesAt(text, place)) === arg) ways.push(out, place);
        else if (sees !== undefined) {
          sees.lastIndex = place;
          if (sees.test(text)) ways.push(out, place);
        } else if (op >= 8 && place < text.length && inst[at]?.matchRune(text.charCodeAt(place)))
          ways.push(out, place + 1);
      }
      return undefined;
    };
    for (let from = 0; from <= text.length; ) {
      const end = endFrom(from);
      if (end !== undefined && !global) break;
      from = Math.max(from + 1, end ?? 0);
    }
    return steps;
  };
}

/** The edges of lines, texts and words at a place, in the bits of RE2. */
function edgesAt(text: string, place: number): number {
  const [before = "", after = ""] = [text[place - 1], text[place]];
  const isEdge = /\w/.test(before) !== /\w/.test(after);
  return (
    (before === "" ? 1 | 4 : before === "\n" ? 1 : 0) |
    (after === "" ? 2 | 8 : after === "\n" ? 2 : 0) |
    (isEdge ? 16 : 32)
  );
}

const short = 160;

/** The text on which a pattern gets slower than the text grows; undefined if there is none. */
function slowOn(pattern: RegExp): string | undefined {
  const steps = stepsOf(pattern);
  for (const text of pumped(pattern)) {
    if (steps(text(short)) < 25 * short) continue;
    const ratio = steps(text(4 * short)) / steps(text(2 * short));
    if (ratio > 3) return `${JSON.stringify(text(8))}…: ${ratio.toFixed(1)} times for twice the length`;
  }
  return undefined;
}

test("the search for slow patterns finds slow patterns, and no fast ones", () => {
  for (const slow of ["/+$", "\\s+$", "a.*b", "<.*>"]) expect(slowOn(new RegExp(slow, "s"))).toBeDefined();
  for (const quick of ["^/+$", "<[^<>]*>", "(?<!/)/+$"])
    expect(slowOn(new RegExp(quick, "g"))).toBeUndefined();
});

describe.each(literals)("the pattern $pattern in $place", ({ pattern }) => {
  test("does not slow down quadratically as the text grows", () => {
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
  "cli/terminal.ts: RegExp",
  "provider/text/patterns.ts: RegExp",
  "provider/text/redact.ts: RegExp",
  "provider/text/redact.ts: RegExp",
  "provider/text/redact.ts: RegExp",
  "provider/text/words.ts: RegExp",
];

test("no pattern from outside this package is run by the JavaScript engine", () => {
  expect(literals.length).toBeGreaterThan(100);
  expect(made.map(({ file, by }) => `${file}: ${by}`).sort()).toEqual(makers);
  const compiled = parsed.find(({ fileName }) => fileName === "provider/text/patterns.ts")?.text;
  expect(compiled?.match(/new RegExp\(.*/g)).toEqual(["new RegExp(spelled) !== undefined;"]);
});
