import { alternatives, type MappingReading, taken } from "./mapping-reading.js";
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

/** For a workspace that has these patterns, at whatever moment: each is read once. */
export function readersFor(patterns: readonly string[]): Readers {
  const known = new Map<string, Matching>();
  const reader = (open: string, reading: MappingReading): Reader => {
    const { onlyRegularExpressions, matchesPart, ignoresCase } = reading;
    const key = JSON.stringify([onlyRegularExpressions, matchesPart, ignoresCase]);
    const matching = known.get(key) ?? matchingOf(patterns, reading);
    known.set(key, matching);
    return { open, reading, matching };
  };
  return {
    main: reader("", taken),
    others: alternatives.map(({ open, reading }) => reader(open, reading)),
  };
}
