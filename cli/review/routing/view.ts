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

/** A workspace at one moment, under one reading. */
export interface View {
  /** What is open if a result is another one here. */
  readonly open: string;
  readonly order: Order;
  endOfName(name: string): Ending | undefined;
  /** Where the names end that a pattern takes; undefined if no mapping takes all of them. */
  endOfPattern(text: string): Ending | undefined;
  leadsTo(taker: Ranked): Place;
}

export function viewOf({ workspace, mappings, now, formerly }: RoutedWorkspace, reader: Reader): View {
  const { open, reading } = reader;
  const order = orderOf(mappings, reader);
  const leadsTo = ({ mapping }: Ranked) => targetOf(mapping, now, formerly);
  const ended = (taker: Ranked | undefined): Ending | undefined =>
    taker && { ...leadsTo(taker), by: taker.mapping.name, byUrn: taker.mapping.urn };
  return {
    open,
    order,
    leadsTo,
    endOfPattern: (text) => ended(order.coverersOf(text)[0]),
    endOfName: (name) => {
      const own = namedPlace(workspace, name, now, formerly);
      const isOwn = own.is !== "outside";
      const mapped = reading.gatewayNamesFirst && isOwn ? undefined : ended(order.takersOf(name)[0]);
      return mapped ?? (isOwn ? own : undefined);
    },
  };
}
