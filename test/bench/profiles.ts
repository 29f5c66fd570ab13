import path from "node:path";
import type { GatewayOptions } from "../gateway/index.ts";
import { paths } from "../harness/paths.ts";
import { type BenchObject, type Change, changesOf } from "./mixes.ts";

/** What is done with the objects of a mix, in this order. */
export const phases = ["create", "preview", "refresh", "drift", "change", "tenth", "destroy"] as const;
export type Phase = (typeof phases)[number];

/** What a phase changes of so many objects; the second change differs from the first. */
export function changeIn(phase: Phase, size: number): Change {
  if (phase === "change") return { count: 1, by: 1 };
  return phase === "tenth" ? { count: Math.ceil(size / 10), by: 2 } : { count: 0, by: 0 };
}

/** The objects as a program declares them in a phase. */
export function declaredIn(phase: Phase, objects: readonly BenchObject[]): BenchObject[] {
  const changes = changesOf(objects, changeIn(phase, objects.length));
  return objects.map((object) => ({ ...object, body: { ...object.body, ...changes.get(object.name) } }));
}

/** How the gateway behaves, and how the programs are called. */
export interface Profile {
  readonly title: string;
  /** On top of the latency of the run, unless it has its own. */
  readonly gateway: Pick<GatewayOptions, "latencyMs" | "variants" | "rateLimit">;
  readonly phases: readonly Phase[];
  /** Objects under way at once; undefined: as each does by default. */
  readonly parallel?: number;
  /** For `pulumi`. */
  readonly env: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
}

const plain = { gateway: {}, phases, env: {} };
const parallel = 64;
const unsaved = { PULUMI_SKIP_CHECKPOINTS: "true" };
const unbacked = { PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS: "true" };
const packed = { PULUMI_DIY_BACKEND_ZSTD: "true" };
/** What a setting of checkpoints is tried with: where they are written, and where nothing is. */
const writing = ["create", "preview", "destroy"] as const;

export const profiles = {
  normal: { ...plain, title: "80 ms a request" },
  slow: { ...plain, title: "200 ms a request", gateway: { latencyMs: 200 } },
  lagging: { ...plain, title: "lists lag writes by 2 s", gateway: { variants: { listLagMs: 2000 } } },
  parallel: { ...plain, title: "-p 64", parallel },
  unbacked: { ...plain, title: "no copies of checkpoints", phases: writing, env: unbacked },
  zstd: { ...plain, title: "checkpoints packed by zstd", phases: writing, env: packed },
  unchecked: {
    ...plain,
    title: "--disable-integrity-checking",
    phases: writing,
    flags: ["--disable-integrity-checking"],
  },
  compiled: {
    ...plain,
    title: "modules compiled once",
    phases: writing,
    env: { NODE_COMPILE_CACHE: path.join(paths.state, "bench", "compiled") },
  },
  diffs: {
    ...plain,
    title: "diffs side by side",
    phases: writing,
    env: { PULUMI_PARALLEL_DIFF: "true" },
  },
  light: {
    ...plain,
    title: "-p 64, no copies of checkpoints, packed by zstd",
    phases: writing,
    parallel,
    env: { ...unbacked, ...packed },
  },
  fast: { ...plain, title: "-p 64, no checkpoints", parallel, env: unsaved },
  quota: {
    title: "2,000 requests a minute, -p 64, no checkpoints",
    gateway: { rateLimit: { limit: 2000, windowSeconds: 60 } },
    phases: ["create", "refresh", "destroy"],
    parallel,
    env: unsaved, // with checkpoints the engine is slower than the quota, which then would not be tried
  },
} satisfies Record<string, Profile>;

export type ProfileName = keyof typeof profiles;
