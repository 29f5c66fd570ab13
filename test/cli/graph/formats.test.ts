import fc from "fast-check";
import { expect, test } from "vitest";
import type { AccountObject } from "../../../cli/account/account-object.ts";
import { dot } from "../../../cli/graph/dot.js";
import { mermaid, tooLargeForMermaid } from "../../../cli/graph/mermaid.js";
import { svg } from "../../../cli/graph/svg.js";
import { workspaceGraphs } from "../../../cli/graph/workspace-graphs.js";
import { anyText, hostile, named } from "./hostile.ts";
import { large, shop } from "./some-objects.ts";
import { elementsOf } from "./xml-elements.ts";

const graphsOf = (objects: readonly AccountObject[]) => workspaceGraphs(objects, "gateway");

const id = String.raw`w\d+n\d+`;
const lineOf = (shapes: readonly string[]) =>
  new RegExp(`^(?:${shapes.map((shape) => `(?:${shape})`).join("|")})$`, "u");

const label = String.raw`"(?:[\p{L}\p{N} ,…/-]|#\d+;)+"`;
const node = [
  `\\[${label}\\]`,
  `\\{\\{${label}\\}\\}`,
  `\\(${label}\\)`,
  `\\[\\(${label}\\)\\]`,
  `\\(\\[${label}\\]\\)`,
  `\\[/${label}/\\]`,
];
const mermaidLine = lineOf([
  "flowchart LR",
  "    direction LR",
  `  subgraph w\\d+ \\[${label}\\]`,
  `    ${id}(?:${node.join("|")})(?::::(?:off|missing))?`,
  `    ${id} (?:--|-\\.-)[>x](?:\\|${label}\\|)? ${id}`,
  "  end",
  "  classDef off stroke-dasharray: 2 3",
  "  classDef missing stroke:#d1242f,stroke-width:2px,stroke-dasharray: 5 4",
  "",
]);

// What the lexer of Graphviz takes for a text in quotes, without any escape but of a quote and of a backslash.
const quotedText = String.raw`"(?:[^"\\\p{Cc}]|\\["\\])*"`;
const attribute = `(?:label=${quotedText}|shape=\\w+|style=\\w+|color=red|arrowhead=tee)`;
const list = `\\[${attribute}(?:, ${attribute})*\\]`;
const dotLine = lineOf([
  "digraph routing \\{",
  "  graph \\[rankdir=LR\\];",
  "  node \\[shape=box\\];",
  "  subgraph cluster_w\\d+ \\{",
  `    label=${quotedText};`,
  `    ${id} ${list};`,
  `    ${id} -> ${id}(?: ${list})?;`,
  "  \\}",
  "\\}",
  "",
]);

test.each([
  ["Mermaid", mermaid, mermaidLine],
  ["DOT", dot, dotLine],
])("no text of an object is anything but a label of %s", (_name, draw, known) => {
  const linesOf = (text: string) => draw(graphsOf(named(text))).split("\n");
  const { length } = linesOf("x");
  fc.assert(
    fc.property(anyText, (text) => {
      const lines = linesOf(text);
      expect(lines).toHaveLength(length);
      expect(lines.filter((line) => !known.test(line))).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test("no text of an object adds an element or an attribute to an SVG, and it is XML", () => {
  const plain = elementsOf(svg(graphsOf(named("x")), "gateway"));
  fc.assert(
    fc.property(anyText, (text) => {
      expect(elementsOf(svg(graphsOf(named(text)), "gateway"))).toEqual(plain);
    }),
    { numRuns: 100 },
  );
});

test.each(hostile)("all formats have what a person needs to tell %j from others", (text) => {
  const graphs = graphsOf(named(text));
  for (const drawn of [mermaid(graphs), dot(graphs), svg(graphs, "gateway")]) {
    expect(drawn).toContain("prompt ");
    expect(drawn).not.toMatch(/(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u);
  }
});

test("a drawing has alternatives in text, and refers to nothing outside of it", () => {
  const text = svg(graphsOf(shop), "gateway");
  expect(text).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" role="img" aria-labelledby="title desc" /,
  );
  expect(text).toContain('<title id="title">Routing of Shop</title>');
  expect(text).toContain("The mapping chat leads to the model openai/gpt (priority 1).");
  expect(text).toContain("The mapping old-chat leads to the model openai/small (priority 5, off).");
  expect(text).toContain("The prompt orphan is for the missing model gone-model.");
  expect(text).not.toMatch(/href|url\(|@import|<script|<image|<foreignObject|style="|\son[a-z]+=/);
});

test("broken ends are red and crossed on the gateway, and only open in a stack", () => {
  const crosses = (text: string) => text.match(/class="lost" d="M[\d.-]+ [\d.-]+l10 10/g)?.length ?? 0;
  const live = svg(graphsOf(shop), "gateway");
  const stack = svg(workspaceGraphs(shop, "stack"), "stack");
  expect([crosses(live), crosses(stack)]).toEqual([3, 0]);
  expect(live).toContain('class="box nowhere"');
  expect(stack).toContain('class="box outside"');
  expect(stack).not.toContain('class="box nowhere"');
});

test("the forms of Mermaid and DOT tell exact names, patterns, prompts, models and providers apart", () => {
  const drawn = mermaid(graphsOf(shop));
  for (const line of [
    '["chat"]',
    '{{"gpt#45;#46;#42; #40;pattern#41;"}}',
    '("openai/gpt")',
    '[("openai #40;priority 1#41;")]',
    '[/"tone"/]',
    '["old-chat #40;off#41;"]:::off',
    '("openai/none #40;no model of this workspace#41;"):::missing',
    '(["Shop #40;all models#41;"])',
    '-.->|"priority 5"|',
    '--x|"priority 3"|',
  ]) {
    expect(drawn).toContain(line);
  }
  const plain = dot(graphsOf(shop));
  expect(plain).toContain('label="gpt-.* (pattern)", shape=hexagon');
  expect(plain).toContain(
    'label="openai/none (no model of this workspace)", shape=ellipse, style=dashed, color=red',
  );
});

test("what is too large for Mermaid is said", () => {
  const told = (objects: readonly AccountObject[]) =>
    tooLargeForMermaid(graphsOf(objects), mermaid(graphsOf(objects)));
  expect(told(shop)).toBeUndefined();
  expect(told(large(160))).toBeUndefined();
  expect(told(large(170))).toContain("at most 500 arrows and 50000 characters, and these are 510 and");
});
