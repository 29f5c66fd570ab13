import { randomUUID } from "node:crypto";
import type { Deployment, StateEntry } from "./deployment.js";
import type { FoundCreate } from "./put-back.js";

/**
 * Gives a state what found resources stand on and no run has recorded: the stack itself, components, the provider. What they
 * are only said to depend on, and is not there, is left out: the next `up` writes it down.
 */
export function framed(
  state: Deployment,
  planned: readonly StateEntry[],
  found: readonly FoundCreate[],
): { readonly state: Deployment; readonly found: readonly FoundCreate[] } {
  const resources = [...(state.deployment.resources ?? [])];
  const byUrn = new Map(planned.map((entry) => [entry.urn, entry]));
  const has = (urn: string) =>
    [...resources, ...found.map(({ entry }) => entry)].some((each) => each.urn === urn);
  const addParents = (urn: string | undefined): void => {
    const parent = urn === undefined || has(urn) ? undefined : byUrn.get(urn);
    if (parent !== undefined && parent.custom !== true) {
      addParents(parent.parent);
      resources.push(parent);
    }
  };
  for (const { entry } of found) {
    addParents(entry.parent);
  }
  const provided = found.map((each) => ({ ...each, entry: withProvider(each.entry, resources) }));
  const inState = provided.map((each) => ({ ...each, entry: withoutMissing(each.entry, has) }));
  return { state: { ...state, deployment: { ...state.deployment, resources } }, found: inState };
}

/** A provider that no run has recorded has no id in a preview: it gets one, as the engine would give it. */
function withProvider(entry: StateEntry, resources: StateEntry[]): StateEntry {
  const urn = entry.provider?.split("::").slice(0, -1).join("::");
  if (urn === undefined) {
    return entry;
  }
  const there = resources.find((each) => each.urn === urn && each.delete !== true);
  const provider = there ?? newProvider(urn);
  if (there === undefined) {
    resources.push(provider);
  }
  return { ...entry, provider: `${urn}::${provider.id}` };
}

function newProvider(urn: string): StateEntry {
  const time = new Date().toISOString();
  const type = urn.split("::")[2]?.split("$").at(-1) ?? "";
  return { urn, custom: true, id: randomUUID(), type, created: time, modified: time };
}

/** A resource without what it says of resources that are not there: an import refuses that. */
export function withoutMissing(entry: StateEntry, has: (urn: string) => boolean): StateEntry {
  const { dependencies, propertyDependencies, deletedWith, replaceWith, parent, ...rest } = entry;
  const properties = Object.entries(propertyDependencies ?? {}).map(
    ([name, urns]) => [name, (urns ?? []).filter(has)] as const,
  );
  return {
    ...rest,
    ...(parent !== undefined && has(parent) ? { parent } : {}),
    ...(dependencies?.some(has) ? { dependencies: dependencies.filter(has) } : {}),
    ...(propertyDependencies == null ? {} : { propertyDependencies: Object.fromEntries(properties) }),
    ...(deletedWith !== undefined && has(deletedWith) ? { deletedWith } : {}),
    ...(replaceWith?.some(has) ? { replaceWith: replaceWith.filter(has) } : {}),
  };
}
