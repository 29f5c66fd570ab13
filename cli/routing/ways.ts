import { defined } from "pulumi-workspace-gateway/tools";
import {
  absentRank,
  anyName,
  type knownNames,
  namesOfPattern,
  type RankedPattern,
  type Search,
  uncertainRank,
} from "./automaton.js";
import {
  type Candidate,
  type Decision,
  type Destination,
  type Doubt,
  type End,
  isAnswered,
  type PatternRoute,
  type RouteFinder,
  type Router,
  routeFinder,
  type WorkspaceSetup,
} from "./route.js";
import { mayOverlap, openBound, openOrder, openPattern, openSemantics } from "./semantics.js";
import type { RoutedMapping } from "./setup.js";

/** Destinations before and after a change. Each is undefined if nothing matches. */
export interface Way {
  readonly before?: End;
  readonly after?: End;
  /** An example, if only some of the pattern's names go this way. */
  readonly example?: string;
  /** Whether names may already have gone to `after`, because mappings with the same priority conflicted. */
  readonly isSettled?: true;
  /** Whether this is for the names that keep their destination while other names of the pattern move. */
  readonly isRest?: true;
}

type Decided = Pick<Decision, "rivals" | "doubts" | "end">;

/**
 * If the change may cause a mapping to match the name, or to stop matching it, the destination is unknown.
 * Any of several mappings with the same priority may decide, so each pair of different destinations is a
 * separate `Way`.
 */
function waysOf(was: PatternRoute, willBe: PatternRoute): Way[] {
  const before = was.end;
  const after: End | undefined = willBe.end ?? (before && { is: "nowhere", depends: willBe.depends });
  const [first] = willBe.doubts;
  const isLost = isAnswered(before) && after?.is === "nowhere" && first === undefined;
  // If no mapping certainly matches the name, one that may match it comes first.
  const isOpen = before !== undefined && willBe.end === undefined;
  const doubt = isLost ? undefined : (newDoubt(was, willBe) ?? (isOpen ? first : undefined));
  const moves = before === undefined || doubt !== undefined ? [] : movesBetween(was, willBe);
  if (moves.length === 0) {
    return [defined({ before, after: doubt === undefined ? after : doubtfulEnd(doubt.end, doubt.open) })];
  }
  const places = placesOf(was);
  return moves.map(({ before, after: end, isNewTie }): Way => {
    const next = end && (isNewTie ? doubtfulEnd(end, openOrder) : { ...end, depends: willBe.depends });
    const isSettled = places.has(placeKey(end)) || undefined;
    return defined({
      before: before && { ...before, depends: was.depends },
      after: next ?? after,
      isSettled,
    });
  });
}

function doubtfulEnd({ by, byUrn, model }: Destination, open: string): End {
  return { is: "unknown", depends: [open], ...defined({ by, byUrn, model }) };
}

/**
 * Pairs of different destinations that are possible before and after a change. A mapping that may decide both
 * before and after the change decides in both cases or in neither. `isNewTie`: the change makes a mapping
 * conflict with other mappings of the same priority, and the mapping's destination was not possible before.
 */
function movesBetween(was: Decided, willBe: Decided) {
  const [old, now] = [endsByDecider(was), endsByDecider(willBe)];
  const places = placesOf(was);
  // Mappings with the same priority that all resolve to the same model are not a tie.
  const isTie = placesOf(willBe).size > 1;
  const moves = new Map<
    string,
    { before: Destination | undefined; after: Destination | undefined; isNewTie: boolean }
  >();
  for (const [by, after] of now) {
    const isNewTie = isTie && !old.has(by) && !places.has(placeKey(after));
    for (const [formerly, before] of old) {
      const isPossible = by === formerly || !old.has(by) || !now.has(formerly);
      const key = JSON.stringify([placeKey(before), placeKey(after), isNewTie]);
      if (isPossible && placeKey(before) !== placeKey(after) && !moves.has(key)) {
        moves.set(key, { before, after, isNewTie });
      }
    }
  }
  return [...moves.values()];
}

function endsByDecider({ rivals, end }: Decided): Map<string, Destination | undefined> {
  return new Map([end, ...rivals.map((rival) => rival.end)].map((each) => [each?.byUrn ?? "", each]));
}

