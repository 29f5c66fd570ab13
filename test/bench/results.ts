import { BenchGateway, type Requests } from "./gateway.ts";
import { type Contestant, contestants, type Lane, openLane, type Profile, type Sample } from "./lanes.ts";
import { type Phase, phases } from "./objects.ts";

interface Case {
  readonly profile: Profile;
  readonly size: number;
  readonly run: number;
}

export interface Row extends Case, Sample {
  readonly phase: Phase;
  readonly contestant: Contestant;
  readonly requests: Requests;
}

/** All contestants go through each phase in turn, so that a disturbance of the machine hits them alike. */
export async function runCase(which: Case, latencyMs: number): Promise<Row[]> {
  const rows: Row[] = [];
  const entrants: { contestant: Contestant; gateway: BenchGateway; lane: Lane }[] = [];
  try {
    for (const contestant of contestants) {
      const gateway = await BenchGateway.start({ latencyMs });
      entrants.push({ contestant, gateway, lane: await openLane(contestant, { ...which, gateway }) });
    }
    for (const [index, phase] of phases.entries()) {
      const first = (which.run + index) % entrants.length;
      for (const { contestant, gateway, lane } of [...entrants.slice(first), ...entrants.slice(0, first)]) {
        if (rows.some((row) => row.contestant === contestant && row.failure !== undefined)) continue;
        const sample = await lane.run(phase);
        const { requests, objects } = await gateway.look();
        const expected = phase === "destroy" || contestant === "bare" ? 0 : which.size;
        rows.push({ ...which, phase, contestant, ...checked(sample, objects, expected), requests });
      }
    }
  } finally {
    for (const { lane, gateway } of entrants) {
      await lane.dispose();
      await gateway.close();
    }
  }
  return rows;
}

/** A success while the gateway holds another number of objects is a failure. */
function checked(sample: Sample, objects: number, expected: number): Sample {
  if (sample.failure !== undefined || objects === expected) return sample;
  return { ...sample, failure: `the gateway has ${objects} objects, expected ${expected}` };
}

type Place = Pick<Row, "profile" | "size" | "phase">;
type Figure = (row: Row) => number | undefined;

const seconds: Figure = (row) => row.seconds;
const requests: Figure = (row) => row.requests.all;
const stateBytes: Figure = (row) => row.stateBytes && row.stateBytes / row.size;
const providerCpu: Figure = (row) => row.usage.provider?.cpuSeconds;
const providerMegabytes: Figure = (row) => row.usage.provider && row.usage.provider.peakBytes / 1e6;

/** The ratio is the median of the ratios within each run: machines are not equally fast at all times. */
interface Limit {
  readonly name: string;
  readonly most: number;
  readonly value: (rows: readonly Row[]) => number | undefined;
}

const at = (profile: Profile, phase: Phase, size = 550): Place => ({ profile, phase, size });

function ratioLimit(
  name: string,
  most: number,
  place: Place,
  over: Contestant,
  under: Contestant,
  figure = seconds,
) {
  return { name, most, value: (rows: readonly Row[]) => ratio(rows, place, over, under, figure) };
}

function countLimit(name: string, most: number, place: Place, figure: Figure): Limit {
  return { name, most, value: (rows) => medianAt(rows, place, "ours", figure) };
}

const limits: readonly Limit[] = [
  countLimit(
    "create: requests per object",
    1.02,
    at("normal", "create"),
    (row) => row.requests.all / row.size,
  ),
  countLimit("preview: requests", 0, at("normal", "preview"), requests),
  countLimit("refresh: requests", 60, at("normal", "refresh"), requests),
  countLimit("a tenth changed: requests", 60, at("normal", "tenth"), requests),
  countLimit(
    "destroy: requests per object",
    1.7,
    at("normal", "destroy"),
    (row) => row.requests.all / row.size,
  ),
  ratioLimit("create: time ÷ bare", 1.2, at("normal", "create"), "ours", "bare"),
  ratioLimit("preview: time ÷ bare", 0.95, at("normal", "preview"), "ours", "bare"),
  ratioLimit("a tenth changed: time ÷ native", 1.25, at("normal", "tenth"), "ours", "native"),
  ratioLimit("fast, a tenth changed: time ÷ native", 1.15, at("fast", "tenth"), "ours", "native"),
  ratioLimit(
    "3 objects, preview: provider CPU, native ÷ ours",
    0.5,
    at("normal", "preview", 3),
    "native",
    "ours",
    providerCpu,
  ),
];

/** Limits that were exceeded. A limit whose figures were not measured counts only as "not measured". */
export function missedLimits(rows: readonly Row[]): Limit[] {
  return limits.filter(({ most, value }) => (value(rows) ?? 0) > most);
}

export function limitTable(rows: readonly Row[]): string {
  return table(
    ["limit", "at most", "measured", ""],
    limits.map(({ name, most, value }) => {
      const measured = value(rows);
      const verdict = measured === undefined ? "not measured" : measured > most ? "MISSED" : "holds";
      return [name, String(most), written(measured, 2), verdict];
    }),
  );
}

export function resultTable(rows: readonly Row[]): string {
  const places = [...new Map(rows.map((row) => [`${row.profile} ${row.size} ${row.phase}`, row])).values()];
  const lines = places.flatMap((place) =>
    contestants
      .filter((contestant) => rowsAt(rows, place, contestant).length > 0)
      .map((contestant) => {
        const median = (figure: Figure, digits = 0) =>
          written(medianAt(rows, place, contestant, figure), digits);
        const { profile, size, phase } = place;
        return [profile, String(size), phase, contestant, median(requests), median(seconds, 1)].concat(
          median(providerCpu, 2),
          median(providerMegabytes),
          median(stateBytes),
        );
      }),
  );
  const head = ["profile", "objects", "phase", "who", "requests", "time s", "CPU s", "memory MB", "state B"];
  return table(head, lines);
}

function rowsAt(rows: readonly Row[], { profile, size, phase }: Place, contestant: Contestant): Row[] {
  return rows.filter(
    (row) =>
      row.profile === profile &&
      row.size === size &&
      row.phase === phase &&
      row.contestant === contestant &&
      row.failure === undefined,
  );
}

function medianAt(rows: readonly Row[], place: Place, contestant: Contestant, figure: Figure) {
  return median(rowsAt(rows, place, contestant).map(figure));
}

function ratio(rows: readonly Row[], place: Place, over: Contestant, under: Contestant, figure: Figure) {
  const others = rowsAt(rows, place, under);
  return median(
    rowsAt(rows, place, over).map((row) => {
      const other = others.find(({ run }) => run === row.run);
      const [top, bottom] = [figure(row), other && figure(other)];
      return top === undefined || !bottom ? undefined : top / bottom;
    }),
  );
}

function median(figures: readonly (number | undefined)[]): number | undefined {
  const sorted = figures.filter((figure) => figure !== undefined).sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function written(figure: number | undefined, digits: number): string {
  return (
    figure?.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }) ?? "–"
  );
}
