import fc from "fast-check";
import { expect, test } from "vitest";
import { textDiff } from "../../../../cli/review/facts/changes.js";
import { graphDiff } from "../../../../cli/review/facts/field-words.js";
import type { TextLine } from "../../../../cli/review/facts/review.js";
import { canonical } from "../../../../provider/spec/compare.js";
import type { Json } from "../../../../provider/text/json.js";
import { expectPage } from "../../support/pages.ts";

/** Each part in a line. */
function lines(before: Json, after: Json): string[] {
  return graphDiff(before, after).map(({ what, change, name, details }) =>
    [`${what} ${change}: ${name}`, ...details].join("; "),
  );
}

const nodes = [
  { id: "classify", model: "a", prompt: "Which topic?" },
  { id: "answer", model: "a" },
];
const edges = [{ from: "classify", to: "answer", when: "known" }];

const inner = (model: string) => ({ steps: [{ id: "a", steps: [{ id: "a", model }] }] });
const states = (end: boolean) => ({ states: { a: { next: "b" }, b: { end } } });

const workflows: Readonly<Record<string, readonly [before: Json, after: Json]>> = {
  "a new node": [
    { nodes, edges },
    { nodes: [...nodes, { id: "log", level: 2 }], edges },
  ],
  "a node less": [{ nodes }, { nodes: nodes.slice(0, 1) }],
  "another node": [{ nodes }, { nodes: [nodes[0] ?? {}, { id: "answer", model: "b", retry: 1 }] }],
  "another edge": [
    { nodes, edges },
    { nodes, edges: [{ from: "answer", to: "classify" }] },
  ],
  "an edge that changes": [
    { edges: [{ source: "a", target: "b", when: 1 }] },
    { edges: [{ source: "a", target: "b", when: 2 }] },
  ],
  "the next step": [
    { steps: [{ name: "a", next: "b" }, { name: "b" }] },
    { steps: [{ name: "a", next: ["c"] }, { name: "b" }] },
  ],
  "nodes as keys": [states(true), states(false)],
  "steps within a step of their name": [inner("x"), inner("y")],
  "nodes that change places": [{ steps: [{ id: "a" }, { id: "b" }] }, { steps: [{ id: "b" }, { id: "a" }] }],
  "a place": [{ settings: { retries: 1 } }, { settings: { retries: 2 } }],
  "an element": [{ tags: ["a", "b"] }, { tags: ["a", "c"] }],
  everything: [{}, { entry: "a" }],
};

test("the differences of workflows match the snapshot", async () => {
  await expectPage("workflows.txt", workflows, ([before, after]) => lines(before, after).join("\n"));
});

test("a long text that differs near its end is shown around the difference", () => {
  const of = (word: string) => ({ text: `${"x".repeat(5_000)} ${word}` });
  const [line = ""] = lines(of("old"), of("new"));
  expect(line).toMatch(/old.*→.*new/);
  expect(line.length).toBeLessThan(200);
});

const graph = fc.record(
  {
    steps: fc.array(
      fc.record({
        id: fc.constantFrom("a", "b", "c"),
        next: fc.constantFrom("a", "b", "c"),
        model: fc.nat(2),
      }),
      { maxLength: 4 },
    ),
    edges: fc.array(fc.record({ from: fc.constantFrom("a", "b"), to: fc.constantFrom("a", "b") }), {
      maxLength: 3,
    }),
    nodes: fc.dictionary(fc.constantFrom("a", "b"), fc.record({ x: fc.nat(1) })),
  },
  { requiredKeys: [] },
);

test.each([
  ["any JSON", fc.jsonValue()],
  ["what looks like a graph", graph],
])("for %s, the difference is empty only if nothing but the order of keys differs", (_what, values) => {
  fc.assert(
    fc.property(values, values, (a, b) => {
      const [before, after]: Json[] = [JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b))];
      expect(graphDiff(before, after).length === 0).toBe(canonical(before) === canonical(after));
    }),
  );
});

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

test("both texts can be reconstructed from their difference", () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const lines = lineDiff(a.join("\n"), b.join("\n"));
      fc.pre(lines.every(({ sign }) => sign !== "~"));
      expect([side(lines, "-"), side(lines, "+")]).toEqual([a.join("\n"), b.join("\n")]);
    }),
  );
});

test("unmarked words are the same on both sides of a line", () => {
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

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`);
const withOther = (count: number, at: number): [string, string] => [
  numbered(count).join("\n"),
  numbered(count).with(at, "other").join("\n"),
];
const long = (word: string) => `${word} `.repeat(50_000);

test.each<[what: string, before: string | undefined, after: string | undefined, signs: string]>([
  ["lines that stay are left out, but for three around each change", ...withOther(20, 10), "~7   -+   ~6"],
  ["a single line is never left out: its place would not be shorter", ...withOther(5, 4), "    -+"],
  ["the ends of lines do not count if something else differs", "a\r\nb\r\nc", "a\nb\nd", "  -+"],
  ["the ends of lines count if nothing else differs", "a\r\nb", "a\nb", "-+ "],
  ["an end of a line at the end is a line", "a", "a\n", " +"],
  ["a text that comes is added", undefined, "a\nb", "++"],
  ["a text that goes is removed", "a\nb", undefined, "--"],
  ["a long line that differs everywhere is removed and added", long("a"), long("b"), "-+"],
])("%s", (_what, before, after, expected) => {
  expect(signs(lineDiff(before, after))).toBe(expected);
});

test("large texts that differ everywhere are shown as removed and added", () => {
  const large = (word: string) => Array.from({ length: 5_000 }, (_, at) => `${word} ${at}`).join("\n");
  const lines = lineDiff(large("a"), large("b"));
  expect([side(lines, "-"), side(lines, "+")]).toEqual([large("a"), large("b")]);
});
