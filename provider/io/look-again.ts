import type { Io } from "./io.js";

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
