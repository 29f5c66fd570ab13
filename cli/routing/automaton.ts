import { RE2JS } from "re2js";
import { type CodePoints, greatest, Letters } from "./letters.js";

/** The state of an automaton after the beginning of a name. */
export interface State {
  /** Differs from the ids of all other states of its automaton. */
  readonly id: number;
  /** Whether the automaton accepts a name that ends here. */
  readonly accepts: boolean;
  /** Whether it accepts no name that goes on here. */
  readonly isDead: boolean;
  /** The sets that decide which state is next: code points that are in the same of them lead to the same one. */
  readonly reads: readonly CodePoints[];
  next(codePoint: number): State;
}

/** Accepts every name, also of those that go on here. */
export const anyName: State = {
  id: -1,
  accepts: true,
  isDead: false,
  reads: [],
  next: () => anyName,
};

/** What the automata that are followed together share. */
export interface Search {
  /** How much work is left. As this is no time, the same input has the same result on every machine. */
  left: number;
  readonly letters: Letters;
}

/** A search through the patterns of one workspace, with the work that it may take. */
export function newSearch(): Search {
  return { left: 500_000, letters: new Letters() };
}

/** An instruction of a program of RE2: it tries both ways, looks at what is around it, or reads a code point. */
interface Instruction {
  readonly op: number;
  readonly out: number;
  readonly arg: number;
  /** Ranges of code points, or one of them alone. */
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

/** What an instruction of empty width asks for. */
const around = { beginLine: 1, endLine: 2, beginText: 4, endText: 8, boundary: 16, noBoundary: 32 };
const [anyLine, anyWord] = [around.beginLine | around.endLine, around.boundary | around.noBoundary];

const newline = 10;
const word = [48, 57, 65, 90, 95, 95, 97, 122];
/** Before the first and after the last code point of a name. */
const edge = -1;

function isWord(codePoint: number): boolean {
  const at = word.findLastIndex((bound) => bound <= codePoint);
  return at % 2 === 0 || word[at] === codePoint;
}

/**
 * The automaton of a regular expression, at its start. Its states are made when they are reached.
 *
 * @param isPart - whether it accepts every name that has a match in it
 */
export function automatonOf(expression: RE2JS, isPart: boolean, search: Search): State {
  const { inst, start }: { inst: readonly Instruction[]; start: number } = expression.re2().prog;
  const asked = inst.reduce((all, { op, arg }) => (op === emptyWidth ? all | arg : all), 0);
  const states = new Map<string, State>();

  /** All instructions that are reached without reading. `holds` has what is true of the place. */
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

  /** @param last - the code point before, as far as it counts */
  function stateAfter(from: readonly number[], last: number): State {
    const key = `${last} ${from.join()}`;
    const state = states.get(key) ?? (acceptsAll(from) ? anyName : newState(from, last, states.size));
    states.set(key, state);
    return state;
  }

  /** Whether it accepts what ends here, and an instruction reads any code point and comes to itself and the end again. */
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
      const outs = read.map(({ out }) => out);
      return stateAfter(
        [...new Set(isPart ? [...outs, start] : outs)].toSorted(ascending),
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

  /** What of a code point matters to what follows: a representative of its kind. */
  function kindOf(codePoint: number): number {
    const isLine = codePoint === newline && (asked & anyLine) !== 0;
    return isLine ? newline : isWord(codePoint) && (asked & anyWord) !== 0 ? 97 : 0;
  }

  function readsOf(instructions: readonly Instruction[]): CodePoints[] {
    const ranges = [
      ...instructions.filter(({ op }) => op >= firstRead).map(rangesOf),
      ...((asked & anyLine) === 0 ? [] : [[newline, newline]]),
      ...((asked & anyWord) === 0 ? [] : [word]),
    ];
    return [...new Set(ranges.map((each) => search.letters.set(each)))];
  }

  return stateAfter([start], edge);
}

function ascending(a: number, b: number): number {
  return a - b;
}

/** What is true between two code points. */
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

/** The ranges of all code points that differ from this one in case alone. */
function spellingsOf(codePoint: number): number[] {
  const either = RE2JS.compile(`(?i)[\\x{${codePoint.toString(16)}}\\x{${greatest.toString(16)}}]`);
  const program: { inst: readonly Instruction[] } = either.re2().prog;
  return program.inst.flatMap(({ runes }) => Array.from(runes)).filter((rune) => rune < greatest);
}
