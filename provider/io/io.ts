import { printable } from "../text/printable.js";
import type { Claims } from "./claims.js";

/** What the provider needs besides the gateway. It is injected, so that no test sleeps or guesses. */
export interface Io {
  /** Milliseconds since the epoch. */
  now(): number;
  /** At least 0, less than 1. */
  random(): number;
  sleep(milliseconds: number): Promise<void>;
  /** One line for the person who runs `pulumi`, on the resource with this URN if there is one. */
  warn(line: string, urn?: string): void;
  /** Shows how far the work on a resource is, while it lasts. */
  progress(line: string, urn?: string): void;
  /** One line for each request that leaves, for who has asked to see them. */
  readonly trace?: ((line: string) => void) | undefined;
  /** Resolves while the engine that started this process is alive. After that it never resolves: the process is ending. */
  engineAlive(): Promise<void>;
  /** What other processes of the same operation hold; undefined for a process that is alone. */
  readonly claims?: Claims;
  /** Aborted when the user wants the run to stop: from then on, nothing shall wait. */
  readonly cancelled: AbortSignal;
}

export const systemIo: Io = {
  now: Date.now,
  random: Math.random,
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  warn: (line) => console.warn(printable(line)),
  progress: (line) => console.log(printable(line)),
  engineAlive: async () => {},
  cancelled: new AbortController().signal,
};
