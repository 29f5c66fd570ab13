import type { MappingReading } from "./mapping-reading.js";
import { fold } from "./mapping-reading.js";
import { type Pattern, readPattern } from "./pattern.js";

/** What a number of patterns take, under one reading. */
export interface Matching {
  /** Undefined for a pattern that cannot be followed. */
  patternOf(text: string): Pattern | undefined;
  /** The patterns that take a name. */
  takersOf(name: string): readonly Pattern[];
  /** The patterns that take every name that this one takes, as far as that is certain: itself is one of them. */
  coverersOf(text: string): readonly Pattern[];
}

export function matchingOf(texts: readonly string[], reading: MappingReading): Matching {
  const patterns = new Map(texts.map((text) => [text, readPattern(text, reading)]));
  const readable = [...patterns.values()].filter((pattern) => pattern !== undefined);
  // A name is asked only of the patterns that begin as it begins.
  const beginnings = Map.groupBy(readable, ({ prefix }) => prefix);
  const lengths = new Set([...beginnings.keys()].map(({ length }) => length));
  const takersOf = lastKept((name: string) => {
    const folded = fold(name, reading);
    const takers: Pattern[] = [];
    const possible = [...lengths].filter((length) => length <= folded.length);
    for (const length of possible) {
      for (const pattern of beginnings.get(folded.slice(0, length)) ?? []) {
        if (pattern.takes(folded)) {
          takers.push(pattern);
        }
      }
    }
    return takers;
  });
  return {
    patternOf: (text) => patterns.get(text),
    takersOf,
    coverersOf: lastKept((text) => {
      const asked = patterns.get(text);
      const open = asked ? takersOf(asked.prefix).filter((each) => each.isOpen && each !== asked) : [];
      return asked ? [asked, ...open] : [];
    }),
  };
}

/** Many readings ask for the same, one after the other. */
function lastKept<T>(answerTo: (text: string) => T): (text: string) => T {
  let last: { readonly text: string; readonly answer: T } | undefined;
  return (text) => {
    last = last?.text === text ? last : { text, answer: answerTo(text) };
    return last.answer;
  };
}
