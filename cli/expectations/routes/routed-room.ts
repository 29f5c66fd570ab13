import { otherwiseFor } from "../../routing/explained/otherwise.js";
import { fold, type MappingReading } from "../../routing/mapping-reading.js";
import { placesOf } from "../../routing/model-places.js";
import { type Reader, readersFor } from "../../routing/readers.js";
import { routedSetup } from "../../routing/routed-setup.js";
import type { RoutedMapping } from "../../routing/setup.js";
import { sideOf } from "../../routing/side.js";
import type { Ending } from "../../routing/view.js";
import { isHiddenIn, type Room } from "../workspace-room.js";

/** An end that a name may have. */
export interface MaybeEnd {
  /** What is open about it; undefined for what is taken for true. */
  readonly open?: string;
  /** Undefined where nothing takes the name. */
  readonly end: Ending | undefined;
  /** The mapping that nobody can follow yet, and that may decide in the place of all others. */
  readonly blindly?: string;
}

/** A workspace under one reading of what the API leaves open, and under the others that stay open. */
export interface RoutedRoom {
  /** All ends that a name may have: first that of the reading that is taken. */
  endsOf(name: string): readonly [MaybeEnd, ...MaybeEnd[]];
  /** The names that it knows: those of its models, and those that its mappings are for, enabled or not. */
  readonly knownNames: readonly string[];
  /** The patterns that may decide for a name. */
  readonly patterns: readonly string[];
  readonly reader: Reader;
}

export function routedRoom(room: Room, assumed: Partial<MappingReading>): RoutedRoom {
  const here = { workspace: room.key };
  const setup = routedSetup([...room.of("Model"), ...room.of("Mapping")]);
  const models = setup.models.map((model) => ({ ...model, ...here }));
  const mappings = setup.mappings.map((mapping) => ({ ...mapping, ...here }));
  const patterns = mappings.flatMap(({ isPattern, enabled, sourceName }) =>
    isPattern && enabled !== false && sourceName !== undefined ? [sourceName] : [],
  );
  const readers = readersFor(patterns, assumed);
  const now = placesOf({ models, mappings, workspaces: {} });
  const side = sideOf({ ...here, mappings, now, formerly: undefined }, readers);
  const blind = blindMappings(room, mappings, readers.main);
  return {
    endsOf: (name) => {
      const taken = side.view.decisionOn(name);
      const others = otherwiseFor(name, taken, side);
      const unseen = blind.filter(({ mayTake }) => mayTake(name));
      return [taken, ...others, ...unseen.map(({ by }) => ({ end: undefined, blindly: by }))];
    },
    knownNames: [
      ...models.flatMap(({ gatewayName }) => gatewayName ?? []),
      ...mappings.flatMap(({ isPattern, sourceName }) => (isPattern ? [] : (sourceName ?? []))),
    ],
    patterns,
    reader: readers.main,
  };
}

/** A mapping of which nobody can say whether it decides: what it says of that is known only during the `up`, or hidden. */
interface Blind {
  readonly by: string;
  mayTake(name: string): boolean;
}

function blindMappings(
  room: Room,
  mappings: readonly RoutedMapping[],
  { matching, reading }: Reader,
): Blind[] {
  const byUrn = new Map(mappings.map((mapping) => [mapping.urn, mapping]));
  return room.of("Mapping").flatMap((object): Blind[] => {
    const { sourceName, isPattern } = byUrn.get(object.urn) ?? {};
    if (sourceName === undefined || isHiddenIn(object, "isPattern")) {
      return [{ by: object.name, mayTake: () => true }];
    }
    const takes = (name: string) =>
      isPattern
        ? (matching.patternOf(sourceName)?.takes(fold(name, reading)) ?? true)
        : fold(name, reading) === fold(sourceName, reading);
    const isHidden = isHiddenIn(object, "enabled") || isHiddenIn(object, "priority");
    return isHidden ? [{ by: object.name, mayTake: takes }] : [];
  });
}
