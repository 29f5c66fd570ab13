import type { Variants } from "./variants.ts";

/** The server's clock; `variants.dateSkewMs` puts it off. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** An ISO timestamp later than every one given out before, so that each write can be told from the last. */
  stamp(): string;
}

/** Makes a clock over the machine's. */
export function createClock(variants: Variants): Clock {
  let last = 0;
  return {
    now: () => Date.now() + variants.dateSkewMs,
    stamp() {
      last = Math.max(Date.now(), last + 1);
      return new Date(last + variants.dateSkewMs).toISOString();
    },
  };
}
