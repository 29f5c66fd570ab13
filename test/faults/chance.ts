import { createRandom } from "../gateway/faults/random.ts";

export class Chance {
  private readonly random: () => number;

  constructor(seed: number) {
    this.random = createRandom(seed);
  }

  /** A whole number from 0 to one below the limit. */
  below(limit: number): number {
    return (this.random() * 2 ** 32) % limit;
  }
}
