import { randomUUID } from "node:crypto";
import type { Variants } from "./variants.ts";

export type Clock = ReturnType<typeof createClock>;

/** Creates the server's clock from the machine's, offset by `variants.dateSkewMs`. */
export function createClock(variants: Variants) {
  let last = 0;
  return {
    /** Milliseconds since the epoch. Never earlier than a timestamp that was already issued. */
    now: () => Math.max(Date.now(), last) + variants.dateSkewMs,
    /** Returns an ISO timestamp later than all earlier ones, so that each write has a distinct time. */
    stamp() {
      last = Math.max(Date.now(), last + 1);
      return new Date(last + variants.dateSkewMs).toISOString();
    },
  };
}

/** Returns a new id in the style that the variants specify. */
export function newId(variants: Variants): string {
  const id = randomUUID();
  return variants.ids === "odd" ? `ü/${id.slice(0, 8)} %2F?a=b#c&d+${id.slice(9)}` : id;
}
