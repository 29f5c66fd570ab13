import { RE2JS } from "re2js";

export interface State {
  /** Unique among the states of its automaton. */
  readonly id: number;
  readonly accepts: boolean;
  /** No name that passes through this state is accepted. */
  readonly isDead: boolean;
  /** The sets that decide the next state. Code points in the same sets have the same next state. */
  readonly reads: readonly CodePoints[];
  next(codePoint: number): State;
}

/** Accepts every name that reaches this state, however the name continues. */
export const anyName: State = {
  id: -1,
  accepts: true,
  isDead: false,
  reads: [],
  next: () => anyName,
};

export interface Search {
  /** Remaining work. It counts steps, not time, so the same input gives the same result on every machine. */
  left: number;
  readonly letters: Letters;
}

/** One search covers the patterns of one workspace. */
export function newSearch(): Search {
  return { left: 500_000, letters: new Letters() };
}

/** An instruction of a compiled RE2 program: a branch, a zero-width assertion, or a read. */
interface Instruction {
  readonly op: number;
  readonly out: number;
  readonly arg: number;
  /** Ranges of code points, or a single code point. */
  readonly runes: ArrayLike<number>;
  matchRune(codePoint: number): boolean;
}

const [alternative, alternativeMatch, capture, emptyWidth, , match, nothing, firstRead, , readAny] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
];
const isEither = (op: number) => op === alternative || op === alternativeMatch;
const isEnd = ({ op }: Instruction) => op === match;
const readsAll = ({ op }: Instruction) => op === readAny;
const passes = (op: number) => op === capture || op === nothing;

const around = { beginLine: 1, endLine: 2, beginText: 4, endText: 8, boundary: 16, noBoundary: 32 };
const [anyLine, anyWord] = [around.beginLine | around.endLine, around.boundary | around.noBoundary];

const newline = 10;
const word = [48, 57, 65, 90, 95, 95, 97, 122];
/** Stands for the code point before the start and after the end of a name. */
const edge = -1;

function isWord(codePoint: number): boolean {
  const at = word.findLastIndex((bound) => bound <= codePoint);
  return at % 2 === 0 || word[at] === codePoint;
}

/** @param isPart - accept every name that contains a match */
export function automatonOf(expression: RE2JS, isPart: boolean, search: Search): State {
  const { inst, start }: { inst: readonly Instruction[]; start: number } = expression.re2().prog;
  const conditions = inst.reduce((all, { op, arg }) => (op === emptyWidth ? all | arg : all), 0);
  const states = new Map<string, State>();

  /** `holds` is a bit set of the assertions that are true at this position. */
  function reached(from: readonly number[], holds: number): Instruction[] {
    const seen = new Set<number>();
    const open = [...from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const instruction = inst[at];
      if (instruction === undefined || seen.has(at)) {
        continue;
      }
      seen.add(at);
      const { op, out, arg } = instruction;
      if (isEither(op)) {
        open.push(out, arg);
      } else if (passes(op) || (op === emptyWidth && (arg & ~holds) === 0)) {
        open.push(out);
      }
    }
    search.left -= seen.size;
    return [...seen].flatMap((at) => inst[at] ?? []);
  }

  /** @param last - the previous code point, reduced by `kindOf` */
  function stateAfter(from: readonly number[], last: number): State {
    const key = `${last} ${from.join()}`;
    const state = states.get(key) ?? (acceptsAll(from) ? anyName : newState(from, last, states.size));
    states.set(key, state);
    return state;
  }

  /** Whether the automaton accepts here and also loops on any code point, like `.*` at the end. */
  function acceptsAll(from: readonly number[]): boolean {
    const here = reached(from, 0);
    return (
      here.some(isEnd) &&
      here.filter(readsAll).some((each) => {
        const next = reached([each.out], 0);
        return next.includes(each) && next.some(isEnd);
      })
    );
  }

  function newState(from: readonly number[], last: number, id: number): State {
    const reads = readsOf(reached(from, ~0));
    const known = new Map<number, State>();
    const compute = (codePoint: number): State => {
      const here = reached(from, holdingBetween(last, codePoint));
      if (isPart && here.some(isEnd)) {
        return anyName;
      }
      const read = here.filter((each) => each.op >= firstRead && each.matchRune(codePoint));
      const outs = new Set([...read.map(({ out }) => out), ...(isPart ? [start] : [])]);
      return stateAfter(
        [...outs].toSorted((a, b) => a - b),
        kindOf(codePoint),
      );
    };
    return {
      id,
      accepts: reached(from, holdingBetween(last, edge)).some(isEnd),
      isDead: from.length === 0,
      reads,
      next: (codePoint) => {
        const next = known.get(codePoint) ?? compute(codePoint);
        known.set(codePoint, next);
        return next;
      },
    };
  }

  /** Reduces a code point to a representative, because later assertions need only its kind. */
  function kindOf(codePoint: number): number {
    const isLine = codePoint === newline && (conditions & anyLine) !== 0;
    return isLine ? newline : isWord(codePoint) && (conditions & anyWord) !== 0 ? 97 : 0;
  }

  function readsOf(instructions: readonly Instruction[]): CodePoints[] {
    const ranges = [
      ...instructions.filter(({ op }) => op >= firstRead).map(rangesOf),
      ...((conditions & anyLine) === 0 ? [] : [[newline, newline]]),
      ...((conditions & anyWord) === 0 ? [] : [word]),
    ];
    return [...new Set(ranges.map((each) => search.letters.set(each)))];
  }

  return stateAfter([start], edge);
}

