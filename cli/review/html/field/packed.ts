import { defined } from "pulumi-workspace-gateway/tools";
import type { Moments } from "../../../routing/explain.js";
import type { RoutedMapping, RoutedModel, Setup } from "../../../routing/setup.js";

/** The moments that a page answers for, as they stand in it: what stays is there once. */
export interface Packed {
  readonly models: readonly RoutedModel[];
  readonly mappings: readonly RoutedMapping[];
  readonly workspaces: Setup["workspaces"];
  readonly before?: Places;
  readonly after: Places;
}

/** Which of the models and mappings are there at a moment, in their order. */
interface Places {
  readonly models: readonly number[];
  readonly mappings: readonly number[];
}

export function packed({ before, after }: Moments): Packed {
  const short = shortUrns([before, after].filter((each) => each !== undefined));
  const models = new Shelf<RoutedModel>();
  const mappings = new Shelf<RoutedMapping>();
  const placesOf = (setup: Setup): Places => ({
    models: setup.models.map((model) => models.placeOf({ ...model, urn: short(model.urn) })),
    mappings: setup.mappings.map((mapping) => {
      const { targetUrn } = mapping;
      const target = defined({ targetUrn: targetUrn && short(targetUrn) });
      return mappings.placeOf({ ...mapping, urn: short(mapping.urn), ...target });
    }),
  });
  const then = before && placesOf(before);
  const next = placesOf(after);
  return {
    models: models.things,
    mappings: mappings.things,
    workspaces: { ...before?.workspaces, ...after.workspaces },
    ...defined({ before: then }),
    after: next,
  };
}

export function unpacked({ models, mappings, workspaces, before, after }: Packed): Moments {
  const setupOf = (places: Places): Setup => ({
    models: places.models.flatMap((at) => models[at] ?? []),
    mappings: places.mappings.flatMap((at) => mappings[at] ?? []),
    workspaces,
  });
  return { ...defined({ before: before && setupOf(before) }), after: setupOf(after) };
}

/** Things of which equal ones are kept once. */
class Shelf<T> {
  readonly things: T[] = [];
  private readonly places = new Map<string, number>();

  placeOf(thing: T): number {
    const key = JSON.stringify(thing);
    const place = this.places.get(key) ?? this.things.push(thing) - 1;
    this.places.set(key, place);
    return place;
  }
}

/** Short texts in the place of URNs, which nobody sees. They have the same order, because that decides between equals. */
function shortUrns(setups: readonly Setup[]): (urn: string) => string {
  const all = setups.flatMap(({ models, mappings }) => [
    ...models.map(({ urn }) => urn),
    ...mappings.flatMap(({ urn, targetUrn = urn }) => [urn, targetUrn]),
  ]);
  const sorted = [...new Set(all)].toSorted();
  const width = String(sorted.length).length;
  const shorts = new Map(sorted.map((urn, at) => [urn, String(at).padStart(width, "0")]));
  return (urn) => shorts.get(urn) ?? urn;
}
