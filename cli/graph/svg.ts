import { howMany } from "pulumi-workspace-gateway/tools";
import { drawingStyle, palette } from "../review/html/drawing-style.js";
import { html, type Markup } from "../review/html/markup.js";
import {
  arrowMarkup,
  boxMarkup,
  columnHead,
  lineLabel,
  linesOf,
  type Shape,
  shortName,
  widthFor,
} from "../review/html/shapes.js";
import { type TreePlace, type TreePlaces, treePlaces } from "../review/html/tree-layout.js";
import { clipped } from "../text/visible.js";
import type { GraphEdge, GraphNode, GraphSource, WorkspaceGraph } from "./workspace-graph.js";

const margin = 24;
const rowHeight = 56;
const boxHeight = 48;
/** Room between two columns, for arrows and their words. */
const gap = 150;
/** So many times as wide as high a drawing should be, and a row of a band is. */
const shape = 1.5;
const rowShape = 13;
/** Room over the rows of a workspace, for its name and the heads of the columns. */
const headroom = 72;
const longestName = 120;
const mostSentences = 200;

/** The columns, from the left to the right. */
const columnTitles = ["mappings, prompts", "models", "providers"];
const columnOf: Readonly<Record<GraphNode["is"], number>> = {
  mapping: 0,
  prompt: 0,
  model: 1,
  workspace: 1,
  "missing model": 1,
  provider: 2,
  "missing provider": 2,
};

/** What this drawing adds to those of a review. It has none of the characters that `html` escapes. */
export const graphStyle = `
svg rect.ground { fill: var(--ground); stroke: none; }
svg text.heading { font-size: 16px; font-weight: 600; }
svg .off rect { stroke-dasharray: 2 3; }
svg .off .label { fill: var(--muted); }
svg path.off { stroke-dasharray: 2 4; }
svg path.outside { stroke: var(--amber); stroke-width: 2.25; }
svg path.head.outside { stroke: none; fill: var(--amber); }
svg .workspace rect { stroke: var(--blue); fill: var(--blue-ground); }
`;

/** A drawing that needs nothing else: no script runs, nothing is loaded. */
export function svg(graphs: readonly WorkspaceGraph[], source: GraphSource): string {
  const { width, height, parts, title } = stacked(graphs, source);
  return html`<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title desc" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
${words(title, graphs)}
<style>${palette}${drawingStyle}${graphStyle}</style>
<rect class="ground" width="${width}" height="${height}"/>
${parts}</svg>
`.toString();
}

/** The same as a part of a page, which has the style. */
export function picture(graphs: readonly WorkspaceGraph[], source: GraphSource): Markup {
  const { width, height, parts, title } = stacked(graphs, source);
  return html`<svg role="img" aria-labelledby="title desc" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
${words(title, graphs)}
${parts}</svg>`;
}

function words(title: string, graphs: readonly WorkspaceGraph[]): Markup {
  return html`<title id="title">${title}</title>
<desc id="desc">${inWords(graphs)}</desc>`;
}

/** What a drawing is of. */
export function graphTitle(graphs: readonly WorkspaceGraph[]): string {
  return `Routing of ${graphs.length === 1 ? clipped(graphs[0]?.name ?? "", longestName) : howMany(graphs.length, "workspace")}`;
}

/** Workspaces beside each other, and below each other where they would be wider than a drawing should be. */
function stacked(graphs: readonly WorkspaceGraph[], source: GraphSource) {
  const drawn = graphs.map((graph) => ({ graph, places: placesOf(graph) }));
  const widths = columnWidths(drawn);
  const band = widths.reduce((sum, each) => sum + each + gap, 0);
  const sized = drawn.map(({ graph, places }) => ({
    graph,
    frame: { places, widths, band, source },
    width: places.bands * band - gap + 2 * margin,
    height: headroom + places.rows * rowHeight + margin,
  }));
  const area = sized.reduce((sum, { width, height }) => sum + width * height, 0);
  const most = Math.max(Math.sqrt(area * shape), ...sized.map(({ width }) => width));
  const whole = { width: 0, height: margin };
  const at = { x: 0, y: margin };
  const parts = sized.map(({ graph, frame, width, height }) => {
    if (at.x + width > most) {
      at.x = 0;
      at.y = whole.height;
    }
    const part = workspacePart(graph, frame, at.x, at.y + headroom);
    at.x += width;
    whole.width = Math.max(whole.width, at.x);
    whole.height = Math.max(whole.height, at.y + height);
    return part;
  });
  return { title: graphTitle(graphs), parts, ...whole };
}

/** Many rows stand in bands beside each other. */
function placesOf({ nodes, edges }: WorkspaceGraph): TreePlaces {
  const inColumns = nodes.map(({ id, is }) => ({ id, column: columnOf[is] }));
  const bands = (rows: number) => Math.max(1, Math.round(Math.sqrt((shape * rows) / rowShape)));
  return treePlaces(inColumns, edges, bands);
}

