import type { Io } from "./io.js";

interface Looks {
  /** How often it is looked again, after the first look. */
  readonly times: number;
  /** Milliseconds before the second look; each further pause is twice as long. */
  readonly pause: number;
}

/** Looks, and again for a while as long as what was seen `mayChange`; returns what was seen last. */
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
