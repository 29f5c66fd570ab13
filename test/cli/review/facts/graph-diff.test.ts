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

const inner = (model: string) => ({ steps: [{ id: "a", steps: [{ id: "a", model }] }] });
const states = (end: boolean) => ({ states: { a: { next: "b" }, b: { end } } });

test.each<[string, Json, Json, ...string[]]>([
  [
    "new",
    { nodes, edges },
    { nodes: [...nodes, { id: "log", level: 2 }], edges },
    "node added: log; level: 2",
  ],
  ["a node less", { nodes }, { nodes: nodes.slice(0, 1) }, 'node removed: answer; model: "a"'],
  [
    "another node",
    { nodes },
    { nodes: [nodes[0] ?? {}, { id: "answer", model: "b", retry: 1 }] },
    'node changed: answer; model: "a" → "b"; retry: 1',
  ],
  [
    "another edge",
    { nodes, edges },
    { nodes, edges: [{ from: "answer", to: "classify" }] },
    'edge removed: classify → answer; when: "known"',
    "edge added: answer → classify",
  ],
  [
    "an edge that changes",
    { edges: [{ source: "a", target: "b", when: 1 }] },
    { edges: [{ source: "a", target: "b", when: 2 }] },
    "edge changed: a → b; when: 1 → 2",
  ],
  [
    "next",
    { steps: [{ name: "a", next: "b" }, { name: "b" }] },
    { steps: [{ name: "a", next: ["c"] }, { name: "b" }] },
    'edge removed: a → b; by: "next"',
    'edge added: a → c; by: "next"',
  ],
  ["nodes as keys", states(true), states(false), "node changed: b; end: true → false"],
  ["steps within a step of their name", inner("x"), inner("y"), 'node changed: steps.a; model: "x" → "y"'],
  [
    "nodes that change places",
    { steps: [{ id: "a" }, { id: "b" }] },
    { steps: [{ id: "b" }, { id: "a" }] },
    'value changed: order of steps; "a, b" → "b, a"',
  ],
  [
    "a place",
    { settings: { retries: 1 } },
    { settings: { retries: 2 } },
    "value changed: settings.retries; 1 → 2",
  ],
  ["an element", { tags: ["a", "b"] }, { tags: ["a", "c"] }, 'value changed: tags[1]; "b" → "c"'],
  ["everything", {}, { entry: "a" }, "value removed: (all); {} (removed)", 'value added: entry; "a"'],
])("a workflow differs by %s", (_what, before, after, ...expected) => {
  expect(lines(before, after)).toEqual(expected);
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
