import { placed, type Spot } from "./layout.js";
import { html, type Markup, revealed } from "./markup.js";
import type { RouteBox, RouteGraph, RouteLine } from "./route-graph.js";
import { cut } from "./section.js";

const mostCells = 30;
const longestTitle = 500;
/** The width of a character of a monospaced font, as a part of its size. */
const cellOfSize = 0.6;
const sizes = { label: 13, sub: 11 };
const padding = 14;
const headroom = 26;
const columns = { incoming: "incoming name", mapping: "mapping", end: "ends at" };
const order = ["incoming", "mapping", "end"] as const;

/** The routing of a workspace, drawn: from the incoming names on the left to the models on the right. */
export function drawing(graph: RouteGraph, id: string, title: string): Markup {
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
${order.map((column) => columnHead(column, drawn.boxes))}
${[...drawn.lines].sort(lastWhatMoves).map((line) => lineOf(line, places.get(line.from), places.get(line.to)))}
${drawn.boxes.map(boxOf)}
</svg>`;
}

type SizedBox = RouteBox & {
  readonly lines: readonly Line[];
  readonly width: number;
  readonly height: number;
};
type PlacedBox = SizedBox & Spot;

interface Line {
  readonly text: string;
  readonly role: "label" | "sub";
  readonly width: number;
}

/** All boxes of a column have one width, so that the columns are straight. */
function boxesOf(boxes: readonly RouteBox[]): SizedBox[] {
  const withLines = boxes.map((box) => {
    const lines = [line(box.label, "label"), ...(box.sub === undefined ? [] : [line(box.sub, "sub")])];
    return { ...box, lines };
  });
  return withLines.map((box) => {
    const widths = withLines
      .filter(({ column }) => column === box.column)
      .flatMap(({ lines }) => lines.map(({ width }) => width));
    return { ...box, width: Math.max(96, ...widths) + 2 * padding, height: box.lines.length === 1 ? 34 : 48 };
  });
}

function line(text: string, role: Line["role"]): Line {
  const short = shortened(text);
  return { text: short, role, width: Math.ceil(cells(short) * sizes[role] * cellOfSize) };
}

/** The beginning and the end of a name, which is where most names differ. */
function shortened(name: string): string {
  const characters = [...revealed(name).replace(/\s+/g, " ")];
  if (cells(characters.join("")) <= mostCells) {
    return characters.join("") || " ";
  }
  const most = cells(characters.join("")) > characters.length ? mostCells / 2 : mostCells;
  return characters.length <= most
    ? characters.join("")
    : `${characters.slice(0, Math.ceil(most * 0.6)).join("")}…${characters.slice(1 - Math.floor(most * 0.4)).join("")}`;
}

/** How many cells of a monospaced font a text takes: two for a character that may be a wide one. */
function cells(text: string): number {
  return [...text].reduce(
    (sum, character) => sum + (/[\u0020-\u04ff\u2010-\u22ff]/.test(character) ? 1 : 2),
    0,
  );
}

function boxOf({ x, y, width, height, lines, look, label }: PlacedBox): Markup {
  const top = y - (lines.length - 1) * 8.5;
  return html`<g class="box ${look}"><title>${cut(label, longestTitle)}</title><rect x="${near(x - width / 2)}" y="${near(y - height / 2)}" width="${width}" height="${height}" rx="6"/>${lines.map((line, index) => textOf(line, near(x - width / 2 + padding), near(top + index * 17 + sizes[line.role] * 0.35)))}</g>
`;
}

/** The width is fixed: a text stays in its box whatever font draws it. */
function textOf({ text, role, width }: Line, x: number, y: number): Markup {
  return html`<text class="${role}" x="${x}" y="${y}" textLength="${width}" lengthAdjust="spacingAndGlyphs">${text}</text>`;
}

function columnHead(column: keyof typeof columns, boxes: readonly PlacedBox[]): Markup | undefined {
  const box = boxes.find((each) => each.column === column);
  return (
    box && html`<text class="column" x="${near(box.x - box.width / 2)}" y="-6">${columns[column]}</text>`
  );
}

const layers: readonly RouteLine["when"][] = ["kept", "before", "after", "lost"];

/** Lines that come later lie above. */
function lastWhatMoves(a: RouteLine, b: RouteLine): number {
  return layers.indexOf(a.when) - layers.indexOf(b.when);
}

const headLength = 8;

function lineOf(
  { when, span, bends }: RouteLine & { readonly span: number; readonly bends: readonly Spot[] },
  from: PlacedBox | undefined,
  to: PlacedBox | undefined,
): Markup | undefined {
  if (from === undefined || to === undefined) {
    return undefined;
  }
  const tip = { x: near(to.x - to.width / 2), y: near(to.y) };
  const begin = { x: from.x + from.width / 2, y: from.y };
  const end = { x: tip.x - headLength, y: tip.y };
  // Between neighbouring columns nothing is in the way.
  const way = span === 1 ? [] : bends;
  const cross = way[Math.floor(way.length / 2)] ?? { x: (begin.x + end.x) / 2, y: (begin.y + end.y) / 2 };
  return html`<path class="${when}" d="${curve([begin, ...way, end])}"/><path class="head ${when}" d="M${tip.x} ${tip.y}l${-headLength - 1} -4.5v9z"/>${when === "lost" && html`<path class="lost" d="M${near(cross.x - 5)} ${near(cross.y - 5)}l10 10m0 -10l-10 10"/>`}
`;
}

/** A line through all places that runs level in each of them. */
function curve([first, ...others]: readonly Spot[]): string {
  if (first === undefined) {
    return "";
  }
  let last = first;
  const pieces = others.map((next) => {
    const middle = near((last.x + next.x) / 2);
    const piece = `C${middle} ${near(last.y)} ${middle} ${near(next.y)} ${near(next.x)} ${near(next.y)}`;
    last = next;
    return piece;
  });
  return `M${near(first.x)} ${near(first.y)}${pieces.join("")}`;
}

function near(length: number): number {
  return Math.round(length * 10) / 10;
}

const moments: Readonly<Record<RouteLine["when"], string>> = {
  kept: "as before",
  before: "only before",
  after: "only after",
  lost: "after, where requests fail",
};

function inWords({ from, to, when }: RouteLine, boxes: readonly RouteBox[]): string {
  const labelOf = (id: string) => boxes.find((box) => box.id === id)?.label ?? "";
  return `${shortened(labelOf(from))} leads to ${shortened(labelOf(to))} (${moments[when]}).`;
}
