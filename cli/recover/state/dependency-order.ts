import type { StateEntry } from "../../stack/deployment.js";

/**
 * The resources in an order in which each comes after what it depends on: pulumi refuses any other. Where that allows it,
 * they stay in their order.
 */
export function inDependencyOrder(resources: readonly StateEntry[]): StateEntry[] {
  const ordered = new Set<StateEntry>();
  const begun = new Set<StateEntry>();
  const byName = Map.groupBy(resources, nameInState);
  const place = (resource: StateEntry): void => {
    if (begun.has(resource)) {
      return;
    }
    begun.add(resource);
    for (const needed of [resource.provider ?? "", ...dependenciesOf(resource)]) {
      const there = byName.get(needed) ?? [];
      const first = there.find((each) => each.delete !== true) ?? there[0];
      if (first !== undefined) {
        place(first);
      }
    }
    ordered.add(resource);
  };
  for (const resource of resources) {
    place(resource);
  }
  return [...ordered];
}

/** The URNs of what a resource depends on, apart from its provider. */
export function dependenciesOf({
  parent,
  deletedWith,
  replaceWith,
  dependencies,
  propertyDependencies,
}: StateEntry): string[] {
  const properties = Object.values(propertyDependencies ?? {}).flatMap((urns) => urns ?? []);
  return [parent, deletedWith, ...(replaceWith ?? []), ...(dependencies ?? []), ...properties].filter(
    (urn) => urn !== undefined,
  );
}

/** How others refer to a resource: to a provider with its id. */
function nameInState({ urn, id, type }: StateEntry): string {
  return type.startsWith("pulumi:providers:") ? `${urn}::${id}` : urn;
}
