import { randomUUID } from "node:crypto";
import type { Variants } from "./variants.ts";

export type Clock = ReturnType<typeof createClock>;

/** Makes the server's clock over the machine's; `variants.dateSkewMs` puts it off. */
export function createClock(variants: Variants) {
  let last = 0;
  return {
    /** Milliseconds since the epoch; never before a timestamp that was given out. */
    now: () => Math.max(Date.now(), last) + variants.dateSkewMs,
    /** An ISO timestamp later than every one given out before, so that each write can be told from the last. */
    stamp() {
      last = Math.max(Date.now(), last + 1);
      return new Date(last + variants.dateSkewMs).toISOString();
    },
  };
}

/** A fresh id in the style that the variants ask for. */
export function newId(variants: Variants): string {
  const id = randomUUID();
  return variants.ids === "odd" ? `ü/${id.slice(0, 8)} %2F?a=b#c&d+${id.slice(9)}` : id;
}
