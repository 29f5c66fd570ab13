import { printable } from "../text/words.js";
import type { Claims } from "./shared-claims.js";

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

interface Looks {
  /** How many looks follow the first. */
  readonly times: number;
  /** Milliseconds before the second look; each further pause is twice as long. */
  readonly pause: number;
}

/** Long enough for a gateway whose reads lag behind its writes: about eight seconds in all. */
const enough: Looks = { times: 5, pause: 250 };

/** Looks, and looks again while the result `mayChange`, at most `times` more. Returns the last result. */
export async function lookAgain<T>(
  io: Io,
  look: (again: number) => Promise<T>,
  mayChange: (seen: T) => boolean,
  { times, pause }: Looks = enough,
): Promise<T> {
  for (let again = 0; ; again++) {
    const seen = await look(again);
    if (again === times || !mayChange(seen)) {
      return seen;
    }
    await io.sleep(pause * 2 ** again);
  }
}

/** Sleeps and returns true. If the run is cancelled before or meanwhile, returns false at once. */
export async function rest(io: Io, milliseconds: number): Promise<boolean> {
  if (io.cancelled.aborted) {
    return false;
  }
  return new Promise((rested) => {
    const stop = () => rested(false);
    io.cancelled.addEventListener("abort", stop, { once: true });
    void io.sleep(milliseconds).then(() => {
      io.cancelled.removeEventListener("abort", stop);
      rested(true);
    });
  });
}
