import { setTimeout } from "node:timers/promises";
import type { Io } from "../../../provider/io/io.js";

/** A provider reads an index over 60 times in 600 s, so it waits more than 120 ms here. The emulator's crawl takes 40 ms. */
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
