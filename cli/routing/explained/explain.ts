import { defined } from "pulumi-workspace-gateway/tools";
import { placesOf } from "../model-places.js";
import { type Order, orderOf } from "../order.js";
import { readersFor } from "../readers.js";
import type { RoutedMapping, Setup } from "../setup.js";
import { type Side, sideOf } from "../side.js";
import type { View } from "../view.js";
import type { Asked, Explanation, Said } from "./explanation.js";
import { otherwiseFor } from "./otherwise.js";

/** Says of a name in a workspace why it ends where it ends. */
export type Explainer = (workspace: string, name: string) => Explanation;

/**
 * Explains where names end. Each workspace is looked through once, however many names are asked for.
 *
 * @param formerly - the moment before, if this is the moment after
 */
export function explainerOf(setup: Setup, formerly?: Setup): Explainer {
  const now = placesOf(setup);
  const was = formerly && placesOf(formerly);
  const inside = Map.groupBy(setup.mappings, ({ workspace }) => workspace);
  const rooms = new Map<string, Room>();
  const roomOf = (workspace: string): Room => {
    const mappings = inside.get(workspace) ?? [];
    const patterns = mappings.flatMap(({ isPattern, sourceName }) =>
      isPattern && sourceName !== undefined ? [sourceName] : [],
    );
    const readers = readersFor(patterns);
    const side = sideOf({ workspace, mappings, now, formerly: was }, readers);
    const off = mappings.filter(({ enabled }) => enabled === false);
    const ifOn = orderOf(
      off.map((mapping) => ({ ...mapping, enabled: true })),
      readers.main,
    );
    return { ...side, ifOn };
  };
  return (workspace, name) => {
    const room = rooms.get(workspace) ?? roomOf(workspace);
    rooms.set(workspace, room);
    const explained = explainedBy(room, name);
    return { ...explained, ...defined({ model: now.ofUrn(explained.end.modelUrn) }) };
  };
}

/** A workspace at one moment, with the order of what is switched off there, as if it were on. */
interface Room extends Side {
  readonly ifOn: Order;
}

/** The decision itself is the end: what stands before it only says why nothing decided earlier. */
function explainedBy(room: Room, name: string): Omit<Explanation, "model"> {
  const decision = room.view.decisionOn(name);
  const { tried } = room.view.order;
  const [decider, ...others] = decision.takers.map(({ mapping }) => mapping);
  const count = decider === undefined ? tried.length : tried.indexOf(decider) + 1;
  const otherwise = otherwiseFor(name, decision, room);
  const depends = [...new Set(otherwise.map(({ open }) => open))];
  return {
    asked: askedIn(room, name, tried.slice(0, count)),
    later: others,
    after: tried.length - count,
    end: { ...(decision.end ?? { is: "nowhere" }), depends },
    otherwise,
  };
}

function askedIn(
  { view, otherViews, ifOn }: Room,
  name: string,
  mappings: readonly RoutedMapping[],
): Asked[] {
  const takes = takesIn(view, name);
  const others = otherViews.map((other) => ({ open: other.open, takes: takesIn(other, name) }));
  const refusalOf = refusalsIn(view);
  const wouldTake = new Set(ifOn.takersOf(name).map(({ mapping }) => mapping.urn));
  return mappings.map((mapping) => {
    const refusal = wouldTake.has(mapping.urn) ? "off-taker" : refusalOf(mapping);
    const said = takes.has(mapping) ? "takes" : refusal;
    const open = others.filter((other) => other.takes.has(mapping) !== takes.has(mapping));
    return { mapping, said, depends: [...new Set(open.map((other) => other.open))] };
  });
}

/** The mappings that take a name, whether or not they decide. */
function takesIn({ order }: View, name: string): ReadonlySet<RoutedMapping> {
  return new Set(order.takersOf(name).map(({ mapping }) => mapping));
}

/** Why a mapping does not take a name. */
function refusalsIn({ order }: View): (mapping: RoutedMapping) => Said {
  const counted = new Map(order.all.map((ranked) => [ranked.mapping, ranked]));
  return (mapping) => {
    const ranked = counted.get(mapping);
    if (ranked === undefined) {
      return mapping.sourceName === undefined ? "not-known" : "off";
    }
    return !ranked.isPattern ? "other-name" : ranked.pattern === undefined ? "unreadable" : "no-match";
  };
}
