import { hasWildcards, mayOverlap } from "./patterns.js";
import {
  type Candidate,
  type Decision,
  type Destination,
  isSamePlace,
  rivalsIn,
  route,
  type WorkspaceSetup,
  workspacesOf,
} from "./route.js";
import { type Assumption, openOrder, openPattern, openSemantics, openSigns } from "./semantics.js";
import type { Setup } from "./setup.js";

/** The end of a route. */
export interface End extends Destination {
  /** What the API does not say and this result depends on, in words; empty if it depends on nothing. */
  readonly depends: readonly string[];
}

/** Where a name goes if an open question has another answer. */
export interface Otherwise {
  readonly open: string;
  /** Undefined if no mapping matches the name then. */
  readonly end: Destination | undefined;
}

/** Where a name goes, and where else it may go, because the API leaves it open. */
export interface FoundRoute extends Omit<Decision, "unreadable"> {
  readonly otherwise: readonly Otherwise[];
  readonly depends: readonly string[];
}

/** Finds routes in a workspace: under the default semantics, and once more under each alternative. */
export interface RouteFinder {
  find(name: string): FoundRoute;
  /** Where the names go that a pattern matches; no end if no mapping matches all of them. */
  findPattern(text: string): Pick<FoundRoute, "end" | "depends">;
  /** Whether a mapping may match some of the names of a pattern that is no longer there. */
  mayMatchSomeOf(text: string): boolean;
}

export function routeFinder(setup: WorkspaceSetup, assumed: readonly Assumption[] = []): RouteFinder {
  const { main, others } = openSemantics(assumed);
  const router = route(setup, main);
  const alternatives = others.map(({ open, semantics }) => ({ open, router: route(setup, semantics) }));
  const patterns = setup.patterns(main);
  const endOf = (candidate: Candidate | undefined) => candidate && router.destinationOf(candidate);
  return {
    find: (name) => {
      const { matches, unreadable, end } = router.decide(name);
      const otherwise = [
        ...rivalsIn(matches).map((rival) => ({ open: openOrder, end: endOf(rival) })),
        ...unreadable.map((each) => ({ open: openPattern, end: endOf(each) })),
        ...alternatives.map((other) => ({ open: other.open, end: other.router.decide(name).end })),
      ].filter((other) => !isSamePlace(other.end, end));
      return { matches, end, otherwise, depends: [...new Set(otherwise.map(({ open }) => open))] };
    },
    findPattern: (text) => {
      const covering = router.covering(text);
      const end = endOf(covering[0]);
      const depends = [
        ...(rivalsIn(covering).every((rival) => isSamePlace(endOf(rival), end)) ? [] : [openOrder]),
        ...(patterns.patternOf(text) === undefined ? [openPattern] : []),
        ...(hasWildcards(text) ? [openSigns] : []),
        ...alternatives.flatMap((other) => {
          const [first] = other.router.covering(text);
          return isSamePlace(first && other.router.destinationOf(first), end) ? [] : [other.open];
        }),
      ];
      return { end, depends: [...new Set(depends)] };
    },
    mayMatchSomeOf: (text) => {
      const gone = patterns.patternOf(text);
      return router.candidates.some(
        ({ isPattern, pattern }) => isPattern && (!gone || !pattern || mayOverlap(pattern, gone)),
      );
    },
  };
}

/** Where one name goes in a workspace. */
export function findRoute(setup: Setup, workspace: string, name: string): End {
  const { end, depends } = routeFinder(workspacesOf(setup)(workspace)).find(name);
  return { ...(end ?? { is: "nowhere" }), depends };
}
