import { createRandom } from "../../gateway/faults/random.ts";

/** Chance that the same seed repeats. */
export class Chance {
  private readonly random: () => number;

  constructor(seed: number) {
    this.random = createRandom(seed);
  }

  /** A whole number from 0 to one below the limit. */
  below(limit: number): number {
    return (this.random() * 2 ** 32) % limit;
  }

  /** True two times of three. */
  isLikely(): boolean {
    return this.below(3) > 0;
  }

  one<T>(choices: readonly T[]): T {
    const chosen = this.some(choices, 1);
    if (chosen[0] === undefined) throw new Error("there is nothing to choose from");
    return chosen[0];
  }

  /** So many different ones, in any order. */
  some<T>(choices: readonly T[], count: number): T[] {
    const left = [...choices];
    return Array.from({ length: Math.min(count, left.length) }, () =>
      left.splice(this.below(left.length), 1),
    ).flat();
  }
}
