import { clipped } from "../../../text/visible.js";
import type { Chart, ChartBar, ChartRow } from "../../../usage/charts/chart.js";
import { html, type Markup } from "../markup.js";
import { measured, near, shortName, textMarkup } from "../shapes.js";

/** So wide that a phone shows all of it. */
export const chartWidth = 340;

/** From the top of a row: where its name and its figures stand, and where its drawing begins. */
const places = { name: 12, figures: 27, shape: 34 };
const columnRoom = 30;
const widestColumn = 48;
const bar = { step: 16, height: 10, label: 74 };
const rowGap = 14;
const axisRoom = 18;
const longestTitle = 500;

/** The rows of a chart, and how high they are together. */
export function chartParts({ rows, axis }: Chart): { readonly parts: Markup; readonly height: number } {
  let top = 0;
  const drawn = rows.map((row) => {
    const part = html`<g class="${row.of}" transform="translate(0 ${top})">${rowMarkup(row)}</g>
`;
    top += heightOf(row) + rowGap;
    return part;
  });
  const height = top - rowGap + axisRoom;
  return { parts: html`${drawn}${axisMarkup(axis, height - 4)}`, height };
}

/** The same in words, for those who do not see it. */
export function chartWords({ about, rows }: Chart): string {
  return [about, ...rows.map(({ name, figures }) => `${shortName(name)}: ${figures}.`)].join(" ");
}

function heightOf({ shape }: ChartRow): number {
  return places.shape + (shape.is === "columns" ? columnRoom : shape.bars.length * bar.step);
}

function rowMarkup({ name, figures, shape }: ChartRow): Markup {
  const lines = [
    fitted(shortName(name), "label", 0, places.name),
    fitted(figures, "sub", 0, places.figures),
    shape.is === "columns" ? columnsMarkup(shape.heights) : shape.bars.map(barMarkup),
  ];
  return html`<title>${clipped(name, longestTitle)}</title>${lines}`;
}

/** What is too wide is drawn narrower. */
function fitted(text: string, role: "label" | "sub", x: number, y: number): Markup {
  const line = measured(text, role);
  return textMarkup({ ...line, width: Math.min(line.width, chartWidth - x) }, x, y);
}

/** What is more than nothing can be seen. */
function columnsMarkup(heights: readonly number[]): Markup {
  const step = chartWidth / Math.max(1, heights.length);
  const width = near(Math.min(widestColumn, step * 0.8));
  const base = places.shape + columnRoom;
  const columns = heights.map((share, at) => {
    const height = near(Math.max(1, share * columnRoom));
    return share > 0 ? `M${near(at * step)} ${base}v${-height}h${width}v${height}z` : "";
  });
  return html`<path class="base" d="M0 ${base + 0.5}h${chartWidth}"/><path class="sure" d="${columns.join("") || "M0 0"}"/>`;
}

/** The part that is only perhaps so long is an outline. */
function barMarkup({ label, least, most }: ChartBar, at: number): Markup {
  const top = places.shape + at * bar.step;
  const room = chartWidth - bar.label - 1;
  const [sure, perhaps] = [near(least * room), near((most - least) * room)];
  const rest = `M${near(bar.label + sure)} ${top + 0.5}h${perhaps}v${bar.height - 1}h${-perhaps}z`;
  return html`${fitted(label, "sub", 0, top + bar.height - 1)}<path class="sure" d="M${bar.label} ${top}h${sure}v${bar.height}h${-sure}z"/>${perhaps > 0 && html`<path class="perhaps" d="${rest}"/>`}`;
}

function axisMarkup(texts: readonly string[], y: number): readonly Markup[] {
  return texts.map((text, at) => {
    const line = measured(text, "sub");
    const room = chartWidth - line.width;
    return textMarkup(line, texts.length === 1 ? 0 : near((room * at) / (texts.length - 1)), y);
  });
}
