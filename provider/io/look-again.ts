import type { Io } from "./io.js";

interface Schedule {
  /** How many looks follow the first one at most. */
  readonly times: number;
  /** Milliseconds before the second look; each further pause is twice as long. */
  readonly pause: number;
}

/** Looks, and looks again as long as the result `mayChange` and looks are left. Returns the last result. */
export async function lookAgain<T>(
  io: Io,
  { times, pause }: Schedule,
  look: (again: number) => Promise<T>,
  mayChange: (seen: T) => boolean,
): Promise<T> {
  for (let again = 0; ; again++) {
    const seen = await look(again);
    if (again === times || !mayChange(seen)) {
      return seen;
    }
    await io.sleep(pause * 2 ** again);
  }
}
