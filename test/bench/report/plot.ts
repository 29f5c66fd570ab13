import { requests, seconds } from "../figures.ts";
import type { Phase } from "../profiles.ts";
import { type Contestant, contestants, type Results, type Row } from "../results.ts";

const colours: Record<Contestant, string> = {
  ours: "#0969da",
  native: "#1a7f37",
  textbook: "#cf222e",
  constant: "#bf8700",
  bare: "#bc4c00",
  floor: "#6e7781",
  opentofu: "#8250df",
};
const panel = { width: 300, height: 200, left: 50, top: 40, gap: 90 };
const phases = ["create", "preview", "refresh"] as const satisfies Phase[];
const rows = [
  { title: "seconds", figure: seconds },
  { title: "requests", figure: requests },
];

const drawn = { profile: "normal", mix: "a" } as const;

/** Time and requests by size, of mix a in the normal profile; both axes grow by powers of ten. */
export function plot(results: Results): string {
  const width = panel.left + phases.length * (panel.width + panel.gap);
  const height = panel.top + rows.length * (panel.height + panel.gap);
  const panels = rows.flatMap((row, down) =>
    phases.map((phase, across) => {
      const x = panel.left + across * (panel.width + panel.gap);
      const y = panel.top + down * (panel.height + panel.gap);
      return `<g transform="translate(${x} ${y})">${panelOf(results, phase, row)}</g>`;
    }),
  );
  const measured = contestants.filter((contestant) => results.where({ contestant }).length > 0);
  const legend = measured.map(
    (name, index) => `<text x="${panel.left + index * 90}" y="16" fill="${colours[name]}">● ${name}</text>`,
  );
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13"><title>Time and requests by size</title>`;
  const ground = `<rect width="${width}" height="${height}" fill="#ffffff"/>`;
  return `${[open, ground, ...legend, ...panels, "</svg>"].join("\n")}\n`;
}

function panelOf(results: Results, phase: Phase, { title, figure }: (typeof rows)[number]): string {
  const lines = contestants.map((contestant) => ({
    contestant,
    points: pointsOf(results, phase, contestant, figure),
  }));
  const all = lines.flatMap(({ points }) => points);
  const heading = `<text y="-8">${phase}: ${title} by objects</text>`;
  if (all.length === 0) {
    const isMeasured = results.where({ ...drawn, phase }).length > 0;
    return `${heading}<text y="20">${isMeasured ? "none, whoever does it" : "not measured"}</text>`;
  }
  const across = scale(
    all.map(([size]) => size),
    panel.width,
  );
  const up = scale(
    all.map(([, value]) => value),
    panel.height,
  );
  const shapes = lines.map(({ contestant, points }) => {
    const places = points.map(([size, value]) => [across.at(size), panel.height - up.at(value)] as const);
    const colour = colours[contestant];
    const dots = places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3" fill="${colour}"/>`).join("");
    const path = places.map((place) => place.join(",")).join(" ");
    return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="1.5"/>${dots}`;
  });
  return [
    heading,
    `<path d="M0 0V${panel.height}H${panel.width}" fill="none" stroke="#57606a"/>`,
    ...across.marks.map(
      (mark) => `<text x="${across.at(mark)}" y="${panel.height + 18}" text-anchor="middle">${mark}</text>`,
    ),
    ...up.marks.map(
      (mark) => `<text x="-6" y="${panel.height - up.at(mark) + 4}" text-anchor="end">${mark}</text>`,
    ),
    ...shapes,
  ].join("");
}

/** A logarithmic axis has no place for zero: what asks nothing is not drawn. */
function pointsOf(
  results: Results,
  phase: Phase,
  contestant: Contestant,
  figure: (row: Row) => number | undefined,
): [size: number, value: number][] {
  const here = { ...drawn, phase, contestant } as const;
  const sizes = [...new Set(results.where(here).map(({ size }) => size))].sort((a, b) => a - b);
  return sizes.flatMap((size): [number, number][] => {
    const value = results.median({ ...here, size }, figure);
    return value === undefined || value <= 0 ? [] : [[size, value]];
  });
}

function scale(values: readonly number[], length: number) {
  const exponents = values.map(Math.log10);
  const low = Math.floor(Math.min(0, ...exponents));
  const high = Math.max(low + 1, Math.ceil(Math.max(0, ...exponents)));
  const at = (value: number) => Math.round(((Math.log10(value) - low) / (high - low)) * length * 10) / 10;
  return { at, marks: Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index)) };
}
