import type { GraphNode, WorkspaceGraph } from "./workspace-graph.js";

/** Where a node stands: its column from the left, and the row of its middle, which may lie between two rows. */
export interface TreePlace {
  readonly column: number;
  readonly row: number;
}

/** The columns, from the left to the right. */
export const columnTitles = ["mappings, prompts", "models", "providers"] as const;

const columnOf: Readonly<Record<GraphNode["is"], number>> = {
  mapping: 0,
  prompt: 0,
  model: 1,
  workspace: 1,
  "missing model": 1,
  provider: 2,
  "missing provider": 2,
};

/**
 * Gives each node a place. Nearly every node leads to one other: so they are trees, which are drawn without crossings in
 * the time that it takes to look at each node once. What a node leads to stands in the middle of all that leads to it.
 */
export function treePlaces({ nodes, edges }: WorkspaceGraph): {
  places: Map<string, TreePlace>;
  rows: number;
} {
  const firstEnd = new Map<string, string>();
  for (const { from, to } of edges) {
    firstEnd.set(from, firstEnd.get(from) ?? to);
  }
  const leading = Map.groupBy(nodes, ({ id }) => firstEnd.get(id));
  const places = new Map<string, TreePlace>();
  let rows = 0;
  const place = ({ id, is }: GraphNode): number => {
    const middles = (leading.get(id) ?? []).map(place);
    const first = middles[0] ?? rows;
    const last = middles.at(-1) ?? rows;
    rows = middles.length === 0 ? rows + 1 : rows;
    const row = (first + last) / 2;
    places.set(id, { column: columnOf[is], row });
    return row;
  };
  for (const root of leading.get(undefined) ?? []) {
    place(root);
  }
  return { places, rows };
}