/** Finds a mapping that may decide, if names would go a different way without it. */
function newDoubt(was: Decided, willBe: Decided): Doubt | undefined {
  const [old, now] = [firstDoubts(was), firstDoubts(willBe)];
  const isOther = (key: string) => {
    const ends = [old.get(key)?.end ?? was.end, now.get(key)?.end ?? willBe.end].map(placeKey);
    const without = [was.end, willBe.end].map(placeKey);
    return ends[0] !== ends[1] && (ends[0] !== without[0] || ends[1] !== without[1]);
  };
  const oldBoth = [...old.keys()].filter((key) => now.has(key));
  const newBoth = [...now.keys()].filter((key) => old.has(key));
  // A name that no mapping certainly matched before is new, whatever it resolves to now.
  const before = was.end === undefined ? [] : old.keys();
  const other = [...now.keys(), ...before].find(isOther) ?? newBoth.find((key, at) => key !== oldBoth[at]);
  return other === undefined ? undefined : (now.get(other) ?? old.get(other));
}

function firstDoubts({ doubts }: Decided): Map<string, Doubt> {
  const byKey = Map.groupBy(doubts, doubtKey);
  return new Map([...byKey].flatMap(([key, [first]]) => (first === undefined ? [] : [[key, first]])));
}

/** An unreadable pattern matches the same names before and after, whichever mapping has it. */
function doubtKey({ candidate, open }: Doubt): string {
  return open === openPattern ? `pattern ${candidate.source}` : candidate.mapping.urn;
}

function placesOf({ rivals, end }: Decided): Set<string> {
  return new Set([end, ...rivals.map((rival) => rival.end)].map(placeKey));
}

function placeKey(end: Destination | undefined): string {
  return JSON.stringify([end?.is, end?.modelUrn ?? end?.model]);
}

/** Skips known names, because each has a separate `Way`. */
function patternWays(
  was: RouteFinder,
  willBe: RouteFinder,
  { known, search }: Pick<Compared, "known" | "search">,
): (text: string) => Way[] {
  const rivalsOf = rivalsBetween(was.router, willBe.router, search);
  return (text) => {
    const [old, now] = [was.findPattern(text), willBe.findPattern(text)];
    const wholes = waysOf(old, now);
    const { changed, own, others } = rivalsOf(text);
    if (changed === undefined || own === undefined) {
      const after = changed && doubtfulEnd(changed.end, openPattern);
      return after === undefined ? wholes : [...wholes.filter(isMoved), { ...wholes[0], after }];
    }
    const whole: Way = defined({
      before: old.end,
      after: now.end ?? (old.end && ({ is: "nowhere", depends: now.depends } as const)),
    });
    const found = namesOfPattern(own, others, known, search);
    const kept: string[] = [];
    const moved = new Map<string, string>();
    for (const name of found.names) {
      const [old, now] = [was.router.decide(name), willBe.router.decide(name)];
      const doubt = newDoubt(old, now);
      const moves = movesBetween(old, now);
      const ends = moves.map((move) => [placeKey(move.before), placeKey(move.after), move.isNewTie]);
      const key = JSON.stringify([placeKey(old.end), placeKey(now.end), ends, doubt && doubtKey(doubt)]);
      if (doubt === undefined && moves.length === 0) {
        kept.push(name);
      } else if (!moved.has(key)) {
        moved.set(key, name);
      }
    }
    const ways = new Map<string, Way>();
    for (const name of moved.values()) {
      for (const way of waysOf(was.find(name), willBe.find(name))) {
        const key = wayKey(way);
        ways.set(key, ways.get(key) ?? (key === wayKey(whole) ? way : { ...way, example: name }));
      }
    }
    if (found.isCut) {
      ways.set("cut", { ...whole, after: doubtfulEnd(changed.end, openBound) });
    }
    const [stays] = kept.slice(0, 1).flatMap((name) => waysOf(was.find(name), willBe.find(name)));
    const rest = isMoved(whole) ? stays : stays || found.hasOthers ? whole : undefined;
    if (ways.size > 0) {
      const all = [...ways.values()];
      return rest && !ways.has(wayKey(whole)) ? [...all, { ...rest, isRest: true }] : all;
    }
    // No name that the pattern matches is rerouted. If each name has its own route, the pattern itself has
    // no route left.
    const end = whole.before;
    return [rest ?? (whole.before === undefined ? whole : defined({ before: end, after: end }))];
  };
}

