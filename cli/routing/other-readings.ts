import { defined } from "pulumi-workspace-gateway/tools";
import type { Search } from "./automaton.js";
import { knownNames, namesOfPattern } from "./names-of-pattern.js";
import { isAnswered, type Router, routeFinder, type WorkspaceSetup } from "./route.js";
import { openOrder, openSemantics } from "./semantics.js";
import type { RoutedMapping } from "./setup.js";
import { isMoved, patternWays, type Way, wayKey, waysOf } from "./ways.js";

export interface Incoming {
  readonly text: string;
  readonly isPattern: boolean;
}

/** A workspace before a change and after it. */
export interface Compared {
  readonly old: WorkspaceSetup;
  readonly now: WorkspaceSetup;
  /** All names that are known by themselves. */
  readonly names: readonly string[];
  readonly search: Search;
}

/** How much work the other readings of a workspace may take together. */
const workOfOtherReadings = 200_000;

/** The ways of names, and of patterns, under one reading of the API. */
export function waysUnder(
  reading: ReturnType<typeof openSemantics>,
  { old, now, names, search }: Compared,
): (incoming: Incoming) => Way[] {
  const [was, willBe] = [routeFinder(old, reading), routeFinder(now, reading)];
  const waysOfPattern = patternWays(was, willBe, names, search);
  return ({ text, isPattern }) =>
    isPattern ? waysOfPattern(text) : waysOf(was.find(text), willBe.find(text));
}

/** The ways to other hosts that a change opens under the other readings of the API, for names that are answered. */
export function waysOtherwise(compared: Compared): (incoming: Incoming, ways: readonly Way[]) => Way[] {
  const { old, now, names, search } = compared;
  const [keysBefore, keyAfter] = [new Set(old.mappings.map(decisionIn(old))), decisionIn(now)];
  const changed = new Set(now.mappings.flatMap((each) => (keysBefore.has(keyAfter(each)) ? [] : each.urn)));
  if (changed.size === 0) {
    return () => [];
  }
  search.left = workOfOtherReadings;
  const readings = openSemantics().others.map(({ open, semantics }) => ({
    open,
    semantics,
    ways: waysUnder({ main: semantics, others: [] }, compared),
  }));
  const { router: formerly } = routeFinder(old);
  const shortest = shortestNames(formerly, names, search);
  const isNew = (way: Way) => {
    const { before, after } = way;
    const isOpen = after?.is === "unknown" && !after.depends.includes(openOrder);
    const hosts = [old.models.ofUrn(before?.modelUrn)?.host, now.models.ofUrn(after?.modelUrn)?.host];
    const isElsewhere = hosts[0] === undefined || hosts[0] !== hosts[1];
    return isMoved(way) && isAnswered(before) && !isOpen && isElsewhere && changed.has(after?.byUrn ?? "");
  };
  const isAnsweredBefore = (name: string) => isAnswered(formerly.decide(name).end);
  return (incoming, usual) => {
    const known = new Set(usual.map(wayKey));
    const { text, isPattern } = incoming;
    const sample = isPattern ? shortest(text) : text;
    if (sample === undefined || !isAnsweredBefore(sample)) {
      return [];
    }
    return readings.flatMap(({ open, semantics, ways }) => {
      // If patterns match parts, most share names with most others, but names that nobody sends.
      const isSampled = isPattern && semantics.matchesPart;
      return (isSampled ? ways({ text: sample, isPattern: false }) : ways(incoming))
        .filter((way) => isNew(way) && !known.has(wayKey(way)))
        .flatMap(({ before, after, ...more }): Way[] => {
          const { example = isSampled ? sample : undefined } = more;
          const spelled = spellingsOf(example ?? sample).find(isAnsweredBefore);
          const end = after && { ...after, depends: [open] };
          return spelled === undefined ? [] : [defined({ before, after: end, example: example && spelled })];
        });
    });
  };
}

function spellingsOf(name: string): string[] {
  return [name, name.toLowerCase(), name.toUpperCase()];
}

/** What a mapping says and where it leads, as text. */
function decisionIn(setup: WorkspaceSetup): (mapping: RoutedMapping) => string {
  return (mapping) => JSON.stringify([mapping, setup.destinationOf(mapping)]);
}

/** Finds the shortest name that a pattern matches; undefined if it cannot be read, or all its names are known. */
function shortestNames(router: Router, names: readonly string[], search: Search) {
  const known = knownNames(names);
  const byText = new Map(router.candidates.map(({ source, pattern }) => [source, pattern]));
  return (text: string): string | undefined => {
    const start = byText.get(text)?.start(search);
    const own = start && ({ start, ranks: [0, 0], isChanged: true, ends: "" } as const);
    return own && namesOfPattern(own, [], known, search, 1).names[0];
  };
}
