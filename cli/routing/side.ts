import { otherwiseFor } from "./explained/otherwise.js";
import { openOrder, openPattern, openSigns } from "./mapping-reading.js";
import { isSamePlace } from "./model-places.js";
import { type Ranked, rivalsIn } from "./order.js";
import { hasWildcards, mayShare } from "./pattern.js";
import type { Reader, Readers } from "./readers.js";
import { type Ending, type RoutedWorkspace, type View, viewOf } from "./view.js";

/** Where names end in a workspace at one moment, and on what that depends. */
export interface Side {
  /** Under the reading that is taken, and under the others. */
  readonly view: View;
  readonly otherViews: readonly View[];
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
  return {
    view,
    otherViews,
    endOfName: (name) => {
      const decision = view.decisionOn(name);
      const open = otherwiseFor(name, decision, { view, otherViews }).map((each) => each.open);
      return { end: decision.end, depends: [...new Set(open)] };
    },
    endOfPattern: (text) => {
      const end = view.endOfPattern(text);
      const open = otherViews.filter((each) => !isSamePlace(each.endOfPattern(text), end));
      const doubts = [...doubtsOfPattern(view, main, text), ...open.map((each) => each.open)];
      return { end, depends: [...new Set(doubts)] };
    },
    mayTakeSomeOf: (text) => {
      const gone = main.matching.patternOf(text);
      return view.order.patterns.some(({ pattern }) => !gone || !pattern || mayShare(pattern, gone));
    },
  };
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
