import { providerCpu, providerPeak, requests, seconds, stateBytes } from "./figures.ts";
import { objectsOf } from "./mixes.ts";
import { profiles } from "./profiles.ts";
import type { Results, Row, Where } from "./results.ts";

/** A figure that must not be exceeded. */
export interface Limit {
  readonly figure: string;
  readonly most: number;
  /** Undefined if the run did not measure what it needs. */
  value(results: Results): number | undefined;
}

const size = 550;
const base = { profile: "normal", mix: "a", size } as const;
const create = { ...base, phase: "create" } as const;
const preview = { ...base, phase: "preview" } as const;
const refresh = { ...base, phase: "refresh" } as const;
const ours = { contestant: "ours" } as const;
const crowd = { profile: "quota", mix: "a", size: 2000, ...ours } as const;

/** All at 550 objects unless they say otherwise; times are compared within one run only. */
export const limits: readonly Limit[] = [
  {
    figure: "refresh: requests, mix a",
    most: 60,
    value: (results) => results.median({ ...refresh, ...ours }, requests),
  },
  {
    figure: "refresh: requests beyond one for each collection, any mix",
    most: 0,
    value: requestsBeyondCollections,
  },
  {
    figure: "refresh: time ÷ constant",
    most: 0.5,
    value: (results) => results.ratio(refresh, "constant", seconds),
  },
  {
    figure: "create: requests per object",
    most: 1.02,
    value: (results) => results.median({ ...create, ...ours }, (row) => requests(row) / row.size),
  },
  {
    figure: "create: time ÷ textbook",
    most: 0.75,
    value: (results) => results.ratio(create, "textbook", seconds),
  },
  {
    figure: "create: time ÷ constant",
    most: 1.05,
    value: (results) => results.ratio(create, "constant", seconds),
  },
  {
    figure: "no-op preview: time ÷ textbook",
    most: 0.95,
    value: (results) => results.ratio(preview, "textbook", seconds),
  },
  {
    figure: "no-op preview: time ÷ constant",
    most: 1.05,
    value: (results) => results.ratio(preview, "constant", seconds),
  },
  {
    figure: "no-op preview: time ÷ bare",
    most: 1.15,
    value: (results) => results.ratio(preview, "bare", seconds),
  },
  {
    figure: "no-op preview: requests",
    most: 0,
    value: (results) => results.median({ ...preview, ...ours }, requests),
  },
  {
    figure: "state bytes per resource ÷ textbook",
    most: 0.4,
    value: (results) => results.ratio(create, "textbook", stateBytes),
  },
  {
    figure: "state bytes per resource ÷ constant",
    most: 1,
    value: (results) => results.ratio(create, "constant", stateBytes),
  },
  { figure: "quota, 2,000 objects: failed runs", most: 0, value: failures },
  { figure: "quota, 2,000 objects, create: time ÷ the quota's own floor", most: 1.15, value: overQuota },
  {
    figure: "native: requests beyond those without the plugin, any phase",
    most: 0,
    value: besideNative,
  },
  {
    figure: "native, 3 objects: provider CPU ÷ ours",
    most: 0.5,
    value: (results) => startRatio(results, providerCpu),
  },
  {
    figure: "native, 3 objects: provider memory ÷ ours",
    most: 0.5,
    value: (results) => startRatio(results, providerPeak),
  },
  { figure: "create: growth of provider CPU per object, 180 to 2,000 objects", most: 1.2, value: growth },
];

/** Every pair of a workspace and a kind is a collection, and so are the workspaces. */
function requestsBeyondCollections(results: Results): number | undefined {
  const beyond = results.where({ ...ours, profile: "normal", phase: "refresh" }).map((row) => {
    const places = objectsOf(row.mix, row.size).map(({ collection, body }) =>
      JSON.stringify([collection, body.workspace_id]),
    );
    return requests(row) - new Set(places).size;
  });
  return beyond.length === 0 ? undefined : Math.max(...beyond);
}

/** The most in one phase of one run. There may be fewer: the plugin has at hand what a dynamic preview reads a list for. */
function besideNative(results: Results): number | undefined {
  const differences = results.where({ contestant: "native" }).flatMap((row) => {
    const { profile, mix, size, phase, run } = row;
    const rows = results.where({ ...ours, profile, mix, size, phase, run });
    return rows.map((one) => requests(row) - requests(one));
  });
  return differences.length === 0 ? undefined : Math.max(0, ...differences);
}

/** What the plugin's process takes to do next to nothing, beside the dynamic one. */
function startRatio(results: Results, figure: (row: Row) => number | undefined): number | undefined {
  const few = { ...preview, size: 3 };
  return results.ratio({ ...few, contestant: "native" }, "ours", figure);
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

/** What the first object costs is the start of the process, which the smallest size of the run stands for. */
function growth(results: Results): number | undefined {
  const smallest = Math.min(
    ...results.where({ ...ours, profile: "normal", mix: "a" }).map((row) => row.size),
  );
  const [few, many] = [180, 2000].map((some) => {
    const [more, start] = [some, smallest].map((size) => cpu(results, { ...create, ...ours, size }));
    return more === undefined || start === undefined ? undefined : (more - start) / (some - smallest);
  });
  return few === undefined || many === undefined || smallest >= 180 ? undefined : many / few;
}

function cpu(results: Results, where: Where): number | undefined {
  return results.median(where, providerCpu);
}
