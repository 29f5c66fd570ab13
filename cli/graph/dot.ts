import { defined } from "pulumi-workspace-gateway/tools";
import { noted } from "../text/mermaid-label.js";
import type { GraphEdge, GraphNode, WorkspaceGraph } from "./workspace-graph.js";

const longest = 60;

/** A graph for Graphviz, with a cluster for each workspace. */
export function dot(graphs: readonly WorkspaceGraph[]): string {
  return [
    "digraph routing {",
    "  graph [rankdir=LR];",
    "  node [shape=box];",
    ...graphs.flatMap(({ name, nodes, edges }, at) => [
      `  subgraph cluster_w${at} {`,
      `    label=${dotText(name)};`,
      ...nodes.map((node) => `    ${nodeLine(node)}`),
      ...edges.map((edge) => `    ${edgeLine(edge)}`),
      "  }",
    ]),
    "}",
    "",
  ].join("\n");
}

function nodeLine({ id, is, label, note, isPattern, isOff }: GraphNode): string {
  const isMissing = is.startsWith("missing");
  return `${id} [${attributes({
    label: dotText(label, note),
    shape: isPattern ? "hexagon" : shapes[is],
    ...defined({
      style: isMissing ? "dashed" : isOff ? "dotted" : undefined,
      color: isMissing ? "red" : undefined,
    }),
  })}];`;
}

const shapes: Readonly<Record<GraphNode["is"], string>> = {
  mapping: "box",
  prompt: "note",
  model: "ellipse",
  workspace: "folder",
  provider: "cylinder",
  "missing model": "ellipse",
  "missing provider": "cylinder",
};

function edgeLine({ from, to, label, isOff, isBroken }: GraphEdge): string {
  const text = attributes(
    defined({
      label: label === undefined ? undefined : dotText(label),
      style: isOff ? "dotted" : undefined,
      color: isBroken ? "red" : undefined,
      arrowhead: isBroken ? "tee" : undefined,
    }),
  );
  return `${from} -> ${to}${text === "" ? "" : ` [${text}]`};`;
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join(", ");
}

/**
 * A text in quotes. Nothing can end them; no backslash begins a sequence such as `\N`, and no `&` an entity. A long text is
 * cut, a note behind it is not.
 */
function dotText(text: string, note?: string): string {
  const escaped = noted(text, longest, note)
    .toWellFormed()
    .replaceAll("&", "&amp;")
    .replace(/[\\"]/g, "\\$&");
  return `"${escaped}"`;
}
