import { Graph, layout } from "@dagrejs/dagre";
import { z } from "zod";

/** A box to place. */
interface Sized {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** A line between two boxes. `span` is over how many columns it goes. */
interface Spanning {
  readonly from: string;
  readonly to: string;
  readonly span: number;
}

/** A place in a drawing. */
export type Spot = z.infer<typeof place>;

/** Boxes and lines with their places: of a box, its middle. */
interface Placed<B, L> {
  readonly boxes: readonly (B & Spot)[];
  /** With the places between its two ends at which a line goes around boxes. */
  readonly lines: readonly (L & { readonly bends: readonly Spot[] })[];
  readonly width: number;
  readonly height: number;
}

// The library's declarations do not say what it answers: for the compiler it is all `any`.
const place = z.object({ x: z.number(), y: z.number() });
const whole = z.object({ width: z.number(), height: z.number() });
const course = z.object({ points: z.array(place) });

const distances = { rankdir: "LR", nodesep: 16, edgesep: 16, ranksep: 88, marginx: 16, marginy: 16 };

/** Places boxes from left to right so that none lies on another. */
export function placed<B extends Sized, L extends Spanning>(
  boxes: readonly B[],
  lines: readonly L[],
): Placed<B, L> {
  // The library keeps its nodes in plain objects: a name such as `__proto__` would break it.
  const keys = new Map(boxes.map(({ id }, index) => [id, `box ${index}`]));
  const keyOf = (id: string) => keys.get(id) ?? id;
  const graph = new Graph({});
  graph.setGraph({ ...distances });
  for (const { id, width, height } of boxes) {
    graph.setNode(keyOf(id), { width, height });
  }
  for (const { from, to, span } of lines) {
    graph.setEdge(keyOf(from), keyOf(to), { minlen: span });
  }
  layout(graph);
  const courseOf = ({ from, to }: L) => course.parse(graph.edge(keyOf(from), keyOf(to)));
  return {
    ...whole.parse(graph.graph()),
    boxes: boxes.map((box) => ({ ...box, ...place.parse(graph.node(keyOf(box.id))) })),
    lines: lines.map((line) => ({ ...line, bends: courseOf(line).points.slice(1, -1) })),
  };
}
