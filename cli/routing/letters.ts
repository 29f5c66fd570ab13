/** A set of code points that is the same object wherever it is read. */
export interface CodePoints {
  readonly id: number;
  /** The first and the last code point of each range, in order. */
  readonly ranges: readonly number[];
}

/** The greatest code point. */
export const greatest = 0x10_ff_ff;

/** Those that people read easily come first. */
const preferred = [..."a1-x/ A"].map((letter) => letter.codePointAt(0) ?? 0);
/** No text has them by themselves. */
const surrogates = [0xd8_00, 0xdf_ff] as const;

/** Chooses letters that stand for all others. */
export class Letters {
  readonly #sets = new Map<string, CodePoints>();
  readonly #chosen = new Map<string, readonly number[]>();

  /** @param ranges - the first and the last code point of each, in order */
  set(ranges: readonly number[]): CodePoints {
    const key = ranges.join();
    const set = this.#sets.get(key) ?? { id: this.#sets.size, ranges };
    this.#sets.set(key, set);
    return set;
  }

  /** Returns a code point for each combination of sets that have one in common which the others lack. */
  standingFor(sets: Iterable<CodePoints>): readonly number[] {
    const distinct = [...new Set(sets)].toSorted((a, b) => a.id - b.id);
    const key = distinct.map(({ id }) => id).join();
    const letters = this.#chosen.get(key) ?? chosenFrom(distinct);
    this.#chosen.set(key, letters);
    return letters;
  }
}

function chosenFrom(sets: readonly CodePoints[]): number[] {
  // At each bound, the sets that begin or end there.
  const changes = new Map<number, number[]>([0, ...preferred].map((bound) => [bound, []]));
  for (const { id, ranges } of [...sets, { id: -1, ranges: surrogates }]) {
    for (const [at, codePoint] of ranges.entries()) {
      const bound = codePoint + (at % 2);
      changes.set(bound, [...(changes.get(bound) ?? []), id]);
    }
  }
  const inside = new Set<number>();
  const chosen = new Map<string, number>();
  for (const [bound, ids] of [...changes].toSorted(([a], [b]) => a - b)) {
    for (const id of ids) {
      if (!inside.delete(id)) inside.add(id);
    }
    const key = [...inside].toSorted((a, b) => a - b).join();
    if (bound <= greatest && !inside.has(-1)) {
      chosen.set(key, nicer(bound, chosen.get(key)));
    }
  }
  return [...chosen.values()];
}

function nicer(letter: number, other: number | undefined): number {
  const [one, two] = [letter, other ?? -1].map((each) => preferred.indexOf(each));
  return other === undefined || (one !== -1 && (two === -1 || (one ?? 0) < (two ?? 0))) ? letter : other;
}
