import { openOrder, openPattern } from "../mapping-reading.js";
import { isSamePlace } from "../model-places.js";
import { rivalsIn } from "../order.js";
import type { Decision, Ending, View } from "../view.js";

/** Where else a name may end, and what the API leaves open about that. */
export interface Otherwise {
  readonly open: string;
  /** Undefined if nothing takes the name then. */
  readonly end: Ending | undefined;
}

interface Views {
  readonly view: View;
  readonly otherViews: readonly View[];
}

/** All ends of a name that are open besides the one that is decided on. */
export function otherwiseFor(
  name: string,
  { takers, end }: Decision,
  { view, otherViews }: Views,
): Otherwise[] {
  const [first] = takers;
  const riddles = view.order.riddles.filter(({ at }) => first === undefined || at < first.at);
  return [
    ...rivalsIn(takers).map((rival) => ({ open: openOrder, end: view.endedBy(rival) })),
    ...riddles.map((riddle) => ({ open: openPattern, end: view.endedBy(riddle) })),
    ...otherViews.map((other) => ({ open: other.open, end: other.decisionOn(name).end })),
  ].filter((other) => !isSamePlace(other.end, end));
}
