import { howMany } from "pulumi-workspace-gateway/tools";
import type { RouteBox, RouteGraph, RouteLine } from "../blocks/route-graph.js";
import { placed, type Spot } from "./layout.js";
import { html, type Markup } from "./markup.js";
import { arrowMarkup, boxMarkup, columnHead, linesOf, type Shape, shortName, widthFor } from "./shapes.js";

const headroom = 26;
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
  const sized = boxesOf(graph.boxes);
  const columnOf = new Map(graph.boxes.map(({ id, column }) => [id, order.indexOf(column)]));
  const lines = graph.lines.map((line) => ({
    ...line,
    span: (columnOf.get(line.to) ?? 1) - (columnOf.get(line.from) ?? 0),
  }));
  const { width, height, ...drawn } = placed(sized, lines);
  const places = new Map(drawn.boxes.map((box) => [box.id, box]));
  const whole = { width: Math.ceil(width), height: Math.ceil(height) + headroom };
  return html`<svg role="img" aria-labelledby="${id}-title ${id}-desc" width="${whole.width}" height="${whole.height}" viewBox="0 ${-headroom} ${whole.width} ${whole.height}">
<title id="${id}-title">${title}</title>
<desc id="${id}-desc">${graph.lines.map((line) => inWords(line, graph.boxes)).join(" ")}</desc>
${order.map((column) => headOf(column, drawn.boxes))}
${[...drawn.lines].sort(lastWhatMoves).map((line) => lineOf(line, places.get(line.from), places.get(line.to)))}
${drawn.boxes.map(boxMarkup)}
</svg>`;
}

type SizedBox = RouteBox & Omit<Shape, keyof Spot>;
type PlacedBox = SizedBox & Spot;

/** All boxes of a column have one width, so that the columns are straight. */
function boxesOf(boxes: readonly RouteBox[]): SizedBox[] {
  const withLines = boxes.map((box) => ({ ...box, lines: linesOf(box.label, box.sub) }));
  return withLines.map((box) => {
    const beside = withLines.filter(({ column }) => column === box.column);
    const width = widthFor(beside.flatMap(({ lines }) => lines));
    return { ...box, width, height: box.lines.length === 1 ? 34 : 48 };
  });
}

function headOf(column: keyof typeof columns, boxes: readonly PlacedBox[]): Markup | undefined {
  const box = boxes.find((each) => each.column === column);
  return box && columnHead(columns[column], box);
}

const layers: readonly RouteLine["when"][] = ["kept", "before", "after", "lost"];

/** Lines that come later lie above. */
function lastWhatMoves(a: RouteLine, b: RouteLine): number {
  return layers.indexOf(a.when) - layers.indexOf(b.when);
}

function lineOf(
  { when, span, bends }: RouteLine & { readonly span: number; readonly bends: readonly Spot[] },
  from: PlacedBox | undefined,
  to: PlacedBox | undefined,
): Markup | undefined {
  // Between neighbouring columns nothing is in the way.
  const way = span === 1 ? [] : bends;
  return from && to && arrowMarkup({ from, to }, when, { bends: way, crossed: when === "lost" });
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
