import type { MappingReading } from "./mapping-reading.js";
import { fold } from "./mapping-reading.js";
import type { Matching } from "./matching.js";
import type { Pattern } from "./pattern.js";
import type { Reader } from "./readers.js";
import type { RoutedMapping } from "./setup.js";

/** A mapping that counts, at its place in the order in which mappings are tried. */
export interface Ranked {
  readonly mapping: RoutedMapping;
  readonly source: string;
  readonly priority: number;
  readonly isPattern: boolean;
  /** Undefined for an exact name, and for a pattern that cannot be followed. */
  readonly pattern: Pattern | undefined;
  readonly at: number;
}

/** The mappings of one workspace in the order in which one reading tries them. */
export interface Order {
  /** All that take a name; the first decides. */
  takersOf(name: string): readonly Ranked[];
  /**
   * All that take every name which a pattern takes, as far as that is certain; the first decides. For a pattern
   * that cannot be followed, the mappings that have it.
   */
  coverersOf(pattern: string): readonly Ranked[];
  readonly all: readonly Ranked[];
  /** The same with those that do not count. */
  readonly tried: readonly RoutedMapping[];
  readonly patterns: readonly Ranked[];
  /** Those patterns that cannot be followed. */
  readonly riddles: readonly Ranked[];
}

export function orderOf(mappings: readonly RoutedMapping[], { reading, matching }: Reader): Order {
  const tried = inTriedOrder(mappings, reading);
  const ranked = rank(tried, reading, matching);
  const patterns = ranked.filter(({ isPattern }) => isPattern);
  const byText = Map.groupBy(patterns, ({ source }) => source);
  const exact = Map.groupBy(
    ranked.filter(({ isPattern }) => !isPattern),
    ({ source }) => fold(source, reading),
  );
  const having = ({ text }: Pattern) => byText.get(text) ?? [];
  const inOrder = (some: readonly Ranked[]) => some.toSorted((a, b) => a.at - b.at);
  return {
    all: ranked,
    tried,
    patterns,
    riddles: patterns.filter(({ pattern }) => pattern === undefined),
    takersOf: (name) =>
      inOrder([...(exact.get(fold(name, reading)) ?? []), ...matching.takersOf(name).flatMap(having)]),
    coverersOf: (text) =>
      matching.patternOf(text) === undefined
        ? (byText.get(text) ?? [])
        : inOrder(matching.coverersOf(text).flatMap(having)),
  };
}

/** The others of the first one's rank: which of them comes first is open. */
export function rivalsIn([first, ...others]: readonly Ranked[]): Ranked[] {
  return others.filter(
    ({ isPattern, priority }) => isPattern === first?.isPattern && priority === first.priority,
  );
}

/** Whether a mapping counts at all. */
export function counts(mapping: RoutedMapping, { countsSilent }: MappingReading): boolean {
  return mapping.sourceName !== undefined && (mapping.enabled ?? countsSilent);
}

function rank(tried: readonly RoutedMapping[], reading: MappingReading, matching: Matching): Ranked[] {
  return tried
    .filter((mapping) => counts(mapping, reading))
    .map((mapping) => {
      const { sourceName: source = "", isPattern = false, priority = reading.silentPriority } = mapping;
      const pattern = isPattern ? matching.patternOf(source) : undefined;
      return { mapping, source, isPattern, priority, pattern };
    })
    .map((each, at) => ({ ...each, at }));
}

type Keys = readonly (number | string)[];

/** The mappings in the order in which a reading tries them, those that do not count among them. */
export function inTriedOrder(mappings: readonly RoutedMapping[], reading: MappingReading): RoutedMapping[] {
  return mappings.toSorted((a, b) => compareKeys(keysOf(a, reading), keysOf(b, reading)));
}

function keysOf(mapping: RoutedMapping, { exact, silentPriority }: MappingReading): Keys {
  const { name, urn, isPattern = false, priority = silentPriority } = mapping;
  const early = isPattern === (exact === "after-patterns-of-its-priority") ? 0 : 1;
  const rank = exact === "before-patterns" ? [early, priority] : [priority, early];
  return [...rank, name, urn];
}

/** Which of two comes first: the first key that differs decides. */
export function compareKeys(a: Keys, b: Keys): number {
  const at = a.findIndex((key, index) => key !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1;
}
