import { mermaidLabel } from "../../text/mermaid-label.js";
import type { RouteGraph, RouteLine } from "../blocks/route-graph.js";

const arrows: Readonly<Record<RouteLine["when"], string>> = {
  kept: "-->",
  before: "-. before .->",
  after: "==>",
  lost: "--x",
};

/** The routing of a workspace as a Mermaid flowchart. Ids are made of numbers, so that no text of an object is ever one. */
export function diagram({ workspace, boxes, lines }: RouteGraph): string[] {
  const ids = new Map(boxes.map(({ id }, at) => [id, `n${at}`]));
  return [
    "flowchart LR",
    `  subgraph w [${mermaidLabel(workspace)}]`,
    "    direction LR",
    ...boxes.map(({ id, column, label, sub, look }) => {
      const [open, close] = column === "end" ? ["(", ")"] : column === "mapping" ? ["{{", "}}"] : ["[", "]"];
      return `    ${ids.get(id)}${open}${mermaidLabel(label, sub)}${close}${look === "nowhere" ? ":::gone" : ""}`;
    }),
    ...lines.map(({ from, to, when }) => `    ${ids.get(from)} ${arrows[when]} ${ids.get(to)}`),
    "  end",
    "  classDef gone stroke-dasharray: 4 4",
  ];
}