function wayKey({ before, after }: Way): string {
  return JSON.stringify([placeKey(before), placeKey(after), after?.is === "unknown" && after.byUrn]);
}

function isMoved({ before, after }: Way): boolean {
  return placeKey(before) !== placeKey(after);
}

type Routed = Pick<Doubt, "candidate" | "end">;

type Rival = ReturnType<typeof patternsOf>[number];

/**
 * `changed`: a mapping that may newly match some of the names, or may no longer match them. `own` is
 * undefined if the pattern cannot be parsed.
 */
function rivalsBetween(was: Router, willBe: Router, search: Search) {
  const certain = patternsOf(
    [was, willBe],
    ({ candidates }) => candidates.filter(({ isPattern }) => isPattern),
    ({ source }) => source,
  );
  const uncertain = patternsOf(
    [was, willBe],
    (router) => router.uncertain.filter(({ isPattern, mapping }) => isPattern || mapping.mayTake === "any"),
    ({ mapping }) => mapping.urn,
  ).filter(({ changed }) => changed !== undefined);
  const areAtBoth = [was, willBe].every(
    (router) => router.uncertain.length > 0 || router.candidates.some(({ isPattern }) => isPattern),
  );
  const all = [...uncertain, ...certain];
  // Unless there are patterns both before and after the change, all unknown names are new or lost.
  if (!areAtBoth || all.every(({ changed }) => changed === undefined)) {
    return () => ({ changed: undefined, own: undefined, others: [] });
  }
  const byText = new Map(all.map((rival) => [rival.text, rival]));
  return (text: string) => {
    const own = byText.get(text);
    const start = own?.pattern?.start(search);
    if (own?.pattern === undefined || start === undefined) {
      const isAhead = ({ ranks }: Rival) => ranks.some((rank, at) => rank <= (own?.ranks[at] ?? 0));
      const ahead = all.find((rival) => rival.changed && rival !== own && isAhead(rival));
      return { changed: ahead?.changed, own: undefined, others: [] };
    }
    const { pattern } = own;
    const others = all.filter(
      (other) =>
        other !== own && (other.pattern ? mayOverlap(other.pattern, pattern) : other.changed !== undefined),
    );
    const followed = ({ pattern, ranks, changed, ends }: Rival): RankedPattern => {
      const itsStart = pattern?.start(search);
      const place = itsStart ? { start: itsStart, ranks } : { start: anyName, ranks: always };
      return { ...place, isChanged: changed !== undefined, ends };
    };
    const changed = [...others, own].find((rival) => rival.changed !== undefined)?.changed;
    return { changed, own: changed && followed(own), others: changed ? others.map(followed) : [] };
  };
}

const always = [uncertainRank, uncertainRank] as const;

function patternsOf(
  moments: readonly Router[],
  candidatesOf: (router: Router) => readonly Candidate[],
  keyOf: (candidate: Candidate) => string,
) {
  const groups = moments.map((router) => {
    const all = candidatesOf(router).map((candidate) => ({
      candidate,
      end: router.destinationOf(candidate),
    }));
    return Map.groupBy(all, ({ candidate }) => keyOf(candidate));
  });
  const keys = new Set(groups.flatMap((group) => [...group.keys()]));
  return [...keys].flatMap((key) => {
    const [old = [], now = []] = groups.map((group) => group.get(key) ?? []);
    const first = now[0] ?? old[0];
    if (first === undefined) {
      return [];
    }
    const { source, pattern, mapping } = first.candidate;
    const rankOf = ([each]: readonly Routed[]) => each?.candidate.rank ?? absentRank;
    const ranks = mapping.mayTake === undefined ? ([rankOf(old), rankOf(now)] as const) : always;
    const isChanged = decisionsOf(old) !== decisionsOf(now);
    const places = [old, now].map((each) =>
      each.map(({ end, candidate }) => [candidate.rank, placeKey(end)]),
    );
    return {
      text: source,
      /** Undefined if the pattern may match every name. */
      pattern: mapping.mayTake === "any" ? undefined : pattern,
      ranks,
      ends: JSON.stringify(isChanged ? [key] : [ranks, places]),
      changed: isChanged ? first : undefined,
    };
  });
}

