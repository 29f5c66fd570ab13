/** Chance that the same seed repeats (mulberry32). */
export class Chance {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  /** A whole number from 0 to one below the limit. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
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
