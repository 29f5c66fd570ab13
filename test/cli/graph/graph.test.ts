import fc from "fast-check";
import { expect, test } from "vitest";
import type { AccountObject } from "../../../cli/account/account-object.ts";
import { dot, graphviz, mermaid, tooLargeForMermaid } from "../../../cli/graph/drawing.js";
import { drawingOf, type GraphSource, workspaceGraphs } from "../../../cli/graph/workspace-graphs.js";
import type { Values } from "../../../provider/spec/values.js";
import { elementsOf } from "../review/markdown/hostile-text.ts";

/** An object of the workspace `w`, whose id says what it is: `model gpt`. */
function object(kind: string, id: string, inputs: Values): AccountObject {
  const workspaceId = kind === "Workspace" ? {} : { workspaceId: "w" };
  return { kind, urn: `${kind} ${id}`, name: id, id, inputs: { ...workspaceId, ...inputs }, outputs: {} };
}

const workspace = (name: string, id = "w") => object("Workspace", id, { name });
const provider = (id: string, over: Values = {}) =>
  object("ModelProvider", id, { name: id, priority: 1, ...over });
const model = (id: string, providerId: string, over: Values = {}) =>
  object("Model", id, { name: id, providerId, gatewayName: `${providerId}/${id}`, ...over });
const mapping = (sourceName: string, targetModel: string, over: Values = {}) =>
  object("Mapping", `to ${targetModel} of ${sourceName}`, { sourceName, targetModel, ...over });
const prompt = (name: string, over: Values = {}) => object("Prompt", name, { name, content: "…", ...over });

/** A workspace with something of everything that is drawn in a way of its own. */
const shop: readonly AccountObject[] = [
  workspace("Shop"),
  provider("openai"),
  provider("mistral", { priority: 2 }),
  model("gpt", "openai"),
  model("small", "openai"),
  model("medium", "mistral"),
  model("lost", "gone-provider"),
  mapping("gpt-.*", "openai/gpt", { isPattern: true, priority: 10 }),
  mapping("chat", "openai/gpt", { priority: 1 }),
  mapping("old-chat", "openai/small", { enabled: false, priority: 5 }),
  mapping("eu", "mistral/medium"),
  mapping("nowhere", "openai/none", { priority: 3 }),
  prompt("tone", { modelId: "gpt", position: 1 }),
  prompt("house rules", { isGlobal: true, position: 0 }),
  prompt("draft", { modelId: "small", enabled: false }),
  prompt("orphan", { modelId: "gone-model" }),
  prompt("loose"),
];

/** Objects of every form that is drawn, with this text in each name and id that may be shown. */
function named(text: string): AccountObject[] {
  return [
    workspace(`Shop ${text}`),
    provider("p", { name: `provider ${text}` }),
    model("m", "p", { gatewayName: `model ${text}` }),
    model("n", `gone provider ${text}`, { gatewayName: `other model ${text}` }),
    mapping(`exact ${text}`, `model ${text}`, { priority: 1 }),
    mapping(`pattern ${text}`, `gone model ${text}`, { isPattern: true, enabled: false }),
    prompt(`prompt ${text}`, { modelId: "m" }),
    prompt(`global ${text}`, { isGlobal: true }),
    prompt(`orphan ${text}`, { modelId: `gone ${text}` }),
  ];
}

/** The edges of the first workspace in words, such as `mapping chat > model openai/gpt priority 1`. */
function words(objects: readonly AccountObject[], source: GraphSource = "gateway"): string[] {
  const [{ nodes, edges } = expect.unreachable("no workspace")] = workspaceGraphs(objects, source);
  const labels = new Map(nodes.map(({ id, is, label }) => [id, `${is} ${label}`]));
  return edges.map(({ from, to, label, isOff, isBroken }) =>
    [labels.get(from), isBroken ? "x" : ">", labels.get(to), label, isOff && "off"].filter(Boolean).join(" "),
  );
}

/** The notes of the first workspace, such as `gpt-.*: pattern`. */
function notes(objects: readonly AccountObject[], source: GraphSource = "gateway"): string[] {
  const nodes = workspaceGraphs(objects, source)[0]?.nodes ?? [];
  return nodes.flatMap(({ label, note }) => (note === undefined ? [] : `${label}: ${note}`));
}

test("mappings, models, providers, and prompts are connected and styled as in the snapshots", async () => {
  await expect(mermaid(drawingsOf(shop))).toMatchFileSnapshot("shop.mmd");
  await expect(dot(drawingsOf(shop))).toMatchFileSnapshot("shop.dot");
  expect(notes(shop, "stack")).toContain("openai/none: no model in this stack");
  const withIds = workspaceGraphs(shop, "gateway")[0]?.nodes.filter(({ objectId }) => objectId !== undefined);
  expect(withIds).toHaveLength(shop.length - 1);
});

const shown = { __shown: { enabled: false, priority: 4, isPattern: true } };

const sealed = "[secret]";

const accounts: Readonly<Record<string, AccountObject[]>> = {
  "a mapping counts if it does not say whether it is enabled": [
    ...[mapping("a", "x"), mapping("b", "x", { enabled: false })],
  ],
  "properties that only the gateway shows are drawn as declared ones": [
    { ...mapping("a.*", "x"), outputs: shown },
  ],
  "the case of a target counts, and a model's own name is no target": [
    ...[provider("p"), model("m", "p"), mapping("a", "P/m"), mapping("b", "m"), mapping("c", "p/m")],
  ],
  "a secret is not shown and leads to no named object": [
    ...[provider("p", { name: sealed }), model("m", "p", { gatewayName: sealed }), mapping(sealed, sealed)],
  ],
  "a mapping leads to both models of one gateway name": [
    ...[provider("p"), model("m", "p"), model("n", "p", { gatewayName: "p/m" }), mapping("a", "p/m")],
  ],
};

