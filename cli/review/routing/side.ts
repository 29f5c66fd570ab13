import { openOrder, openPattern, openSigns } from "./mapping-reading.js";
import { isSamePlace } from "./model-places.js";
import { type Ranked, rivalsIn } from "./order.js";
import { hasWildcards, mayShare } from "./pattern.js";
import type { Reader, Readers } from "./readers.js";
import { type Ending, type RoutedWorkspace, type View, viewOf } from "./view.js";

/** Where names end in a workspace at one moment, and on what that depends. */
export interface Side {
  endOfName(name: string): Result;
  /** Where the names end that a pattern takes. */
  endOfPattern(text: string): Result;
  /** Whether a mapping may take some of the names of a pattern that is no longer there. */
  mayTakeSomeOf(text: string): boolean;
}

/** Undefined where nothing takes the name; this may depend on something too. */
export interface Result {
  readonly end: Ending | undefined;
  readonly depends: readonly string[];
}

/** The first reading answers; the others show what the answer depends on. */
export function sideOf(routed: RoutedWorkspace, { main, others }: Readers): Side {
  const view = viewOf(routed, main);
  const otherViews = others.map((reader) => viewOf(routed, reader));
  const weighed = (endIn: (view: View) => Ending | undefined, doubts: readonly string[]): Result => {
    const end = endIn(view);
    const open = otherViews.filter((other) => !isSamePlace(endIn(other), end)).map((other) => other.open);
    return { end, depends: [...new Set([...doubts, ...open])] };
  };
  return {
    endOfName: (name) => weighed((each) => each.endOfName(name), doubtsOfName(view, name)),
    endOfPattern: (text) => weighed((each) => each.endOfPattern(text), doubtsOfPattern(view, main, text)),
    mayTakeSomeOf: (text) => {
      const gone = main.matching.patternOf(text);
      return view.order.patterns.some(({ pattern }) => !gone || !pattern || mayShare(pattern, gone));
    },
  };
}

function doubtsOfName(view: View, name: string): string[] {
  const takers = view.order.takersOf(name);
  const [first] = takers;
  const riddles = view.order.riddles.filter(({ at }) => first === undefined || at < first.at);
  return [
    ...(leadAlike(view, first, rivalsIn(takers)) ? [] : [openOrder]),
    ...(leadAlike(view, first, riddles) ? [] : [openPattern]),
  ];
}

function doubtsOfPattern(view: View, { matching }: Reader, text: string): string[] {
  const coverers = view.order.coverersOf(text);
  return [
    ...(leadAlike(view, coverers[0], rivalsIn(coverers)) ? [] : [openOrder]),
    ...(matching.patternOf(text) === undefined ? [openPattern] : []),
    ...(hasWildcards(text) ? [openSigns] : []),
  ];
}

function leadAlike(view: View, taker: Ranked | undefined, others: readonly Ranked[]): boolean {
  const place = taker && view.leadsTo(taker);
  return others.every((other) => isSamePlace(place, view.leadsTo(other)));
}
