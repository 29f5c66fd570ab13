import { providerCpu, providerPeak, requests, seconds, stateBytes } from "./figures.ts";
import { objectsOf } from "./mixes.ts";
import { profiles } from "./profiles.ts";
import { type Contestant, median, type Results, type Row, type Where } from "./results.ts";

/** A figure of something measured that must not be exceeded. */
export interface Limit<Measured> {
  readonly figure: string;
  readonly most: number;
  /** Undefined if the run did not measure what it needs. */
  value(measured: Measured): number | undefined;
}

const size = 550;
const base = { profile: "normal", mix: "a", size } as const;
const create = { ...base, phase: "create" } as const;
const preview = { ...base, phase: "preview" } as const;
const refresh = { ...base, phase: "refresh" } as const;
const fast = { ...create, profile: "fast" } as const;
const tenth = { ...base, phase: "tenth" } as const;
const few = { ...preview, size: 3, contestant: "native" } as const;
const ours = { contestant: "ours" } as const;
const crowd = { profile: "quota", mix: "a", size: 2000, ...ours } as const;

/** All at 550 objects unless they say otherwise; times are compared within one run only. */
export const limits: readonly Limit<Results>[] = [
  ofMedian("refresh: requests, mix a", 60, { ...refresh, ...ours }, requests),
  {
    figure: "refresh: requests beyond one for each collection, any mix",
    most: 0,
    value: requestsBeyondCollections,
  },
  ofRatio("refresh: time ÷ constant", 0.5, refresh, "constant"),
  ofMedian("create: requests per object", 1.02, { ...create, ...ours }, requestsPerObject),
  { figure: "destroy: requests per object, with the plugin or without", most: 1.7, value: destroyRequests },
  ofRatio("create: time ÷ textbook", 0.75, create, "textbook"),
  ofRatio("create: time ÷ constant", 1.05, create, "constant"),
  ofRatio("create: time ÷ bare", 1.1, create, "bare"),
  ofRatio("no-op preview: time ÷ textbook", 0.95, preview, "textbook"),
  ofRatio("no-op preview: time ÷ constant", 1.05, preview, "constant"),
  ofRatio("no-op preview: time ÷ bare", 0.8, preview, "bare"),
  ofRatio("fast, no-op preview: time ÷ bare", 0.9, { ...preview, profile: "fast" }, "bare"),
  ofRatio("fast, create: time ÷ bare", 1, fast, "bare"),
  ofMedian("a tenth changed: requests", 60, { ...tenth, ...ours }, requests),
  ofRatio("fast, a tenth changed: time ÷ native", 1.1, { ...tenth, profile: "fast" }, "native"),
  // With checkpoints: the engine writes the whole state twice for each change, and what names the kind and loads this package
  // makes that of a dynamic resource a quarter larger.
  ofRatio("a tenth changed: time ÷ native", 1.25, tenth, "native"),
  ofRatio("create of 3 objects: time ÷ constant", 1.1, { ...create, size: 3 }, "constant"),
  ofMedian("no-op preview: requests", 0, { ...preview, ...ours }, requests),
  ofRatio("state bytes per resource ÷ textbook", 0.4, create, "textbook", stateBytes),
  ofRatio("state bytes per resource ÷ constant", 1.05, create, "constant", stateBytes),
  { figure: "quota, 2,000 objects: failed runs", most: 0, value: failures },
  { figure: "quota, 2,000 objects, create: time ÷ the quota's own floor", most: 1.15, value: overQuota },
  {
    figure: "native: requests beyond those without the plugin, any phase but destroy",
    most: 0,
    value: besideNative,
  },
  // What the plugin's process takes to do next to nothing, beside the dynamic one.
  ofRatio("native, 3 objects: provider CPU ÷ ours", 0.5, few, "ours", providerCpu),
  ofRatio("native, 3 objects: provider memory ÷ ours", 0.5, few, "ours", providerPeak),
  {
    figure: "fast, create: growth of provider CPU per object, 180 to 2,000 objects",
    most: 1.2,
    value: growth,
  },
];

