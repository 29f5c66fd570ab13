import { providerCpu, providerPeak, requests, seconds, stateBytes } from "../figures.ts";
import { limits } from "../limits.ts";
import type { Machine } from "../machine.ts";
import { mixes } from "../mixes.ts";
import { profiles } from "../profiles.ts";
import { type Contestant, contestants, type Results, type Row, rival } from "../results.ts";
import type { Part } from "../usage.ts";
import { settingsTable } from "./settings.ts";
import { type Column, table, text } from "./table.ts";
import { verdicts, verdictTable } from "./verdict.ts";

type Figure = (row: Row) => number | undefined;
type Place = Pick<Row, "profile" | "mix" | "size" | "phase">;
type Line = Place & Pick<Row, "contestant">;

const program = "npm run bench -- --page";

/** The figures of each page of docs, by the names of their places. */
export function figuresOfPages(
  results: Results,
  machine: Machine,
): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const { date, cores, model, memoryGigabytes, system, node, pulumi, sdk } = machine;
  return {
    "performance.md": {
      [`${program}, both`]: bothFigures(results),
      [`${program}, settings`]: settingsTable(results),
    },
    "benchmarks.md": {
      [`${program}, where`]: `Written by \`npm run bench\` on ${date}: ${cores} cores (${model}), ${memoryGigabytes} GB, ${system}, Node ${node}, Pulumi ${pulumi},
SDK ${sdk}.`,
      [`${program}, limits`]: verdictTable(verdicts(limits, results)),
      [`${program}, what`]: `Profiles: ${titles(profiles)}. Mixes: ${titles(mixes)}.`,
      [`${program}, beside ${rival}`]:
        rivalTable(results) ?? "Not measured: `--rivals` builds it, and runs it beside the others.",
      [`${program}, processes`]: processTable(results),
      [`${program}, all`]: allFigures(results),
    },
  };
}

/** Both ways beside each other, medians of the runs: dynamic / native. */
function bothFigures(results: Results): string {
  const both =
    (figure: Figure, digits: number) =>
    (place: Place): string =>
      (["ours", "native"] as const)
        .map((contestant) => text(results.median({ ...place, contestant }, figure), digits))
        .join(" / ");
  const columns: Column<Place>[] = [
    ["objects", ({ size }) => text(size)],
    ["phase", ({ phase }) => phase],
    ["requests", both(requests, 0), 0],
    ["time s", both(seconds, 1), 1],
    ["CPU s of the provider", both(providerCpu, 2), 2],
    ["memory MB of the provider", both(peakMegabytes, 0), 0],
    ["state B of a resource", both(stateBytes, 0), 0],
  ];
  const places = placesOf(results.where({ contestant: "native", profile: "normal", mix: "a" }));
  return table(columns, places);
}

const placeColumns: Column<Place>[] = [
  ["profile", ({ profile }) => profile],
  ["mix", ({ mix }) => mix],
  ["objects", ({ size }) => String(size)],
  ["phase", ({ phase }) => phase],
];

/** One line for each phase of each contestant: medians over the runs. `state B` is for one resource. */
export function allFigures(results: Results): string {
  const median = (figure: Figure) => (line: Line) => results.median(line, figure);
  const times = (other: Contestant) => (line: Line) =>
    line.contestant === "floor" || other === line.contestant
      ? undefined
      : results.ratio(line, other, seconds);
  const failed = (line: Line) => results.where(line).some(({ failure }) => failure !== undefined);
  const columns: Column<Line>[] = [
    ...placeColumns,
    ["who", ({ contestant }) => contestant],
    ["requests", (line) => (failed(line) ? "failed" : results.median(line, requests)), 0],
    ["refused", (line) => Math.max(...results.where(line).map((row) => row.requests.refused)), 0],
    ["time s", median(seconds), 1],
    ...(["floor", "textbook", "constant", "bare", rival] as const).map(
      (other): Column<Line> => [`÷ ${other}`, times(other), 2],
    ),
    ["state B", (line) => (line.phase === "create" ? results.median(line, stateBytes) : undefined), 0],
    ["memory MB", median(peakMegabytes), 0],
    ["CPU s", median(providerCpu), 2],
  ];
  const lines = placesOf(results.rows).flatMap((place) =>
    contestants.map((contestant) => ({ ...place, contestant })),
  );
  return table(
    columns,
    lines.filter((line) => results.where(line).length > 0),
  );
}

/** Us beside the rival, phase by phase: medians, and the medians of the ratios within each run. Undefined if it was not measured. */
export function rivalTable(results: Results): string | undefined {
  const median = (contestant: Contestant, figure: Figure) => (place: Place) =>
    results.median({ ...place, contestant }, figure);
  const columns: Column<Place>[] = [
    ...placeColumns,
    ["ours, s", median("ours", seconds), 1],
    [`${rival}, s`, median(rival, seconds), 1],
    ["time ÷", (place) => results.ratio(place, rival, seconds), 2],
    ["ours, requests", median("ours", requests), 0],
    [`${rival}, requests`, median(rival, requests), 0],
    ["requests ÷", (place) => results.ratio(place, rival, requests), 2],
  ];
  const places = placesOf(results.where({ contestant: rival }));
  return places.length === 0 ? undefined : table(columns, places);
}

const parts: readonly (readonly [Part, string])[] = [
  ["engine", "engine"],
  ["program", "program and SDK"],
  ["provider", "provider and SDK"],
  ["other", "language host, shells"],
];

/** The CPU seconds of each process, for the largest size that all were measured with. */
function processTable(results: Results): string {
  const here = { profile: "normal", mix: "a" } as const;
  const measured = contestants.filter((contestant) => results.where({ ...here, contestant }).length > 0);
  const programs = measured.filter((contestant) => contestant !== "floor");
  const sizes = results.where(here).map(({ size }) => size);
  const common = sizes.filter((size) =>
    programs.every((contestant) => results.where({ ...here, contestant, size }).length > 0),
  );
  const size = Math.max(0, ...common);
  const columns: Column<Line>[] = [
    ["phase", ({ phase }) => `${phase}, ${text(size)} objects`],
    ["who", ({ contestant }) => contestant],
    ["time s", (line) => results.median(line, seconds), 1],
    ...parts.map(
      ([part, title]): Column<Line> => [
        title,
        (line) => results.median(line, (row) => row.usage?.[part]?.cpuSeconds),
        1,
      ],
    ),
  ];
  const lines = (["create", "preview", "refresh"] as const).flatMap((phase) =>
    programs.map((contestant) => ({ ...here, size, phase, contestant })),
  );
  return table(columns, lines);
}

/** Each phase of each case once, in the order of the rows. */
function placesOf(rows: readonly Row[]): Place[] {
  const places = rows.map(({ profile, mix, size, phase }) => ({ profile, mix, size, phase }));
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
}

function peakMegabytes(row: Row): number | undefined {
  const peak = providerPeak(row);
  return peak === undefined ? undefined : peak / 1e6;
}

function titles(named: Readonly<Record<string, { readonly title: string }>>): string {
  return Object.entries(named)
    .map(([name, { title }]) => `*${name}*: ${title}`)
    .join("; ");
}