function holdingBetween(last: number, next: number): number {
  return (
    (last === edge ? around.beginText | around.beginLine : last === newline ? around.beginLine : 0) |
    (next === edge ? around.endText | around.endLine : next === newline ? around.endLine : 0) |
    (isWord(last) === isWord(next) ? around.noBoundary : around.boundary)
  );
}

function rangesOf({ runes, arg }: Instruction): number[] {
  const ranges = Array.from(runes);
  const [only] = ranges;
  return only === undefined || ranges.length > 1 ? ranges : arg === 0 ? [only, only] : spellingsOf(only);
}

/** Case variants of a code point. */
function spellingsOf(codePoint: number): number[] {
  const either = RE2JS.compile(`(?i)[\\x{${codePoint.toString(16)}}\\x{${greatest.toString(16)}}]`);
  const program: { inst: readonly Instruction[] } = either.re2().prog;
  return program.inst.flatMap(({ runes }) => Array.from(runes)).filter((rune) => rune < greatest);
}

/** Interned by `Letters`: equal sets are the same object. */
interface CodePoints {
  readonly id: number;
  /** First and last code point of each range, in order. */
  readonly ranges: readonly number[];
}

const greatest = 0x10_ff_ff;

/** Preferred in examples, because they are easy to read. */
const preferred = [..."a1-x/ A"].map((letter) => letter.codePointAt(0) ?? 0);
/** Code points that are not valid characters. */
const surrogates = [0xd8_00, 0xdf_ff] as const;

class Letters {
  readonly #sets = new Map<string, CodePoints>();
  readonly #chosen = new Map<string, readonly number[]>();

  /** @param ranges - first and last code point of each range, in order */
  set(ranges: readonly number[]): CodePoints {
    const key = ranges.join();
    const set = this.#sets.get(key) ?? { id: this.#sets.size, ranges };
    this.#sets.set(key, set);
    return set;
  }

  /** Returns one code point for each group of code points that are in exactly the same sets. */
  standingFor(sets: Iterable<CodePoints>): readonly number[] {
    const distinct = [...new Set(sets)].toSorted((a, b) => a.id - b.id);
    const key = distinct.map(({ id }) => id).join();
    const letters = this.#chosen.get(key) ?? chosenFrom(distinct);
    this.#chosen.set(key, letters);
    return letters;
  }
}

function chosenFrom(sets: readonly CodePoints[]): number[] {
  // Maps each bound to the sets that begin or end there.
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

export interface RankedPattern {
  readonly start: State;
  /** Positions in the order of evaluation. The match with the lowest rank decides. */
  readonly ranks: readonly [before: number, after: number];
  /** Whether the pattern decides differently after the change. */
  readonly isChanged: boolean;
  /** Equal for patterns with the same ranks and destinations. The search follows only one of them. */
  readonly ends: string;
}

/** Rank of a pattern that has no mapping at that moment. */
export const absentRank = Number.POSITIVE_INFINITY;

/** Rank of a pattern that may come before all others, or may not apply at all. */
export const uncertainRank = -1;

/** Names that have their own routes. The search for examples of a pattern skips them. */
export function knownNames(names: readonly string[]) {
  const all = new Set(names);
  let next: ReadonlyMap<string, ReadonlySet<number>> | undefined;
  return {
    has: (name: string) => all.has(name),
    /** Code points that follow `beginning` in known names. Undefined if no known name begins with it. */
    after: (beginning: string) => {
      next ??= lettersAfter(names);
      return next.get(beginning);
    },
  };
}

function lettersAfter(names: readonly string[]): Map<string, Set<number>> {
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
  return next;
}

interface PatternState {
  readonly pattern: RankedPattern;
  readonly state: State;
}

/**
 * Searches the product of the automata, shortest names first. Among the unknown names that a changed pattern
 * may move, it finds one for each set of deciding patterns. `hasOthers`: the pattern also matches names that
 * no change can move. `isCut`: the budget was used up, so names may be missing.
 *
 * @param most - stop after this many names
 */
export function namesOfPattern(
  pattern: RankedPattern,
  others: readonly RankedPattern[],
  known: ReturnType<typeof knownNames>,
  search: Search,
  most = Number.POSITIVE_INFINITY,
) {
  const names: string[] = [];
  const seen = new Set<string>();
  const open: { state: State; beside: readonly PatternState[]; name: string }[] = [];
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

/** Patterns that may still match and that no other pattern certainly overrides. */
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
