import { matchesPath } from "../log.ts";
import { createRandom } from "./random.ts";

/** The effect of a fault. With "after" kinds, the request takes effect first. */
export type FaultEffect =
  | { kind: "status" | "status-after"; status: number; headers?: Record<string, string>; body?: unknown }
  | { kind: "latency" | "slow-body"; ms: number }
  | { kind: "reset-before" | "reset-after" | "hang-before" | "hang-after" | "cut-body" | "stale" };

/** The requests that a fault affects: matching ones, after the first `skip`, at most `count` times. */
export interface FaultTarget {
  method?: string;
  /** A prefix of the path without `/api/v1`, or a pattern. */
  path?: string | RegExp;
  count?: number;
  skip?: number;
  /** The share of the requests that is affected, in a sequence determined by `seed`. */
  probability?: number;
  seed?: number;
}

export interface SetFault {
  readonly fault: FaultTarget & FaultEffect;
  readonly hits: number;
  remove(): void;
}

export interface Faults {
  add(fault: FaultTarget & FaultEffect): SetFault;
  clear(): void;
  /** All faults ever added, including removed ones. A test can use it to detect faults without hits. */
  readonly book: readonly SetFault[];
  /** Returns the first fault that affects this request. */
  match(method: string, path: string): FaultEffect | undefined;
}

export function createFaults(): Faults {
  const rules = new Set<{ strike(method: string, path: string): boolean; effect: FaultEffect }>();
  const book: SetFault[] = [];
  return {
    add(fault) {
      const counter = createCounter(fault);
      const rule = { strike: counter.strike, effect: fault };
      rules.add(rule);
      const set: SetFault = {
        fault,
        get hits() {
          return counter.hits();
        },
        remove: () => {
          rules.delete(rule);
        },
      };
      book.push(set);
      return set;
    },
    clear: () => rules.clear(),
    book,
    match(method, path) {
      for (const rule of rules) if (rule.strike(method, path)) return rule.effect;
      return undefined;
    },
  };
}

function createCounter({ method, path, count = Infinity, skip = 0, probability = 1, seed = 1 }: FaultTarget) {
  const random = createRandom(seed);
  let seen = 0;
  let hits = 0;
  return {
    hits: () => hits,
    strike(actualMethod: string, actualPath: string): boolean {
      if (method !== undefined && method.toUpperCase() !== actualMethod) return false;
      if (path !== undefined && !matchesPath(actualPath, path)) return false;
      seen++;
      if (seen <= skip || hits >= count || random() >= probability) return false;
      hits++;
      return true;
    },
  };
}
