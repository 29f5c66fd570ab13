import { mermaidLabel } from "../text/mermaid-label.js";
import type { GraphEdge, GraphNode, WorkspaceGraph } from "./workspace-graph.js";

/** What Mermaid draws at most, unless a page is configured otherwise: GitHub's is not. */
const most = { arrows: 500, characters: 50_000 };

/** A flowchart, with a frame for each workspace. */
export function mermaid(graphs: readonly WorkspaceGraph[]): string {
  return [
    "flowchart LR",
    ...graphs.flatMap(({ name, nodes, edges }, at) => [
      `  subgraph w${at} [${mermaidLabel(name)}]`,
      "    direction LR",
      ...nodes.map((node) => `    ${nodeText(node)}`),
      ...edges.map((edge) => `    ${edgeText(edge)}`),
      "  end",
    ]),
    "  classDef off stroke-dasharray: 2 3",
    "  classDef missing stroke:#d1242f,stroke-width:2px,stroke-dasharray: 5 4",
    "",
  ].join("\n");
}

/** Why a page may refuse to draw it; undefined if it will not. */
export function tooLargeForMermaid(graphs: readonly WorkspaceGraph[], text: string): string | undefined {
  const arrows = graphs.reduce((sum, { edges }) => sum + edges.length, 0);
  return arrows > most.arrows || text.length > most.characters
    ? `Mermaid draws at most ${most.arrows} arrows and ${most.characters} characters, and these are ${arrows} and ` +
        `${text.length}. Choose one workspace with --workspace, or --format svg.`
    : undefined;
}

function nodeText(node: GraphNode): string {
  const { id, label, note, isOff } = node;
  const [open, close] = node.isPattern ? ["{{", "}}"] : brackets[node.is];
  const look = node.is.startsWith("missing") ? ":::missing" : isOff ? ":::off" : "";
  return `${id}${open}${mermaidLabel(label, note)}${close}${look}`;
}

const brackets: Readonly<Record<GraphNode["is"], readonly [open: string, close: string]>> = {
  mapping: ["[", "]"],
  prompt: ["[/", "/]"],
  workspace: ["([", "])"],
  model: ["(", ")"],
  provider: ["[(", ")]"],
  "missing model": ["(", ")"],
  "missing provider": ["[(", ")]"],
};

function edgeText({ from, to, label, isOff, isBroken }: GraphEdge): string {
  const arrow = `${isOff ? "-.-" : "--"}${isBroken ? "x" : ">"}`;
  return `${from} ${arrow}${label === undefined ? "" : `|${mermaidLabel(label)}|`} ${to}`;
}
