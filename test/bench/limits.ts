import { providerCpu, providerPeak, requests, seconds, stateBytes } from "./figures.ts";
import { objectsOf } from "./mixes.ts";
import { profiles } from "./profiles.ts";
import type { Results, Row, Where } from "./results.ts";

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
const ours = { contestant: "ours" } as const;
const opentofu = { contestant: "opentofu", profile: "normal" } as const;
const crowd = { profile: "quota", mix: "a", size: 2000, ...ours } as const;

/** All at 550 objects unless they say otherwise; times are compared within one run only. */
export const limits: readonly Limit<Results>[] = [
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
  { figure: "destroy: requests per object, with the plugin or without", most: 1.7, value: destroyRequests },
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
    figure: "no-op preview: time ÷ opentofu, which does not read either",
    most: 1.5,
    value: (results) => results.ratio(preview, "opentofu", seconds),
  },
  {
    figure: "fast, create: time ÷ opentofu as it is by default",
    most: 0.6,
    value: (results) => results.ratio({ ...create, profile: "fast" }, opentofu, seconds),
  },
  {
    figure: "fast, create: time ÷ bare",
    most: 1.15,
    value: (results) => results.ratio({ ...create, profile: "fast" }, "bare", seconds),
  },
  {
    figure: "create of 3 objects: time ÷ constant",
    most: 1.1,
    value: (results) => results.ratio({ ...create, size: 3 }, "constant", seconds),
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
    figure: "native: requests beyond those without the plugin, any phase but destroy",
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

function destroyRequests(results: Results): number | undefined {
  const both = (["ours", "native"] as const).map((contestant) =>
    results.median({ ...base, phase: "destroy", contestant }, (row) => requests(row) / row.size),
  );
  const asked = both.filter((each) => each !== undefined);
  return asked.length === 0 ? undefined : Math.max(...asked);
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
