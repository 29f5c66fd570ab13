import type { Variants } from "./variants.ts";

/** The server's clock; `variants.dateSkewMs` puts it off. */
export interface Clock {
  /** Milliseconds since the epoch; never before a timestamp that was given out. */
  now(): number;
  /** An ISO timestamp later than every one given out before, so that each write can be told from the last. */
  stamp(): string;
}

/** Makes a clock over the machine's. */
export function createClock(variants: Variants): Clock {
  let last = 0;
  return {
    now: () => Math.max(Date.now(), last) + variants.dateSkewMs,
    stamp() {
      last = Math.max(Date.now(), last + 1);
      return new Date(last + variants.dateSkewMs).toISOString();
    },
  };
}
