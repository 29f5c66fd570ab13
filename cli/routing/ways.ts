import { defined } from "pulumi-workspace-gateway/tools";
import { anyName, type Search } from "./automaton.js";
import {
  absentRank,
  type KnownNames,
  knownNames,
  namesOfPattern,
  type RankedPattern,
  uncertainRank,
} from "./names-of-pattern.js";
import { mayOverlap, type Pattern } from "./patterns.js";
import {
  type Candidate,
  type Decision,
  type Destination,
  type Doubt,
  type End,
  type FoundRoute,
  isAnswered,
  isSamePlace,
  type RouteFinder,
  type Router,
} from "./route.js";
import { openBound, openPattern } from "./semantics.js";

/** Where names go before a change, and after it. Undefined if nothing matches them at that moment. */
export interface Way {
  readonly before?: End;
  readonly after?: End;
  /** One of the names that go this way, if not all of the pattern do. */
  readonly example?: string;
  /** The names of a pattern that stay, while others of it do not. */
  readonly isRest?: true;
}

/** The way of one name. If a mapping may newly take it, or no longer, it is not known where the name goes. */
export function wayOf(was: FoundRoute, willBe: FoundRoute): Way {
  const before = was.end;
  const after: End | undefined = willBe.end ?? (before && { is: "nowhere", depends: willBe.depends });
  const [first] = willBe.doubts;
  const isLost = isAnswered(before) && after?.is === "nowhere" && first === undefined;
  // Without a mapping that certainly takes the name, one that may take it comes first.
  const isOpen = before !== undefined && willBe.end === undefined;
  const doubt = isLost ? undefined : (newDoubt(was, willBe) ?? (isOpen ? first : undefined));
  return defined({ before, after: doubt === undefined ? after : doubtfulEnd(doubt) });
}

/** The end of names of which it is not known whether a mapping takes them. */
function doubtfulEnd({ candidate, open, end: { model } }: Doubt): End {
  const { name, urn } = candidate.mapping;
  return { is: "unknown", by: name, byUrn: urn, depends: [open], ...defined({ model }) };
}

type Decided = Pick<Decision, "doubts" | "end">;

/** A mapping of which it is not known whether it decides, and by which names then go another way than without it. */
function newDoubt(was: Decided, willBe: Decided): Doubt | undefined {
  const [old, now] = [firstDoubts(was), firstDoubts(willBe)];
  const isOther = (key: string) => {
    const ends = [old.get(key)?.end ?? was.end, now.get(key)?.end ?? willBe.end].map(placeKey);
    const without = [was.end, willBe.end].map(placeKey);
    return ends[0] !== ends[1] && (ends[0] !== without[0] || ends[1] !== without[1]);
  };
  const [oldBoth, newBoth] = [
    [...old.keys()].filter((key) => now.has(key)),
    [...now.keys()].filter((key) => old.has(key)),
  ];
  // What nothing certainly matched before is new, wherever it goes then.
  const before = was.end === undefined ? [] : old.keys();
  const other = [...now.keys(), ...before].find(isOther) ?? newBoth.find((key, at) => key !== oldBoth[at]);
  return other === undefined ? undefined : (now.get(other) ?? old.get(other));
}

/** The first of each pattern or mapping, in their order. */
function firstDoubts({ doubts }: Decided): Map<string, Doubt> {
  const first = new Map<string, Doubt>();
  for (const doubt of doubts) {
    const key = doubtKey(doubt);
    first.set(key, first.get(key) ?? doubt);
  }
  return first;
}

/** A pattern that cannot be read matches the same names at both moments, whichever mapping has it. */
function doubtKey({ candidate, open }: Doubt): string {
  return open === openPattern ? `pattern ${candidate.source}` : candidate.mapping.urn;
}

function placeKey(end: Destination | undefined): string {
  return JSON.stringify([end?.is, end?.modelUrn ?? end?.model]);
}

/**
 * Returns the ways of the names of a pattern. Names that are known by themselves have their own.
 *
 * @param names - those that are known
 */
export function patternWays(
  was: RouteFinder,
  willBe: RouteFinder,
  names: readonly string[],
  search: Search,
): (text: string) => Way[] {
  const rivalsOf = rivalsBetween(was.router, willBe.router, search);
  let known: KnownNames | undefined;
  return (text) => {
    const whole = wholeWay(text, was, willBe);
    const { changed, own, others } = rivalsOf(text);
    if (changed === undefined) {
      return [whole];
    }
    if (own === undefined) {
      const isMoved = !isSamePlace(whole.before, whole.after);
      return [isMoved ? whole : { ...whole, after: doubtfulEnd({ ...changed, open: openPattern }) }];
    }
    known ??= knownNames(names);
    const found = namesOfPattern(own, others, known, search);
    const kept: string[] = [];
    const moved = new Map<string, string>();
    for (const name of found.names) {
      const [old, now] = [was.router.decide(name), willBe.router.decide(name)];
      const doubt = newDoubt(old, now);
      const places = [placeKey(old.end), placeKey(now.end)] as const;
      const key = JSON.stringify([...places, doubt && doubtKey(doubt)]);
      if (doubt === undefined && places[0] === places[1]) {
        kept.push(name);
      } else if (!moved.has(key)) {
        moved.set(key, name);
      }
    }
    const ways = [...moved.values()].map((name): Way => {
      const way = wayOf(was.find(name), willBe.find(name));
      const isWhole = isSamePlace(way.before, whole.before) && isSamePlace(way.after, whole.after);
      return isWhole ? whole : { ...way, example: name };
    });
    if (found.isCut) {
      ways.push({ ...whole, after: doubtfulEnd({ ...changed, open: openBound }) });
    }
    const rest = isSamePlace(whole.before, whole.after)
      ? kept.length > 0 || found.hasOthers
        ? whole
        : undefined
      : kept[0] && wayOf(was.find(kept[0]), willBe.find(kept[0]));
    if (ways.length > 0) {
      return rest && !ways.includes(whole) ? [...ways, { ...rest, isRest: true }] : ways;
    }
    const stays = whole.after ?? whole.before;
    return [rest || (whole.before === undefined ? whole : defined({ before: stays, after: stays }))];
  };
}

