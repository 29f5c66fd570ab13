import type { Io } from "./io.js";

interface Looks {
  /** How often it is looked again, after the first look. */
  readonly times: number;
  /** Milliseconds before the second look; each further pause is twice as long. */
  readonly pause: number;
}

/** Looks, and looks again while the result `mayChange`, at most `times` more. Returns the last result. */
export async function lookAgain<T>(
  io: Io,
  { times, pause }: Looks,
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
