import { printable } from "pulumi-workspace-gateway/tools";
import { cells } from "../text/table.js";

export interface Drawing {
  readonly title: string;
  readonly boxes: readonly {
    /** Generated from numbers, so that text from the gateway never becomes an id. */
    readonly id: string;
    readonly label: string;
    readonly note?: string;
    readonly shape: keyof typeof brackets;
    readonly look?: keyof typeof looks;
  }[];
  readonly arrows: readonly Arrow[];
}

export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly label?: string;
  /** Undefined if the arrow exists before and after the change. */
  readonly when?: "before" | "after";
  /** The source is disabled. */
  readonly isOff?: true;
  /** The target does not exist. */
  readonly isBroken?: true;
}

/** Graphviz shapes and their Mermaid brackets. */
const brackets = {
  box: ["[", "]"],
  hexagon: ["{{", "}}"],
  note: ["[/", "/]"],
  folder: ["([", "])"],
  ellipse: ["(", ")"],
  cylinder: ["[(", ")]"],
} as const;

const looks = {
  off: { dot: { style: "dotted" }, mermaid: "stroke-dasharray: 2 3" },
  missing: {
    dot: { style: "dashed", color: "red" },
    mermaid: "stroke:#d1242f,stroke-width:2px,stroke-dasharray: 5 4",
  },
  created: { dot: { color: "darkgreen" }, mermaid: "stroke:#1a7f37,stroke-width:2px" },
  deleted: { dot: { style: "dashed", color: "red" }, mermaid: "stroke:#d1242f,stroke-dasharray: 5 4" },
  moved: { dot: { color: "blue" }, mermaid: "stroke:#0969da,stroke-width:2px" },
} as const;

export function mermaid(drawings: readonly Drawing[]): string {
  const used = new Set(drawings.flatMap(({ boxes }) => boxes.flatMap(({ look }) => look ?? [])));
  return [
    "flowchart LR",
    ...drawings.flatMap(({ title, boxes, arrows }, at) => [
      `  subgraph w${at} [${mermaidLabel(title)}]`,
      "    direction LR",
      ...boxes.map(({ id, label, note, shape, look }) => {
        const [open, close] = brackets[shape];
        return `    ${id}${open}${mermaidLabel(label, note)}${close}${look === undefined ? "" : `:::${look}`}`;
      }),
      ...arrows.map(({ from, to, label, when, isOff, isBroken }) => {
        const line = when === "before" ? "-. before .-" : when === "after" ? "==" : isOff ? "-.-" : "--";
        const text = label === undefined ? "" : `|${mermaidLabel(label)}|`;
        return `    ${from} ${line}${isBroken ? "x" : ">"}${text} ${to}`;
      }),
      "  end",
    ]),
    ...[...used].toSorted().map((look) => `  classDef ${look} ${looks[look].mermaid}`),
    "",
  ].join("\n");
}

/** Undefined if Mermaid can draw the graph. */
export function tooLargeForMermaid(text: string, drawings: readonly Drawing[]): string | undefined {
  const count = drawings.flatMap(({ arrows }) => arrows).length;
  // Mermaid's default limits, which GitHub does not raise.
  return count > 500 || text.length > 50_000
    ? `Mermaid draws at most 500 arrows and 50,000 characters, but this graph has ${count} arrows and ${text.length} characters. ` +
        "Choose one workspace with --workspace, or use --output svg."
    : undefined;
}

/** Escapes characters, so text cannot close the quotes or become Markdown, HTML, a link or a directive. */
export function mermaidLabel(text: string, note?: string): string {
  const whole = `${labelText(text, 48)}${note === undefined ? "" : ` (${printable(note)})`}`;
  const escaped = whole.replace(
    /(?<![\p{L}\p{N}])[-/]|[-/](?![\p{L}\p{N}])|[^\p{L}\p{N} ,…/-]/gu,
    (sign) => `#${sign.codePointAt(0)};`,
  );
  return `"${escaped || " "}"`;
}

/** Creates a cluster for each drawing. Web pages use the class attributes to color the SVG. */
export function dot(drawings: readonly Drawing[]): string {
  return [
    "digraph routing {",
    "  graph [rankdir=LR, nodesep=0.15, bgcolor=white, fontname=Courier];",
    "  node [shape=box, fontname=Courier, fontsize=11];",
    "  edge [fontname=Courier, fontsize=9];",
    ...drawings.flatMap(({ title, boxes, arrows }, at) => [
      `  subgraph cluster_w${at} {`,
      `    label=${dotText(title)};`,
      ...boxes.map(({ id, label, note, shape, look }) => {
        const text = labelText(label, 60);
        // Graphviz knows the width of ASCII characters only.
        const width = /^[ -~]*$/.test(text) ? undefined : (cells(text) / 10 + 0.5).toFixed(1);
        const style = look && { ...looks[look].dot, class: look };
        return `    ${id}${attributes({ label: dotText(label, note), shape, width, ...style })};`;
      }),
      ...arrows.map(({ from, to, label, when, isOff, isBroken }) => {
        const style = attributes({
          label: label === undefined ? undefined : dotText(label),
          style: isOff ? "dotted" : when && { before: "dashed", after: "bold" }[when],
          color: isBroken ? "red" : when && { before: "red", after: "blue" }[when],
          arrowhead: isBroken && "tee",
          class: isBroken && when ? `"${when} missing"` : isBroken ? "missing" : when,
        });
        return `    ${from} -> ${to}${style};`;
      }),
      "  }",
    ]),
    "}",
    "",
  ].join("\n");
}

function attributes(values: Readonly<Record<string, string | undefined>>): string {
  const all = Object.entries(values).flatMap(([name, value]) => (value ? `${name}=${value}` : []));
  return all.length === 0 ? "" : ` [${all.join(", ")}]`;
}

/** Escapes quotes, backslash sequences such as `\N`, and `&`, which begins an entity. */
function dotText(text: string, note?: string): string {
  const lines = [labelText(text, 60), ...(note === undefined ? [] : [printable(note)])];
  return `"${lines.map((line) => line.replaceAll("&", "&amp;").replace(/[\\"]/g, "\\$&")).join("\\n")}"`;
}

function labelText(text: string, most: number): string {
  const points = [...printable(text.toWellFormed()).replace(/\p{Noncharacter_Code_Point}/gu, "\ufffd")];
  return (points.length > most ? [...points.slice(0, most - 1), "…"] : points).join("");
}

/** The SVG contains no scripts or external resources. */
export async function graphviz(): Promise<(drawings: readonly Drawing[], title: string) => string> {
  const { instance } = await import("@viz-js/viz");
  const viz = await instance();
  return (drawings, title) => {
    const drawn = viz.renderString(dot(drawings), { format: "svg" });
    // Removes titles, which browsers show as tooltips, and comments. Both contain only ids.
    const plain = drawn.replace(/<title>[^<]*<\/title>\n?|<!--[^>]*-->\n?/g, "");
    const label = labelText(title, 200).replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);
    return plain.slice(plain.indexOf("<svg")).replace("<svg", () => `<svg role="img" aria-label="${label}"`);
  };
}
