import { namedPlace, type Place, type Places, targetOf } from "./model-places.js";
import { type Order, orderOf, type Ranked } from "./order.js";
import type { Reader } from "./readers.js";
import type { End, RoutedMapping } from "./setup.js";

/** A workspace at one moment, as routing sees it. */
export interface RoutedWorkspace {
  readonly workspace: string;
  readonly mappings: readonly RoutedMapping[];
  readonly now: Places;
  /** The models before, if this is the moment after. */
  readonly formerly: Places | undefined;
}

/** An end, without what it depends on. */
export type Ending = Omit<End, "depends">;

/** What decides where a name ends. */
export interface Decision {
  /** The mappings that take the name, as they are tried: the first decides. */
  readonly takers: readonly Ranked[];
  /** Undefined if no mapping takes the name, and no model has it. */
  readonly end: Ending | undefined;
}

/** A workspace at one moment, under one reading. */
export interface View {
  /** What is open if a result is another one here. */
  readonly open: string;
  readonly order: Order;
  decisionOn(name: string): Decision;
  /** Where the names end that a pattern takes; undefined if no mapping takes all of them. */
  endOfPattern(text: string): Ending | undefined;
  leadsTo(taker: Ranked): Place;
  endedBy(taker: Ranked): Ending;
}

export function viewOf({ workspace, mappings, now, formerly }: RoutedWorkspace, reader: Reader): View {
  const { open, reading } = reader;
  const order = orderOf(mappings, reader);
  const leadsTo = ({ mapping }: Ranked) => targetOf(mapping, now, formerly);
  const endedBy = (taker: Ranked): Ending => ({
    ...leadsTo(taker),
    by: taker.mapping.name,
    byUrn: taker.mapping.urn,
  });
  const endedByFirst = ([first]: readonly Ranked[]) => first && endedBy(first);
  return {
    open,
    order,
    leadsTo,
    endedBy,
    endOfPattern: (text) => endedByFirst(order.coverersOf(text)),
    decisionOn: (name) => {
      const own = namedPlace(workspace, name, now, formerly);
      const isOwn = own.is !== "outside";
      const takers = reading.gatewayNamesFirst && isOwn ? [] : order.takersOf(name);
      return { takers, end: endedByFirst(takers) ?? (isOwn ? own : undefined) };
    },
  };
}
