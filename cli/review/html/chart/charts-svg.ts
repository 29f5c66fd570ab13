import type { Chart } from "../../../usage/charts/chart.js";
import { drawingStyle, palette } from "../drawing-style.js";
import { html, type Markup } from "../markup.js";
import { chartParts, chartWidth, chartWords } from "./chart-markup.js";
import { chartStyle } from "./chart-style.js";

const margin = 24;
const gap = 40;
const headRoom = 30;

/** Charts beside each other as a drawing that needs nothing else: no script runs, nothing is loaded. */
export function chartsSvg(title: string, charts: readonly Chart[]): string {
  const drawn = charts.map((chart) => ({ chart, ...chartParts(chart) }));
  const width = 2 * margin + charts.length * (chartWidth + gap) - gap;
  const height = 2 * margin + headRoom + Math.max(0, ...drawn.map((each) => each.height));
  return html`<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title desc" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<title id="title">${title}</title>
<desc id="desc">${charts.map((chart) => `${chart.title}. ${chartWords(chart)}`).join(" ")}</desc>
<style>${palette}${drawingStyle}${chartStyle}</style>
<rect class="ground" width="${width}" height="${height}"/>
${drawn.map(
  (
    { chart, parts },
    at,
  ) => html`<g transform="translate(${margin + at * (chartWidth + gap)} ${margin})"><text class="heading" y="12">${chart.title}</text><g transform="translate(0 ${headRoom})">${parts}</g></g>
`,
)}</svg>
`.toString();
}

/** Charts as a part of a page, which has the style; the first id begins with the given one. */
export function chartsMarkup(charts: readonly Chart[], id: string): Markup {
  return html`<figure class="charts">${charts.map((chart, at) => picture(chart, `${id}-${at + 1}`))}</figure>
`;
}

function picture(chart: Chart, id: string): Markup {
  const { parts, height } = chartParts(chart);
  return html`<div><h3>${chart.title}</h3>
<svg role="img" aria-labelledby="${id}-title ${id}-desc" width="${chartWidth}" height="${height}" viewBox="0 0 ${chartWidth} ${height}">
<title id="${id}-title">${chart.title}</title>
<desc id="${id}-desc">${chartWords(chart)}</desc>
${parts}</svg>
<p class="muted small">${chart.about}</p></div>`;
}
