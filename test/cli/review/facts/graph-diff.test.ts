import fc from "fast-check";
import { expect, test } from "vitest";
import { graphDiff } from "../../../../cli/review/facts/field-words.js";
import { canonical } from "../../../../provider/spec/compare.js";
import type { Json } from "../../../../provider/text/json.js";

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

test.each<[string, Json, Json, string[]]>([
  [
    "a node is added, with what it says",
    { nodes, edges },
    { nodes: [...nodes, { id: "log", level: 2 }], edges },
    ["node added: log; level: 2"],
  ],
  ["a node is removed", { nodes }, { nodes: nodes.slice(0, 1) }, ['node removed: answer; model: "a"']],
  [
    "a node is changed",
    { nodes },
    { nodes: [nodes[0] ?? {}, { id: "answer", model: "b", retry: 1 }] },
    ['node changed: answer; model: "a" → "b"; retry: 1'],
  ],
  [
    "an edge is added and another one removed",
    { nodes, edges },
    { nodes, edges: [{ from: "answer", to: "classify" }] },
    ['edge removed: classify → answer; when: "known"', "edge added: answer → classify"],
  ],
  [
    "an edge is changed",
    { edges: [{ source: "a", target: "b", when: 1 }] },
    { edges: [{ source: "a", target: "b", when: 2 }] },
    ["edge changed: a → b; when: 1 → 2"],
  ],
  [
    "a node leads elsewhere by next",
    { steps: [{ name: "a", next: "b" }, { name: "b" }] },
    { steps: [{ name: "a", next: ["c"] }, { name: "b" }] },
    ['edge removed: a → b; by: "next"', 'edge added: a → c; by: "next"'],
  ],
  [
    "nodes are the keys of an object",
    { states: { a: { next: "b" }, b: { end: true } } },
    { states: { a: { next: "b" }, b: { end: false } } },
    ["node changed: b; end: true → false"],
  ],
  [
    "nodes change places",
    { steps: [{ id: "a" }, { id: "b" }] },
    { steps: [{ id: "b" }, { id: "a" }] },
    ['value changed: order of steps; "a, b" → "b, a"'],
  ],
  [
    "another place changes",
    { settings: { retries: 1 } },
    { settings: { retries: 2 } },
    ["value changed: settings.retries; 1 → 2"],
  ],
  [
    "an element of a list changes",
    { tags: ["a", "b"] },
    { tags: ["a", "c"] },
    ['value changed: tags[1]; "b" → "c"'],
  ],
  [
    "everything is new",
    {},
    { entry: "a" },
    ["value removed: (all); {} (removed)", 'value added: entry; "a"'],
  ],
])("%s", (_what, before, after, expected) => {
  expect(lines(before, after)).toEqual(expected);
});

test("steps within a step are nodes too, and two of one name are told apart", () => {
  const inner = (model: string) => ({ steps: [{ id: "a", steps: [{ id: "a", model }] }] });
  expect(lines(inner("x"), inner("y"))).toEqual(['node changed: steps.a; model: "x" → "y"']);
});

test("a long text that differs late is shown around the difference", () => {
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
])("of %s the difference is empty only if nothing but the order of keys differs", (_what, values) => {
  fc.assert(
    fc.property(values, values, (a, b) => {
      const [before, after]: Json[] = [JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b))];
      expect(graphDiff(before, after).length === 0).toBe(canonical(before) === canonical(after));
    }),
  );
});
