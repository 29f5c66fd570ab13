import { setTimeout } from "node:timers/promises";
import type { Io } from "../../../provider/io/io.js";

/** The longest wait of a provider (600 s, a read every 10 s) lasts longer than the emulator's crawl of 40 ms. */
const SLEEP_MS = 2;

/** A clock for the provider alone: each sleep takes 2 ms, in which the gateway works, and counts as its full length. */
export function shortSleeps(): Pick<Io, "now" | "sleep"> {
  let slept = 0;
  return {
    now: () => Date.now() + slept,
    sleep: async (milliseconds) => {
      slept += milliseconds;
      await setTimeout(SLEEP_MS);
    },
  };
}
