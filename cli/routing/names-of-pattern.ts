import { anyName, type Search, type State } from "./automaton.js";

/** A pattern that is followed together with others, through the names that it matches. */
export interface RankedPattern {
  readonly start: State;
  /** Its place among the mappings that are tried, at both moments: the lowest that matches decides. */
  readonly ranks: readonly [before: number, after: number];
  /** Whether it decides otherwise at another moment. */
  readonly isChanged: boolean;
  /** The same for patterns of the same ranks that lead to the same ends: one of them says as much as all. */
  readonly ends: string;
}

/** The rank at a moment at which no mapping has the pattern. */
export const absentRank = Number.POSITIVE_INFINITY;

/** The rank of a pattern that may decide before all others, or may not count at all. */
export const uncertainRank = -1;

/** Names that are known by themselves, and that no pattern has to stand for. */
export interface KnownNames {
  has(name: string): boolean;
  /** The code points by which known names go on after a text; undefined if none begins with it. */
  after(beginning: string): ReadonlySet<number> | undefined;
}

export function knownNames(names: readonly string[]): KnownNames {
  const next = new Map<string, Set<number>>();
  for (const name of names) {
    let beginning = "";
    for (const letter of name) {
      const letters = next.get(beginning) ?? new Set();
      next.set(beginning, letters.add(letter.codePointAt(0) ?? 0));
      beginning += letter;
    }
    next.set(name, next.get(name) ?? new Set());
  }
  const all = new Set(names);
  return { has: (name) => all.has(name), after: (beginning) => next.get(beginning) };
}

/** Names of a pattern. */
interface NamesOfPattern {
  /**
   * For each of the pattern's names that a changed pattern may move, one that the same patterns decide; the shortest
   * first, none of them known.
   */
  readonly names: readonly string[];
  /** Whether it has other names, which no change can move. */
  readonly hasOthers: boolean;
  /** The budget did not suffice, so that names may be missing. */
  readonly isCut: boolean;
}

/** A pattern after the beginning of a name. */
interface PatternState {
  readonly pattern: RankedPattern;
  readonly state: State;
}

/**
 * Searches the product of the automata, the shortest names first.
 *
 * @param most - how many names are enough
 */
export function namesOfPattern(
  pattern: RankedPattern,
  others: readonly RankedPattern[],
  known: KnownNames,
  search: Search,
  most = Number.POSITIVE_INFINITY,
): NamesOfPattern {
  const names: string[] = [];
  const seen = new Set<string>();
  const open: { readonly state: State; readonly beside: readonly PatternState[]; readonly name: string }[] =
    [];
  const places = new Map(others.map((other, at) => [other, at]));
  let hasOthers = false;
  let isCut = false;

  function arrive(state: State, reached: readonly PatternState[], name: string): void {
    if (state.isDead) {
      return;
    }
    const deciding = decidingOf(pattern, [{ pattern, state }, ...reached]);
    const beside = deciding.filter((follower) => follower.pattern !== pattern);
    const key = [
      ...[known.after(name) && name, state.id],
      ...beside.flatMap(({ pattern, state }) => [
        state === anyName ? pattern.ends : places.get(pattern),
        state.id,
      ]),
    ].join();
    if (seen.has(key)) {
      return;
    }
    seen.add(key);
    if (state.accepts && !known.has(name)) {
      names.push(name);
    }
    if (deciding.some((follower) => follower.pattern.isChanged)) {
      open.push({ state, beside, name });
    } else {
      hasOthers = true;
    }
  }

  arrive(
    pattern.start,
    others.map((other) => ({ pattern: other, state: other.start })),
    "",
  );
  for (const { state, beside, name } of open) {
    if (search.left <= 0 || names.length >= most) {
      isCut = true;
      break;
    }
    const reads = [state, ...beside.map((each) => each.state)].flatMap((each) => each.reads);
    const goingOn = [...(known.after(name) ?? [])].map((letter) => search.letters.set([letter, letter]));
    for (const letter of search.letters.standingFor([...reads, ...goingOn])) {
      search.left -= 1 + beside.length;
      arrive(
        state.next(letter),
        beside.map((each) => ({ pattern: each.pattern, state: each.state.next(letter) })),
        name + String.fromCodePoint(letter),
      );
    }
  }
  return { names, hasOthers, isCut };
}

/** Those that may decide about names of a pattern: they may still match, and no other one certainly decides instead. */
function decidingOf(own: RankedPattern, followers: readonly PatternState[]): PatternState[] {
  const alive = followers.filter(({ state }) => !state.isDead);
  const certain = alive.filter(
    ({ pattern, state }) => !pattern.ranks.includes(uncertainRank) && (pattern === own || state === anyName),
  );
  const [before, after] = [0, 1].map((at) =>
    Math.min(...certain.map(({ pattern }) => pattern.ranks[at] ?? absentRank), Number.MAX_VALUE),
  );
  const firstOf = new Map(certain.toReversed().map(({ pattern }) => [pattern.ends, pattern]));
  return alive.filter(({ pattern }) => {
    const { ranks, ends } = pattern;
    const isFirst = ranks[0] <= (before ?? 0) || ranks[1] <= (after ?? 0);
    return isFirst && (firstOf.get(ends) ?? pattern) === pattern;
  });
}
