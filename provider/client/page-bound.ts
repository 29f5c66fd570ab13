import { hasStatus } from "./http/errors.js";

/** The most rows of a page that a gateway takes, as far as it has shown it: the API does not say (its section "Limits"). */
export class PageBound {
  private most = Number.POSITIVE_INFINITY;

  /** So many rows, or as many as the gateway is known to take. */
  within(size: number): number {
    return Math.min(size, this.most);
  }

  /**
   * Asks for a page in ever smaller sizes while the gateway answers 400, and remembers the one that worked. If none works, the
   * size is not what it refuses: the first error says what is.
   */
  async settled<T>(wanted: number, ask: (size: number) => Promise<T>): Promise<T> {
    const first = this.within(wanted);
    let refusal: unknown;
    for (let size = first; size >= 1; size = Math.floor(size / 2)) {
      try {
        const answer = await ask(size);
        this.most = size < first ? size : this.most;
        return answer;
      } catch (error) {
        if (!mayBeTheSize(error)) {
          throw error;
        }
        refusal ??= error;
      }
    }
    throw refusal;
  }
}

/** A 400 with a remedy is about something else, such as the pinned version. */
const mayBeTheSize = (error: unknown) => hasStatus(error, 400) && error.failure.remedy === undefined;
