import { type Alternative, alternatives, type MappingReading, taken } from "./mapping-reading.js";
import { type Matching, matchingOf } from "./matching.js";

/** A reading of the API, and what the patterns of a workspace take under it. */
export interface Reader {
  /** What is open if a result depends on this reading. */
  readonly open: string;
  readonly reading: MappingReading;
  readonly matching: Matching;
}

/** The reading that is taken, and the others. */
export interface Readers {
  readonly main: Reader;
  readonly others: readonly Reader[];
}

/**
 * For a workspace that has these patterns, at whatever moment: each is read once. What somebody knows of the gateway is `assumed`, and
 * no longer open.
 */
export function readersFor(
  patterns: readonly string[],
  assumed: Readonly<Partial<MappingReading>> = {},
): Readers {
  const known = new Map<string, Matching>();
  const reader = (open: string, reading: MappingReading): Reader => {
    const { onlyRegularExpressions, matchesPart, ignoresCase } = reading;
    const key = JSON.stringify([onlyRegularExpressions, matchesPart, ignoresCase]);
    const matching = known.get(key) ?? matchingOf(patterns, reading);
    known.set(key, matching);
    return { open, reading, matching };
  };
  const main = { ...taken, ...assumed };
  const open = alternatives.filter((each) => isOpen(each, assumed));
  return {
    main: reader("", main),
    others: open.map(({ open, difference }) => reader(open, { ...main, ...difference })),
  };
}

/** Whether a reading differs from the one that is taken in nothing that is known. */
function isOpen({ difference }: Alternative, assumed: Readonly<Partial<MappingReading>>): boolean {
  return !Object.keys(difference).some((rule) => rule in assumed);
}