interface Drawn {
  readonly graph: WorkspaceGraph;
  readonly places: TreePlaces;
}

/** All boxes of a column have one width, in every workspace. */
function columnWidths(drawn: readonly Drawn[]): number[] {
  const widths = columnTitles.map(() => widthFor([]));
  for (const { graph, places } of drawn) {
    for (const { id, label, note } of graph.nodes) {
      const column = places.of.get(id)?.[0]?.column ?? 0;
      widths[column] = Math.max(widths[column] ?? 0, widthFor(linesOf(label, note)));
    }
  }
  return widths;
}

interface Frame {
  readonly places: TreePlaces;
  readonly widths: readonly number[];
  /** How wide a band is, with the room behind it. */
  readonly band: number;
  readonly source: GraphSource;
}

function workspacePart(graph: WorkspaceGraph, frame: Frame, x: number, y: number): Markup {
  const shapes = new Map(graph.nodes.map((node) => [node.id, shapesOf(node, frame)]));
  const labelled = new Set<string>();
  const bands = Array.from({ length: frame.places.bands }, (_, band) => band);
  const heads = bands.flatMap((band) =>
    columnTitles.map((title, column) =>
      columnHead(title, { x: columnMiddle({ band, column }, frame), width: frame.widths[column] ?? 0 }),
    ),
  );
  return html`<g transform="translate(${x} ${y})">
<title>${clipped(graph.name, longestName)}</title>
<text class="heading" x="${margin}" y="-42">${shortName(graph.name)}</text>
${heads}
${graph.edges.map((edge) => edgeMarkup(edge, shapes, frame.source, labelled))}
${[...shapes.values()].flat().map(boxMarkup)}</g>
`;
}

function columnMiddle({ band, column }: Pick<TreePlace, "band" | "column">, frame: Frame): number {
  const { widths } = frame;
  const before = widths.slice(0, column).reduce((sum, width) => sum + width + gap, margin);
  return band * frame.band + before + (widths[column] ?? 0) / 2;
}

type PlacedShape = Shape & Pick<TreePlace, "band">;

function shapesOf(node: GraphNode, frame: Frame): PlacedShape[] {
  return (frame.places.of.get(node.id) ?? []).map((place) => ({
    band: place.band,
    x: columnMiddle(place, frame),
    y: place.row * rowHeight + rowHeight / 2,
    width: frame.widths[place.column] ?? 0,
    height: boxHeight,
    label: node.label,
    lines: linesOf(node.label, node.note),
    look: lookOf(node, frame.source),
    corner: node.isPattern ? boxHeight / 2 : node.is === "prompt" ? 0 : 6,
  }));
}

function lookOf({ is, isOff }: GraphNode, source: GraphSource): string {
  return is.startsWith("missing") ? brokenLook(source, "nowhere") : isOff ? "off" : is;
}

/** What a stack does not have may be there all the same. */
function brokenLook(source: GraphSource, look: "nowhere" | "lost"): string {
  return source === "gateway" ? look : "outside";
}

/** From each place of what leads to the place of its end in the same band, if it has one there. */
function edgeMarkup(
  { from, to, label, isOff, isBroken }: GraphEdge,
  shapes: ReadonlyMap<string, readonly PlacedShape[]>,
  source: GraphSource,
  labelled: Set<string>,
): readonly Markup[] {
  const look = `${isBroken ? brokenLook(source, "lost") : "kept"}${isOff ? " off" : ""}`;
  const ends = shapes.get(to) ?? [];
  return (shapes.get(from) ?? []).flatMap((begin) => {
    const end = ends.find(({ band }) => band === begin.band) ?? ends[0];
    if (end === undefined) {
      return [];
    }
    const crossed = isBroken === true && source === "gateway";
    const word = label !== undefined && !labelled.has(from) && lineLabel(label, begin, end);
    labelled.add(from);
    return [html`${arrowMarkup({ from: begin, to: end }, look, { crossed })}${word}`];
  });
}

/** The same for those who do not see it. */
function inWords(graphs: readonly WorkspaceGraph[]): string {
  const sentences = graphs.flatMap(({ name, nodes, edges }) => {
    const nodeOf = new Map(nodes.map((node) => [node.id, node]));
    const called = (id: string) => {
      const { is, label = "" } = nodeOf.get(id) ?? {};
      return `${is} ${shortName(label)}`;
    };
    return [
      `The workspace ${shortName(name)} has ${howMany(nodes.length, "box")} and ${howMany(edges.length, "arrow")}.`,
      ...edges.map(({ from, to, is, isOff, label }) => {
        const more = [...(label === undefined ? [] : [label]), ...(isOff ? ["off"] : [])];
        return `The ${called(from)} ${is} the ${called(to)}${more.length === 0 ? "" : ` (${more.join(", ")})`}.`;
      }),
    ];
  });
  const left = sentences.length - mostSentences;
  return [...sentences.slice(0, mostSentences), ...(left > 0 ? [`And ${left} more.`] : [])].join(" ");
}
