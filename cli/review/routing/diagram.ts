import { mermaidLabel } from "../../text/mermaid-label.js";
import type { End, Route } from "./setup.js";

/** What a drawing of routes is made from. */
export interface Drawn {
  readonly routes: readonly Route[];
  readonly workspaces: Readonly<Record<string, string>>;
}

/** More arrows than these nobody reads. */
const mostRoutes = 20;

/**
 * A Mermaid flowchart of what moves: a dashed arrow from each incoming name to where it ended, and a solid one
 * to where it ends now. New names that a mapping takes have only the second. Empty if nothing moves.
 */
export function diagram({ routes, workspaces }: Drawn): string {
  const drawn = routes.filter(({ moved, before, after }) => moved || (before === undefined && after?.by));
  if (drawn.length === 0) {
    return "";
  }
  const shown = drawn.slice(0, mostRoutes);
  const rest = drawn.length - shown.length;
  const rooms = Map.groupBy(shown, ({ workspace }) => workspace);
  return [
    "flowchart LR",
    ...[...rooms].flatMap(([workspace, inside], at) => [
      `  subgraph w${at} [${mermaidLabel(workspaces[workspace] ?? workspace)}]`,
      ...roomLines(inside, `w${at}`),
      "  end",
    ]),
    ...(rest === 0 ? [] : [`  more[${mermaidLabel(`and ${rest} more`)}]`]),
    "  classDef gone stroke-dasharray: 4 4",
    "",
  ].join("\n");
}

/** The nodes and arrows of one workspace. Ids are made of numbers, so that no text of an object is ever one. */
function roomLines(routes: readonly Route[], room: string): string[] {
  const ends = new Map<string, string>();
  const nodes: string[] = [];
  const endId = (end: End) => {
    const key = JSON.stringify([end.is, end.model, end.modelUrn]);
    const id = ends.get(key) ?? `${room}m${ends.size}`;
    if (!ends.has(key)) {
      ends.set(key, id);
      nodes.push(`    ${id}(${mermaidLabel(endText(end))})${end.is === "nowhere" ? ":::gone" : ""}`);
    }
    return id;
  };
  const arrows = routes.flatMap(({ incoming, isPattern, before, after, moved }, at) => {
    const id = `${room}n${at}`;
    nodes.push(isPattern ? `    ${id}{{${mermaidLabel(incoming)}}}` : `    ${id}[${mermaidLabel(incoming)}]`);
    return [
      ...(before && moved ? [`    ${id} -. before .-> ${endId(before)}`] : []),
      ...(after ? [`    ${id} --> ${endId(after)}`] : []),
    ];
  });
  return [...nodes, ...arrows];
}

function endText({ is, model = "" }: End): string {
  switch (is) {
    case "nowhere":
      return model === "" ? "nowhere" : `nowhere: no ${model}`;
    case "unknown":
      return model === "" ? "not known yet" : `${model}, not known yet`;
    case "outside":
    case "model":
      return model;
  }
}
