import fc from "fast-check";
import { expect, test } from "vitest";
import type { AccountObject } from "../../../cli/account/account-object.ts";
import { dot, graphviz, mermaid, tooLargeForMermaid } from "../../../cli/graph/drawing.js";
import { drawingOf, workspaceGraphs } from "../../../cli/graph/workspace-graphs.js";
import { anyText, hostile, named } from "./hostile.ts";
import { large, mapping, shop } from "./some-objects.ts";
import { elementsOf } from "./xml-elements.ts";

const svg = await graphviz();
const drawingsOf = (objects: readonly AccountObject[]) => workspaceGraphs(objects, "gateway").map(drawingOf);

const id = String.raw`w\d+n\d+`;
const lineOf = (shapes: readonly string[]) =>
  new RegExp(`^(?:${shapes.map((shape) => `(?:${shape})`).join("|")})$`, "u");

const label = String.raw`"(?:[\p{L}\p{N} ,…/-]|#\d+;)+"`;
const node = ["\\[_\\]", "\\{\\{_\\}\\}", "\\(_\\)", "\\[\\(_\\)\\]", "\\(\\[_\\]\\)", "\\[/_/\\]"];
const mermaidLine = lineOf([
  "flowchart LR",
  "    direction LR",
  `  subgraph w\\d+ \\[${label}\\]`,
  `    ${id}(?:${node.join("|").replaceAll("_", label)})(?::::(?:off|missing))?`,
  `    ${id} (?:--|-\\.-)[>x](?:\\|${label}\\|)? ${id}`,
  "  end",
  "  classDef (?:off|missing) [\\w:#, -]+",
  "",
]);

// The text in quotes as the lexer of Graphviz reads it, with escapes only of a quote and of a backslash, and our line break.
const quotedText = String.raw`"(?:[^"\\\p{Cc}]|\\["\\])*(?:\\n[\w ,]+)?"`;
const attribute = `(?:label=${quotedText}|shape=\\w+|width=[\\d.]+|style=\\w+|color=red|arrowhead=tee|class=\\w+)`;
const list = `\\[${attribute}(?:, ${attribute})*\\]`;
const dotLine = lineOf([
  "digraph routing \\{",
  "  (?:graph|node|edge) \\[(?:\\w+=[\\w.]+(?:, )?)+\\];",
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
])("the text of an object is never anything but a label of %s", (_name, draw, known) => {
  const linesOf = (text: string) => draw(drawingsOf(named(text))).split("\n");
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

test("the text of an object never adds an element or an attribute to an SVG, which is well-formed", () => {
  const drawn = (text: string) => elementsOf(svg(drawingsOf(named(text)), `Routing of ${text}`));
  const plain = drawn("x");
  fc.assert(
    fc.property(anyText, (text) => {
      expect(drawn(text)).toEqual(plain);
    }),
    { numRuns: 50 },
  );
});

test.each(hostile)(
  "all formats show enough to tell %j from other names, and no control characters",
  async (text) => {
    const drawings = drawingsOf(named(text));
    for (const drawn of [mermaid(drawings), dot(drawings), svg(drawings, text)]) {
      expect(drawn).toContain("prompt ");
      expect(drawn).not.toMatch(/(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u);
    }
  },
);

test("an SVG shows every label as it is, and neither loads nor runs anything", () => {
  const drawn = svg(
    drawingsOf([...shop, mapping(String.raw`a\N "b" &lt; <c>`, "openai/gpt")]),
    "Routing of Shop",
  );
  expect(drawn).toMatch(/^<svg role="img" aria-label="Routing of Shop" /);
  const texts = [...drawn.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text = ""]) =>
    text.replaceAll("&#45;", "-"),
  );
  expect(texts).toEqual(
    expect.arrayContaining(["gpt-.*", "pattern", "openai/none", "no model of this workspace"]),
  );
  expect(texts).toContain("a\\N &quot;b&quot; &amp;lt; &lt;c&gt;");
  expect(drawn).not.toMatch(
    /href=|url\(|@import|<script|<style|<image|<a |<foreignObject|style="|\son[a-z]+=/,
  );
});

test("the shapes of Mermaid and DOT distinguish exact names, patterns, prompts, models and providers", () => {
  const drawn = mermaid(drawingsOf(shop));
  for (const part of [
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
    expect(drawn).toContain(part);
  }
  const plain = dot(drawingsOf(shop));
  for (const part of [
    'label="gpt-.*\\npattern", shape=hexagon',
    'label="openai/none\\nno model of this workspace", shape=ellipse, style=dashed, color=red',
    'label="tone", shape=note',
    'label="priority 3", color=red, arrowhead=tee',
    'label="priority 5", style=dotted',
  ]) {
    expect(plain).toContain(part);
  }
});

test("a graph that Mermaid refuses to draw causes a note", () => {
  const problem = (objects: readonly AccountObject[]) =>
    tooLargeForMermaid(mermaid(drawingsOf(objects)), drawingsOf(objects));
  expect(problem(shop)).toBeUndefined();
  expect(problem(large(160))).toBeUndefined();
  expect(problem(large(170))).toContain(
    "at most 500 arrows and 50000 characters, but this graph has 510 and",
  );
});
