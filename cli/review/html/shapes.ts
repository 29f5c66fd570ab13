import { cells } from "../../text/cells.js";
import { clipped } from "../../text/visible.js";
import { html, type Markup, revealed } from "./markup.js";

const mostCells = 30;
const longestTitle = 500;
/** The width of a character of a monospaced font, as a part of its size. */
const cellOfSize = 0.6;
const sizes = { label: 13, sub: 11 };
const padding = 14;
const headLength = 8;

/** A place in a drawing. */
interface Spot {
  readonly x: number;
  readonly y: number;
}

/** A line of text in a box. */
export interface BoxText {
  readonly text: string;
  readonly role: "label" | "sub";
  readonly width: number;
}

/** A box with its texts; its place is its middle. */
export interface Shape extends Spot {
  readonly label: string;
  readonly lines: readonly BoxText[];
  readonly width: number;
  readonly height: number;
  /** A class of the style. */
  readonly look: string;
  /** How round its corners are. */
  readonly corner?: number;
}

/** The texts of a box: its name, and what is said of it in small. */
export function linesOf(label: string, sub: string | undefined): BoxText[] {
  return [textLine(label, "label"), ...(sub === undefined ? [] : [textLine(sub, "sub")])];
}

function textLine(text: string, role: BoxText["role"]): BoxText {
  return measured(shortName(text), role);
}

/** A text as wide as it is drawn. */
function measured(text: string, role: BoxText["role"]): BoxText {
  return { text, role, width: Math.ceil(cells(text) * sizes[role] * cellOfSize) };
}

/** The width of boxes that have to hold these texts. */
export function widthFor(lines: readonly BoxText[]): number {
  return Math.max(96, ...lines.map(({ width }) => width)) + 2 * padding;
}

/** The beginning and the end of a name, which is where most names differ. */
export function shortName(name: string): string {
  const characters = [...revealed(name).replace(/\s+/g, " ")];
  if (cells(characters.join("")) <= mostCells) {
    return characters.join("") || " ";
  }
  const most = cells(characters.join("")) > characters.length ? mostCells / 2 : mostCells;
  return characters.length <= most
    ? characters.join("")
    : `${characters.slice(0, Math.ceil(most * 0.6)).join("")}…${characters.slice(1 - Math.floor(most * 0.4)).join("")}`;
}

export function boxMarkup({ x, y, width, height, lines, look, label, corner = 6 }: Shape): Markup {
  const top = y - (lines.length - 1) * 8.5;
  return html`<g class="box ${look}"><title>${clipped(label, longestTitle)}</title><rect x="${near(x - width / 2)}" y="${near(y - height / 2)}" width="${width}" height="${height}" rx="${corner}"/>${lines.map((line, index) => textMarkup(line, near(x - width / 2 + padding), near(top + index * 17 + sizes[line.role] * 0.35)))}</g>
`;
}

/** The width is fixed: a text stays in its box whatever font draws it. */
function textMarkup({ text, role, width }: BoxText, x: number, y: number): Markup {
  return html`<text class="${role}" x="${x}" y="${y}" textLength="${width}" lengthAdjust="spacingAndGlyphs">${text}</text>`;
}

/** The small word beside a line, where it leaves its box: on the side from which the line turns away. */
export function lineLabel(
  text: string,
  from: Pick<Shape, "x" | "y" | "width">,
  to: Pick<Shape, "y">,
): Markup {
  const beside = to.y < from.y ? 13 : -5;
  return textMarkup(textLine(text, "sub"), near(from.x + from.width / 2 + 6), near(from.y + beside));
}

/** The head of a column, over one of its boxes. */
export function columnHead(title: string, box: Pick<Shape, "x" | "width">): Markup {
  return html`<text class="column" x="${near(box.x - box.width / 2)}" y="-6">${title}</text>`;
}

type Ends = {
  readonly from: Pick<Shape, "x" | "y" | "width">;
  readonly to: Pick<Shape, "x" | "y" | "width">;
};

/** An arrow between two boxes, around what is in its way. One that is `crossed` leads nowhere. */
export function arrowMarkup(
  { from, to }: Ends,
  look: string,
  { bends = [], crossed = false }: { readonly bends?: readonly Spot[]; readonly crossed?: boolean } = {},
): Markup {
  const tip = { x: near(to.x - to.width / 2), y: near(to.y) };
  const begin = { x: from.x + from.width / 2, y: from.y };
  const end = { x: tip.x - headLength, y: tip.y };
  const cross = bends[Math.floor(bends.length / 2)] ?? { x: (begin.x + end.x) / 2, y: (begin.y + end.y) / 2 };
  return html`<path class="${look}" d="${curve([begin, ...bends, end])}"/><path class="head ${look}" d="M${tip.x} ${tip.y}l${-headLength - 1} -4.5v9z"/>${crossed && html`<path class="lost" d="M${near(cross.x - 5)} ${near(cross.y - 5)}l10 10m0 -10l-10 10"/>`}
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