type Figure = (row: Row) => number | undefined;

function ofMedian(figure: string, most: number, where: Where, read: Figure): Limit<Results> {
  return { figure, most, value: (results) => results.median(where, read) };
}

function ofRatio(
  figure: string,
  most: number,
  where: Where,
  other: Contestant | Where,
  read: Figure = seconds,
): Limit<Results> {
  return { figure, most, value: (results) => results.ratio(where, other, read) };
}

function requestsPerObject(row: Row): number {
  return requests(row) / row.size;
}

/** The most of what was measured; undefined if nothing was. */
function most(figures: readonly (number | undefined)[]): number | undefined {
  const measured = figures.filter((figure) => figure !== undefined);
  return measured.length === 0 ? undefined : Math.max(...measured);
}

/** Every pair of a workspace and a kind is a collection, and so are the workspaces. */
function requestsBeyondCollections(results: Results): number | undefined {
  const beyond = results.where({ ...ours, profile: "normal", phase: "refresh" }).map((row) => {
    const places = objectsOf(row.mix, row.size).map(({ collection, body }) =>
      JSON.stringify([collection, body.workspace_id]),
    );
    return requests(row) - new Set(places).size;
  });
  return most(beyond);
}

function destroyRequests(results: Results): number | undefined {
  const where = { ...base, phase: "destroy" } as const;
  return most(
    (["ours", "native"] as const).map((contestant) =>
      results.median({ ...where, contestant }, requestsPerObject),
    ),
  );
}

/**
 * The most in one phase of one run. There may be fewer: the plugin has at hand what a dynamic preview reads a list for. How
 * many guards share a list in a destroy is a matter of when they ask, so that has a limit of its own.
 */
function besideNative(results: Results): number | undefined {
  const rowsOfNative = results.where({ contestant: "native" }).filter(({ phase }) => phase !== "destroy");
  const differences = rowsOfNative.flatMap((row) => {
    const { profile, mix, size, phase, run } = row;
    const rows = results.where({ ...ours, profile, mix, size, phase, run });
    return rows.map((one) => requests(row) - requests(one));
  });
  const largest = most(differences);
  return largest === undefined ? undefined : Math.max(0, largest);
}

function failures(results: Results): number | undefined {
  const rows = results.where(crowd);
  return rows.length === 0 ? undefined : rows.filter(({ failure }) => failure !== undefined).length;
}

/**
 * The quota counts in fixed windows that begin with a request, so of n requests the last can leave no sooner than
 * after ⌊(n − 1) ÷ limit⌋ whole windows. If none has to pass, the quota sets no floor, and the bare client's time does.
 */
function overQuota(results: Results): number | undefined {
  const where = { ...crowd, phase: "create" } as const;
  const sent = results.median(where, (row) => row.requests.all - row.requests.refused);
  const time = results.median(where, seconds);
  const bare = results.median({ ...where, contestant: "floor" }, seconds);
  if (sent === undefined || time === undefined || bare === undefined) return undefined;
  const { limit, windowSeconds } = profiles.quota.gateway.rateLimit;
  return time / Math.max(Math.floor((sent - 1) / limit) * windowSeconds, bare);
}

/**
 * What the first object costs is the start of the process, which the smallest size of the run stands for. Checkpoints cost the
 * provider nothing, so the sizes are compared without them: with them, the largest takes minutes.
 */
function growth(results: Results): number | undefined {
  const { size: _, ...created } = fast;
  const rows = results.where({ ...created, ...ours }).filter(({ failure }) => failure === undefined);
  return median([...Map.groupBy(rows, ({ run }) => run).values()].map(growthIn));
}

function growthIn(rows: readonly Row[]): number | undefined {
  const cpu = new Map(rows.map((row) => [row.size, providerCpu(row)]));
  const start = Math.min(...cpu.keys());
  const perObject = (size: number) =>
    ((cpu.get(size) ?? Number.NaN) - (cpu.get(start) ?? Number.NaN)) / (size - start);
  const growth = perObject(2000) / perObject(180);
  return Number.isFinite(growth) ? growth : undefined;
}
