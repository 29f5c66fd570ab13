import { printable } from "../text/words.js";
import type { Claims } from "./shared-claims.js";

/** The dependencies besides the gateway. Tests inject their own, so that tests need not wait. */
export interface Io {
  /** Milliseconds since the epoch. */
  now(): number;
  /** A random number in the interval [0, 1). */
  random(): number;
  sleep(milliseconds: number): Promise<void>;
  /** Shows one line to the user, on the resource with this URN. */
  warn(line: string, urn?: string): void;
  progress(line: string, urn?: string): void;
  /** Receives one line for each request, if the user enabled tracing. */
  readonly trace?: ((line: string) => void) | undefined;
  /** Resolves while this process's engine is alive. Never resolves after it is gone. */
  engineAlive(): Promise<void>;
  /** The claims of other processes of the same operation. Undefined for a single process. */
  readonly claims?: Claims;
  /** Aborted when the user stops the run. All waits must then end. */
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
  readonly times: number;
  /** Milliseconds before the second read. The pause doubles before each further read. */
  readonly pause: number;
}

/** About eight seconds in total, enough for a gateway whose reads lag behind its writes. */
const enough: Looks = { times: 5, pause: 250 };

/** Repeats `look` while its result `mayChange`, at most `times` more times. Returns the last result. */
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

/** Returns true after the sleep, or false as soon as the run is canceled. */
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
