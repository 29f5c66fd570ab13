import { printable } from "../text/printable.js";

/** What the provider asks of the world besides the gateway; injected, so that no test sleeps or guesses. */
export interface Io {
  /** Milliseconds since the epoch. */
  now(): number;
  /** At least 0, less than 1. */
  random(): number;
  sleep(milliseconds: number): Promise<void>;
  /** One line for the person who runs `pulumi`, on the resource with this URN if there is one. */
  warn(line: string, urn?: string): void;
  /** How far the work on a resource is: shown while it lasts. */
  progress(line: string, urn?: string): void;
  /** Settles while somebody waits for what this process does; never once nobody does: the process is ending then. */
  attended(): Promise<void>;
  /** Aborted when the person wants the run to stop: nothing shall wait any more. */
  readonly cancelled: AbortSignal;
}

export const systemIo: Io = {
  now: Date.now,
  random: Math.random,
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  warn: (line) => console.warn(printable(line)),
  progress: (line) => console.log(printable(line)),
  attended: async () => {},
  cancelled: new AbortController().signal,
};