function decisionsOf(some: readonly Routed[]): string {
  return JSON.stringify(
    some.map(({ candidate: { mapping, source, isPattern, priority }, end }) => {
      return [mapping.urn, mapping.name, mapping.mayTake, source, isPattern, priority, placeKey(end)];
    }),
  );
}

export interface Incoming {
  readonly text: string;
  readonly isPattern: boolean;
}

export interface Compared {
  readonly old: WorkspaceSetup;
  readonly now: WorkspaceSetup;
  readonly known: ReturnType<typeof knownNames>;
  readonly search: Search;
}

/** The search budget that all alternative readings of a workspace share. */
const workOfOtherReadings = 200_000;

export function waysUnder(
  reading: ReturnType<typeof openSemantics>,
  compared: Compared,
): (incoming: Incoming) => Way[] {
  const [was, willBe] = [routeFinder(compared.old, reading), routeFinder(compared.now, reading)];
  const waysOfPattern = patternWays(was, willBe, compared);
  return ({ text, isPattern }) =>
    isPattern ? waysOfPattern(text) : waysOf(was.find(text), willBe.find(text));
}

/** Covers only names that resolved to a model before and now move to a different host. */
export function waysOtherwise(compared: Compared): (incoming: Incoming, ways: readonly Way[]) => Way[] {
  const { old, now, known, search } = compared;
  const decisionIn = (setup: WorkspaceSetup) => (mapping: RoutedMapping) =>
    JSON.stringify([mapping, setup.destinationOf(mapping)]);
  const [decisions, decisionAfter] = [new Set(old.mappings.map(decisionIn(old))), decisionIn(now)];
  const changed = new Set(
    now.mappings.flatMap((each) => (decisions.has(decisionAfter(each)) ? [] : each.urn)),
  );
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
  const patterns = new Map(formerly.candidates.map(({ source, pattern }) => [source, pattern]));
  /** Shortest match of a pattern. Undefined if it cannot be parsed, or if all its names are known. */
  const shortest = (text: string): string | undefined => {
    const start = patterns.get(text)?.start(search);
    const own = start && ({ start, ranks: [0, 0], isChanged: true, ends: "" } as const);
    return own && namesOfPattern(own, [], known, search, 1).names[0];
  };
  const isNew = (way: Way) => {
    const { before, after } = way;
    const isOpen = after?.is === "unknown" && !after.depends.includes(openOrder);
    const hosts = [old.models.ofUrn(before?.modelUrn)?.host, now.models.ofUrn(after?.modelUrn)?.host];
    const isElsewhere = hosts[0] === undefined || hosts[0] !== hosts[1];
    return isMoved(way) && isAnswered(before) && !isOpen && isElsewhere && changed.has(after?.byUrn ?? "");
  };
  const isAnsweredBefore = (name: string) => isAnswered(formerly.decide(name).end);
  const spellings = (name: string) => [name, name.toLowerCase(), name.toUpperCase()];
  return (incoming, usual) => {
    const usualKeys = new Set(usual.map(wayKey));
    const { text, isPattern } = incoming;
    const sample = isPattern ? shortest(text) : text;
    if (sample === undefined || !isAnsweredBefore(sample)) {
      return [];
    }
    return readings.flatMap(({ open, semantics, ways }) => {
      // Patterns that match part of a name overlap with most other patterns, but only for names that callers
      // do not send.
      const isSampled = isPattern && semantics.matchesPart;
      return (isSampled ? ways({ text: sample, isPattern: false }) : ways(incoming))
        .filter((way) => isNew(way) && !usualKeys.has(wayKey(way)))
        .flatMap(({ before, after, ...more }): Way[] => {
          const { example = isSampled ? sample : undefined } = more;
          const spelled = spellings(example ?? sample).find(isAnsweredBefore);
          const end = after && { ...after, depends: [open] };
          return spelled === undefined ? [] : [defined({ before, after: end, example: example && spelled })];
        });
    });
  };
}
