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
import { clipped } from "../text/visible.js";
import { columnTitles, type TreePlace, treePlaces } from "./tree-layout.js";
import type { GraphEdge, GraphNode, GraphSource, WorkspaceGraph } from "./workspace-graph.js";

const margin = 24;
const rowHeight = 60;
const boxHeight = 48;
/** Room between two columns, for arrows and their words. */
const gap = 180;
/** Room over the rows of a workspace, for its name and the heads of the columns. */
const headroom = 72;
const longestName = 120;
const mostSentences = 200;

/** What this drawing adds to those of a review. It has none of the characters that `html` escapes. */
const ownStyle = `
svg rect.ground { fill: var(--ground); stroke: none; }
svg text.heading { font-size: 16px; font-weight: 600; }
svg .off rect { stroke-dasharray: 2 3; }
svg .off .label { fill: var(--muted); }
svg path.off { stroke-dasharray: 2 4; }
svg path.outside { stroke: var(--amber); stroke-width: 2.25; }
svg path.head.outside { stroke: none; fill: var(--amber); }
svg .workspace rect { stroke: var(--blue); fill: var(--blue-ground); }
`;

/** A drawing that needs nothing else: no script runs, nothing is loaded. The workspaces stand below each other. */
export function svg(graphs: readonly WorkspaceGraph[], source: GraphSource): string {
  const title = `Routing of ${graphs.length === 1 ? clipped(graphs[0]?.name ?? "", longestName) : howMany(graphs.length, "workspace")}`;
  const { parts, width, height } = stacked(graphs, source);
  return html`<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title desc" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<title id="title">${title}</title>
<desc id="desc">${inWords(graphs)}</desc>
<style>${palette}${drawingStyle}${ownStyle}</style>
<rect class="ground" width="${width}" height="${height}"/>
${parts}</svg>
`.toString();
}

function stacked(graphs: readonly WorkspaceGraph[], source: GraphSource) {
  const widths = columnWidths(graphs);
  let top = margin;
  const parts = graphs.map((graph) => {
    const { places, rows } = treePlaces(graph);
    const part = workspacePart(graph, { places, widths, source, top });
    top += headroom + rows * rowHeight + margin;
    return part;
  });
  const width = widths.reduce((sum, each) => sum + each, 0) + gap * (widths.length - 1) + 2 * margin;
  return { parts, width, height: top };
}

/** All boxes of a column have one width, in every workspace. */
function columnWidths(graphs: readonly WorkspaceGraph[]): number[] {
  const widths = columnTitles.map(() => widthFor([]));
  for (const graph of graphs) {
    const { places } = treePlaces(graph);
    for (const { id, label, note } of graph.nodes) {
      const column = places.get(id)?.column ?? 0;
      widths[column] = Math.max(widths[column] ?? 0, widthFor(linesOf(label, note)));
    }
  }
  return widths;
}

interface Frame {
  readonly places: ReadonlyMap<string, TreePlace>;
  readonly widths: readonly number[];
  readonly source: GraphSource;
  readonly top: number;
}

function workspacePart(graph: WorkspaceGraph, frame: Frame): Markup {
  const shapes = new Map(graph.nodes.map((node) => [node.id, shapeOf(node, frame)]));
  const labelled = new Set<string>();
  return html`<g transform="translate(0 ${frame.top + headroom})">
<title>${clipped(graph.name, longestName)}</title>
<text class="heading" x="${margin}" y="-42">${shortName(graph.name)}</text>
${columnTitles.map((title, column) => columnHead(title, { x: columnMiddle(column, frame), width: frame.widths[column] ?? 0 }))}
${graph.edges.map((edge) => edgeMarkup(edge, shapes, frame.source, labelled))}
${[...shapes.values()].map(boxMarkup)}</g>
`;
}

function columnMiddle(column: number, { widths }: Frame): number {
  const before = widths.slice(0, column).reduce((sum, width) => sum + width + gap, margin);
  return before + (widths[column] ?? 0) / 2;
}

function shapeOf(node: GraphNode, frame: Frame): Shape {
  const { column = 0, row = 0 } = frame.places.get(node.id) ?? {};
  return {
    x: columnMiddle(column, frame),
    y: row * rowHeight + rowHeight / 2,
    width: frame.widths[column] ?? 0,
    height: boxHeight,
    label: node.label,
    lines: linesOf(node.label, node.note),
    look: lookOf(node, frame.source),
    corner: node.isPattern ? boxHeight / 2 : node.is === "prompt" ? 0 : 6,
  };
}

function lookOf({ is, isOff }: GraphNode, source: GraphSource): string {
  return is.startsWith("missing") ? brokenLook(source, "nowhere") : isOff ? "off" : is;
}

/** What a stack does not have may be there all the same. */
function brokenLook(source: GraphSource, look: "nowhere" | "lost"): string {
  return source === "gateway" ? look : "outside";
}

function edgeMarkup(
  { from, to, label, isOff, isBroken }: GraphEdge,
  shapes: ReadonlyMap<string, Shape>,
  source: GraphSource,
  labelled: Set<string>,
): Markup | undefined {
  const ends = { from: shapes.get(from), to: shapes.get(to) };
  if (ends.from === undefined || ends.to === undefined) {
    return undefined;
  }
  const look = `${isBroken ? brokenLook(source, "lost") : "kept"}${isOff ? " off" : ""}`;
  const arrow = arrowMarkup({ from: ends.from, to: ends.to }, look, {
    crossed: isBroken === true && source === "gateway",
  });
  const word = label !== undefined && !labelled.has(from) && lineLabel(label, ends.from, ends.to);
  labelled.add(from);
  return html`${arrow}${word}`;
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
