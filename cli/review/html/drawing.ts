import { howMany } from "pulumi-workspace-gateway/tools";
import type { RouteBox, RouteGraph, RouteLine } from "../blocks/route-graph.js";
import { html, type Markup } from "./markup.js";
import { arrowMarkup, boxMarkup, columnHead, linesOf, type Shape, shortName, widthFor } from "./shapes.js";
import { treePlaces } from "./tree-layout.js";

const headroom = 26;
const margin = 16;
const rowHeight = 58;
/** Room between two columns. */
const gap = 88;

/** The columns from left to right, with their heads. */
const columns = { incoming: "incoming name", mapping: "mapping", end: "ends at" };
const order = ["incoming", "mapping", "end"] as const;

/** The routing of a workspace as a figure: from the incoming names on the left to the models on the right. */
export function drawing(graph: RouteGraph, id: string): Markup {
  const title = `Routing of ${graph.workspace}, before and after`;
  return html`<h3>Workspace <span class="name">${graph.workspace}</span></h3>
<figure>
<div class="scroll" role="region" tabindex="0" aria-label="${title}">${picture(graph, id, title)}</div>
<figcaption>${legend(graph)}${graph.left > 0 && html`<p class="muted small">Not drawn: ${howMany(graph.left, "route")}. The table has ${graph.left === 1 ? "it" : "them"}.</p>`}</figcaption>
</figure>
`;
}

const meanings = { before: "only before", after: "only after", lost: "ends nowhere", kept: "stays" } as const;

/** Only the kinds of lines that the drawing has. */
function legend({ lines }: RouteGraph): Markup {
  const kinds = (["before", "after", "lost", "kept"] as const).filter((kind) =>
    lines.some(({ when }) => when === kind),
  );
  return html`<ul class="legend">${kinds.map((kind) => html`<li><svg width="34" height="10" aria-hidden="true"><path class="${kind}" d="M0 5h34"/></svg>${meanings[kind]}</li>`)}</ul>`;
}

function picture(graph: RouteGraph, id: string, title: string): Markup {
  const { shapes, passes, width, height } = placed(graph);
  const lines = graph.lines.toSorted((a, b) => layers.indexOf(a.when) - layers.indexOf(b.when));
  return html`<svg role="img" aria-labelledby="${id}-title ${id}-desc" width="${width}" height="${height}" viewBox="0 ${-headroom} ${width} ${height}">
<title id="${id}-title">${title}</title>
<desc id="${id}-desc">${graph.lines.map((line) => inWords(line, graph.boxes)).join(" ")}</desc>
${order.map((column) => headOf(column, [...shapes.values()]))}
${lines.map((line) => lineOf(line, shapes, passes.get(line)))}
${[...shapes.values()].map(boxMarkup)}
</svg>`;
}

type PlacedBox = RouteBox & Shape;

/** Boxes in columns. A line that goes past the mappings has a place of its own among them, so that it crosses none. */
function placed({ boxes, lines }: RouteGraph) {
  const columnOf = new Map(boxes.map(({ id, column }) => [id, order.indexOf(column)]));
  const isLong = ({ from, to }: RouteLine) => (columnOf.get(to) ?? 0) - (columnOf.get(from) ?? 0) > 1;
  const passing = new Map(lines.filter(isLong).map((line, at) => [line, `past ${at}`]));
  const places = treePlaces(
    [
      ...boxes.map(({ id }) => ({ id, column: columnOf.get(id) ?? 0 })),
      ...[...passing.values()].map((id) => ({ id, column: 1 })),
    ],
    lines.flatMap((line) => {
      const past = passing.get(line);
      return past === undefined
        ? [line]
        : [
            { from: line.from, to: past },
            { from: past, to: line.to },
          ];
    }),
  );
  const texts = new Map(boxes.map((box) => [box, linesOf(box.label, box.sub)]));
  // All boxes of a column have one width, so that the columns are straight.
  const widths = order.map((column) => {
    const inside = boxes.filter((box) => box.column === column);
    return inside.length === 0 ? 0 : widthFor(inside.flatMap((box) => texts.get(box) ?? []));
  });
  const leftOf = (column: number) =>
    widths.slice(0, column).reduce((sum, width) => sum + width + gap, margin);
  const rowOf = (id: string) => ((places.of.get(id)?.[0]?.row ?? 0) + 0.5) * rowHeight;
  const shapes = new Map(
    boxes.map((box): [string, PlacedBox] => {
      const [column, inside] = [order.indexOf(box.column), texts.get(box) ?? []];
      const width = widths[column] ?? 0;
      const height = inside.length === 1 ? 34 : 48;
      return [
        box.id,
        { ...box, lines: inside, width, height, x: leftOf(column) + width / 2, y: rowOf(box.id) },
      ];
    }),
  );
  const passes = new Map(
    [...passing].map(([line, past]) => [line, { x: leftOf(1), width: widths[1] ?? 0, y: rowOf(past) }]),
  );
  return {
    shapes,
    passes,
    width: leftOf(order.length) - gap + margin,
    height: places.rows * rowHeight + headroom + margin,
  };
}

function headOf(column: keyof typeof columns, boxes: readonly PlacedBox[]): Markup | undefined {
  const box = boxes.find((each) => each.column === column);
  return box && columnHead(columns[column], box);
}

/** Lines that come later lie above. */
const layers: readonly RouteLine["when"][] = ["kept", "before", "after", "lost"];

function lineOf(
  { from, to, when }: RouteLine,
  shapes: ReadonlyMap<string, PlacedBox>,
  past?: Pick<Shape, "x" | "y" | "width">,
): Markup | undefined {
  const [begin, end] = [shapes.get(from), shapes.get(to)];
  const bends = past === undefined ? [] : [past, { x: past.x + past.width, y: past.y }];
  return begin && end && arrowMarkup({ from: begin, to: end }, when, { bends, crossed: when === "lost" });
}

const moments: Readonly<Record<RouteLine["when"], string>> = {
  kept: "as before",
  before: "only before",
  after: "only after",
  lost: "after, where requests fail",
};

function inWords({ from, to, when }: RouteLine, boxes: readonly RouteBox[]): string {
  const labelOf = (id: string) => boxes.find((box) => box.id === id)?.label ?? "";
  return `${shortName(labelOf(from))} leads to ${shortName(labelOf(to))} (${moments[when]}).`;
}
