/** Where a node stands: its band and column from the left, and the row of its middle, which may lie between two rows. */
export interface TreePlace {
  readonly band: number;
  readonly column: number;
  readonly row: number;
}

/** The places of a graph. What much leads to has a place in each band in which something does. */
export interface TreePlaces {
  readonly bands: number;
  readonly rows: number;
  readonly of: ReadonlyMap<string, readonly TreePlace[]>;
}

/** What is placed: a node in its column, and a line that leads from one to another in the next column. */
interface Node {
  readonly id: string;
  readonly column: number;
}

interface Line {
  readonly from: string;
  readonly to: string;
}

/**
 * Gives each node a place. Nearly every node leads to one other: so they are trees, which are drawn without crossings in
 * the time that it takes to look at each node once. What a node leads to stands in the middle of all that leads to it.
 *
 * @param bandsFor - in how many bands so many rows stand, beside each other
 */
export function treePlaces(
  nodes: readonly Node[],
  edges: readonly Line[],
  bandsFor: (rows: number) => number = () => 1,
): TreePlaces {
  const firstEnd = new Map<string, string>();
  for (const { from, to } of edges) {
    firstEnd.set(from, firstEnd.get(from) ?? to);
  }
  const leading = Map.groupBy(nodes, ({ id }) => firstEnd.get(id));
  const sizeOf = ({ id }: Node): number =>
    leading.get(id)?.reduce((sum, inner) => sum + sizeOf(inner), 0) ?? 1;
  const roots = leading.get(undefined) ?? [];
  const rows = roots.reduce((sum, root) => sum + sizeOf(root), 0);
  const most = Math.ceil(rows / bandsFor(rows));
  const of = new Map<string, TreePlace[]>();
  const ends = [0];
  const put = ({ id, column }: Node, band: number, inside: readonly number[]): TreePlace => {
    const row = ((inside[0] ?? 0) + (inside.at(-1) ?? 0)) / 2;
    const place = { band, column, row };
    of.set(id, [...(of.get(id) ?? []), place]);
    return place;
  };
  const tree = (node: Node): TreePlace[] => {
    const size = sizeOf(node);
    if (size <= most && (ends.at(-1) ?? 0) + size > most) {
      ends.push(0);
    }
    const inside = (leading.get(node.id) ?? []).flatMap(tree);
    const band = ends.length - 1;
    if (inside.length === 0) {
      const row = ends[band] ?? 0;
      ends[band] = row + 1;
      return [put(node, band, [row])];
    }
    const bands = [...Map.groupBy(inside, (place) => place.band)];
    return bands.map(([at, places]) =>
      put(
        node,
        at,
        places.map(({ row }) => row),
      ),
    );
  };
  roots.map(tree);
  return { bands: ends.length, rows: Math.max(...ends), of };
}
