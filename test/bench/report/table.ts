import { providerCpu, providerPeak, requests, seconds, stateBytes } from "../figures.ts";
import { type Contestant, contestants, type Results, type Row, type Where } from "../results.ts";

export const columns = [
  "profile",
  "mix",
  "objects",
  "phase",
  "who",
  "requests",
  "refused",
  "time s",
  "÷ floor",
  "÷ textbook",
  "÷ constant",
  "÷ bare",
  "÷ opentofu",
  "state B",
  "memory MB",
  "CPU s",
] as const;

/** One line for each phase of each contestant: medians over the runs. `state B` is for one resource. */
export function tableRows(results: Results): string[][] {
  return placesOf(results.rows).flatMap((place) =>
    contestants.flatMap((contestant) => lineOf(results, { ...place, contestant })),
  );
}

/** Each phase of each case once, in the order of the rows. */
export function placesOf(rows: readonly Row[]): Pick<Row, "profile" | "mix" | "size" | "phase">[] {
  const places = rows.map(({ profile, mix, size, phase }) => ({ profile, mix, size, phase }));
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
}

function lineOf(results: Results, where: Where & { contestant: Contestant }): string[][] {
  const rows = results.where(where);
  if (rows.length === 0) return [];
  const median = (figure: (row: Row) => number | undefined) => results.median(where, figure);
  const times = (rival: Contestant) =>
    where.contestant === "floor" || rival === where.contestant
      ? undefined
      : results.ratio(where, rival, seconds);
  const failed = rows.some(({ failure }) => failure !== undefined);
  return [
    [
      String(where.profile),
      String(where.mix),
      String(where.size),
      String(where.phase),
      where.contestant,
      failed ? "failed" : text(median(requests), 0),
      text(Math.max(...rows.map((row) => row.requests.refused)), 0),
      text(median(seconds), 1),
      text(times("floor"), 2),
      text(times("textbook"), 2),
      text(times("constant"), 2),
      text(times("bare"), 2),
      text(times("opentofu"), 2),
      text(where.phase === "create" ? median(stateBytes) : undefined, 0),
      text(megabytes(median(providerPeak)), 0),
      text(median(providerCpu), 2),
    ],
  ];
}

function megabytes(bytes: number | undefined): number | undefined {
  return bytes === undefined ? undefined : bytes / 1e6;
}

/** Grouped by thousands; a dash where nothing was measured. */
export function text(figure: number | undefined, digits: number): string {
  if (figure === undefined || !Number.isFinite(figure)) return "–";
  return figure.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