/** The way of a pattern by the mappings that match all of its names. */
function wholeWay(text: string, was: RouteFinder, willBe: RouteFinder): Way {
  const [old, now] = [was.findPattern(text), willBe.findPattern(text)];
  const after: End | undefined = now.end ?? (old.end && { is: "nowhere", depends: now.depends });
  return defined({ before: old.end, after });
}

/** A mapping that differs between two moments. */
type Changed = Pick<Doubt, "candidate" | "end">;

/** What decides with a pattern where its names go. */
interface Rivals {
  /** A mapping that a change may have made to take some of the names, or to leave them. Undefined if there is none. */
  readonly changed: Changed | undefined;
  /** Undefined if the pattern cannot be read. */
  readonly own?: RankedPattern | undefined;
  readonly others: readonly RankedPattern[];
}

/** A pattern at two moments, with the mappings that have it. */
interface Rival {
  readonly text: string;
  /** Undefined if it may match every name. */
  readonly pattern: Pattern | undefined;
  readonly ranks: RankedPattern["ranks"];
  readonly changed: Changed | undefined;
}

function rivalsBetween(was: Router, willBe: Router, search: Search): (text: string) => Rivals {
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
  // Without patterns at one moment, all names that are not known are new, or lost.
  if (!areAtBoth || all.every(({ changed }) => changed === undefined)) {
    return () => ({ changed: undefined, others: [] });
  }
  const byText = new Map(all.map((rival) => [rival.text, rival]));
  return (text) => {
    const own = byText.get(text);
    const start = own?.pattern?.start(search);
    if (own?.pattern === undefined || start === undefined) {
      const isAhead = ({ ranks }: Rival) => ranks.some((rank, at) => rank <= (own?.ranks[at] ?? 0));
      const ahead = all.find((rival) => rival.changed && rival !== own && isAhead(rival));
      return { changed: ahead?.changed, others: [] };
    }
    const { pattern } = own;
    const others = all.filter(
      (other) =>
        other !== own && (other.pattern ? mayOverlap(other.pattern, pattern) : other.changed !== undefined),
    );
    const followed = ({ ranks, changed, ...other }: Rival): RankedPattern => {
      const itsStart = other.pattern?.start(search);
      const isChanged = changed !== undefined;
      return itsStart ? { start: itsStart, ranks, isChanged } : { start: anyName, ranks: always, isChanged };
    };
    const changed = [...others, own].find((rival) => rival.changed !== undefined)?.changed;
    return changed === undefined
      ? { changed, others: [] }
      : { changed, own: followed(own), others: others.map(followed) };
  };
}

const always = [uncertainRank, uncertainRank] as const;

/** The mappings of one key are one rival. */
function patternsOf(
  moments: readonly Router[],
  candidatesOf: (router: Router) => readonly Candidate[],
  keyOf: (candidate: Candidate) => string,
): Rival[] {
  const groups = moments.map((router) => {
    const ends = candidatesOf(router).map((candidate) => ({
      candidate,
      end: router.destinationOf(candidate),
    }));
    return Map.groupBy(ends, ({ candidate }) => keyOf(candidate));
  });
  const keys = new Set(groups.flatMap((group) => [...group.keys()]));
  return [...keys].flatMap((key): Rival[] => {
    const [old = [], now = []] = groups.map((group) => group.get(key) ?? []);
    const [first] = [...now, ...old];
    if (first === undefined) {
      return [];
    }
    const { source, pattern, mapping } = first.candidate;
    const rankOf = ([each]: readonly Changed[]) => each?.candidate.position ?? absentRank;
    return [
      {
        text: source,
        pattern: mapping.mayTake === "any" ? undefined : pattern,
        ranks: mapping.mayTake === undefined ? [rankOf(old), rankOf(now)] : always,
        changed: decisionsOf(old) === decisionsOf(now) ? undefined : first,
      },
    ];
  });
}

/** All that decides which names mappings take, and where to. */
function decisionsOf(some: readonly Changed[]): string {
  return JSON.stringify(
    some.map(({ candidate: { mapping, source, isPattern, priority }, end }) => {
      return [mapping.urn, mapping.name, mapping.mayTake, source, isPattern, priority, placeKey(end)];
    }),
  );
}