test("arrows match the snapshot for unusual mappings and models", async () => {
  const pages = Object.entries(accounts).map(([what, objects]) =>
    [`# ${what}`, ...words(objects), ""].join("\n"),
  );
  await expect(pages.join("\n")).toMatchFileSnapshot("arrows.txt");
});

test("a pattern is drawn before the mapping that it shadows", () => {
  const gpt = mapping("gpt-4", "openai/a", { priority: 5 });
  const pattern = mapping("gpt-.*", "openai/b", { priority: 1, isPattern: true });
  const models = [model("a", "openai"), model("b", "openai")];
  const lines = notes([provider("openai"), ...models, gpt, pattern]);
  expect(lines.slice(1)).toEqual(["gpt-.*: pattern", "gpt-4: has no effect"]);
});

test("workspaces are sorted by name, including empty ones, and an unknown one shows its id", () => {
  const elsewhere = object("ModelProvider", "q", { name: "q", workspaceId: "unknown-id" });
  const graphs = workspaceGraphs(
    [workspace("Zebra", "z"), provider("p"), workspace("Alpha"), elsewhere],
    "gateway",
  );
  expect(graphs.map(({ name, nodes }) => [name, nodes.map(({ label }) => label)])).toEqual([
    ["Alpha", ["p"]],
    ["Zebra", ["Zebra"]],
    ["unknown-id", ["q"]],
  ]);
});

const svg = await graphviz();
const drawingsOf = (objects: readonly AccountObject[]) => workspaceGraphs(objects, "gateway").map(drawingOf);

/** Each format, and a drawing without its labels: the lines of a text, or the elements of an SVG. */
const formats: Record<string, (text: string) => { drawn: string; rest: unknown }> = {
  mermaid: (text) => {
    const drawn = mermaid(drawingsOf(named(text)));
    return { drawn, rest: drawn.replaceAll(/"(?:[\p{L}\p{N} ,…/-]|#\d+;)+"/gu, "_").split("\n") };
  },
  dot: (text) => {
    const drawn = dot(drawingsOf(named(text)));
    // As the lexer of Graphviz reads a label, with no escape except a quote, a backslash, and our line break.
    const label = /label="(?:[^"\\\p{Cc}]|\\["\\])*(?:\\n[\w ,]+)?"/gu;
    return {
      drawn,
      rest: drawn
        .replaceAll(label, "_")
        .replaceAll(/, width=[\d.]+/g, "")
        .split("\n"),
    };
  },
  svg: (text) => {
    const drawn = svg(drawingsOf(named(text)), `Routing of ${text}`);
    return { drawn, rest: elementsOf(drawn) };
  },
};

/** Names with a meaning in one of the formats, or for its reader. */
const hostile = [
  `"quotes" 'and' \`ticks\``,
  "a --> b",
  "</svg><script>alert(1)</script>",
  `"><img src="https://example.com/x" onerror="alert(2)">`,
  "%%{init: {'theme': 'dark'}}%%",
  'click w0n0 href "https://example.com"',
  "ends with a backslash\\",
  '\\N \\G \\l \\"',
  "right \u202e to \u2066 left",
  "two\nlines\r\nand\u2028more",
  "]]> <![CDATA[ <!-- --> &lt; &amp; &#60; &nbsp;",
  ...["end", "subgraph x", "w0n0", "__proto__"],
  "\u0000\u0007\u001b[31m\ufffe\uffff\ud800",
  ...["x".repeat(200), "网".repeat(200), "👩‍🚀🏳️‍🌈"],
];
const binary = fc.string({ unit: "binary" });
const mixed = fc.array(fc.oneof(fc.constantFrom(...hostile), binary), { maxLength: 4 });

test.each(Object.keys(formats))("text in a name stays within its label in %s", (format) => {
  const draw = formats[format] ?? expect.unreachable(format);
  const { rest } = draw("x");
  const property = fc.property(
    fc.oneof(
      mixed.map((parts) => parts.join("")),
      binary,
    ),
    (text) => {
      const { drawn, rest: others } = draw(text);
      expect(others).toEqual(rest);
      expect(drawn).toContain("prompt ");
      expect(drawn).not.toMatch(/(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u);
    },
  );
  fc.assert(property, { numRuns: 100, examples: hostile.map((text) => [text]) });
});

test("an SVG shows every label unchanged, and loads and runs nothing", () => {
  const objects = [...shop, mapping(String.raw`a\N "b" &lt; <c>`, "openai/gpt")];
  const drawn = svg(drawingsOf(objects), "Routing of Shop");
  expect(drawn).toMatch(/^<svg role="img" aria-label="Routing of Shop" /);
  for (const text of ["gpt&#45;.*", "pattern", "openai/none", "a\\N &quot;b&quot; &amp;lt; &lt;c&gt;"]) {
    expect(drawn).toContain(`>${text}</text>`);
  }
  expect(drawn).not.toMatch(
    /href=|url\(|@import|<script|<style|<image|<a |<foreignObject|style="|\son[a-z]+=/,
  );
});

test("a graph beyond Mermaid's limits causes a note", () => {
  const problem = (mappings: number) => {
    const all = Array.from({ length: mappings }, (_, at) => mapping(`name ${at}`, "p/m"));
    const drawings = drawingsOf([provider("p"), model("m", "p"), ...all]);
    return tooLargeForMermaid(mermaid(drawings), drawings);
  };
  expect(problem(499)).toBeUndefined();
  expect(problem(500)).toContain(
    "at most 500 arrows and 50,000 characters, but this graph has 501 arrows and",
  );
});
