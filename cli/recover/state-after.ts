import { randomUUID } from "node:crypto";
import {
  defined,
  hidden,
  isJsonObject,
  isSecretEnvelope,
  type Json,
  secretEnvelope,
} from "pulumi-workspace-gateway/tools";
import { type Deployment, type StateEntry, urnOfProvider } from "../stack/deployment.js";
import { isSecretValue, plainState, plainValue } from "../stack/plain-state.js";
import { type FoundCreate, type RecoveryStep, stepsOf } from "./recovery-plan.js";

/**
 * The state after all steps, as the engine would have recorded it, without pending operations. The resource that a found create
 * was to replace is left for the next `up` to delete, or removed if the engine had deleted it already. A dependency that is
 * not in the state is left out: the next `up` records it.
 *
 * @param planned - what a preview knows of components that no run has recorded
 */
export function stateAfter(
  state: Deployment,
  steps: readonly RecoveryStep[],
  planned: readonly StateEntry[] = [],
  now = new Date(),
): Deployment {
  const { pending_operations: _dropped, ...rest } = state.deployment;
  const made = stepsOf(steps, "record").map(({ id, made }) => recordedEntry(id, made, now));
  const kept = withoutReplaced(keptEntries(state, steps), made);
  const frame = frameOf(made, kept, planned, now);
  const recorded = made.map((entry) => withProvider(entry, [...kept, ...frame]));
  const all = placed([...kept, ...frame], recorded);
  return { ...state, deployment: { ...rest, resources: inDependencyOrder(withoutMissing(all)) } };
}

/** What is not gone. An object that may differ from the state is marked as unfinished. */
function keptEntries({ deployment }: Deployment, steps: readonly RecoveryStep[]): StateEntry[] {
  const keyOf = ({ urn, id }: Pick<StateEntry, "urn" | "id">) => `${urn} ${id}`;
  const gone = new Set(stepsOf(steps, "forget").map(keyOf));
  const unfinished = new Set(stepsOf(steps, "send-again").map(keyOf));
  return (deployment.resources ?? [])
    .filter((each) => !gone.has(keyOf(each)))
    .map((each) =>
      unfinished.has(keyOf(each))
        ? { ...each, outputs: { ...each.outputs, [hidden.unfinished]: true } }
        : each,
    );
}

function withoutReplaced(kept: readonly StateEntry[], made: readonly StateEntry[]): StateEntry[] {
  const renewed = new Set(made.filter((each) => each.delete !== true).map(({ urn }) => urn));
  return kept
    .filter((each) => !renewed.has(each.urn) || each.pendingReplacement !== true)
    .map((each) => (renewed.has(each.urn) ? { ...each, delete: true } : each));
}

/** What recorded resources refer to and no run has recorded: the stack itself, components, providers. */
function frameOf(
  made: readonly StateEntry[],
  kept: readonly StateEntry[],
  planned: readonly StateEntry[],
  now: Date,
): StateEntry[] {
  const frame: StateEntry[] = [];
  const has = (urn: string) => [...kept, ...frame, ...made].some((each) => each.urn === urn);
  const addParents = (urn: string | undefined): void => {
    const parent = planned.find((each) => each.urn === urn && each.custom !== true);
    if (parent !== undefined && !has(parent.urn)) {
      addParents(parent.parent);
      frame.push(parent);
    }
  };
  for (const { parent, provider } of made) {
    addParents(parent);
    const urn = urnOfProvider(provider);
    if (urn !== undefined && currentOf(urn, [...kept, ...frame]) === undefined) {
      frame.push(newProvider(urn, now));
    }
  }
  return frame;
}

/** In a preview, a provider that no run has recorded has no id: it gets one, as the engine would give it. */
function newProvider(urn: string, now: Date): StateEntry {
  const time = now.toISOString();
  const type = urn.split("::")[2]?.split("$").at(-1) ?? "";
  return { urn, custom: true, id: randomUUID(), type, created: time, modified: time };
}

function withProvider(entry: StateEntry, all: readonly StateEntry[]): StateEntry {
  const urn = urnOfProvider(entry.provider);
  return urn === undefined ? entry : { ...entry, provider: `${urn}::${currentOf(urn, all)?.id}` };
}

function currentOf(urn: string, all: readonly StateEntry[]): StateEntry | undefined {
  return all.find((each) => each.urn === urn && each.delete !== true);
}

/** A replacement comes before what it replaces, as in the engine's own states; what is new comes last. */
function placed(kept: readonly StateEntry[], recorded: readonly StateEntry[]): StateEntry[] {
  const waiting = Map.groupBy(recorded, ({ urn }) => urn);
  const before = kept.flatMap((resource) => {
    const replacing = waiting.get(resource.urn) ?? [];
    waiting.delete(resource.urn);
    return [...replacing, resource];
  });
  return [...before, ...[...waiting.values()].flat()];
}

/** Pulumi imports no resource that refers to another one that is not there. */
function withoutMissing(all: readonly StateEntry[]): StateEntry[] {
  const urns = new Set(all.map(({ urn }) => urn));
  const has = (urn: string) => urns.has(urn);
  const kept = (urn: string | undefined) => (urn !== undefined && has(urn) ? urn : undefined);
  return all.map((entry) => {
    const { parent, deletedWith, dependencies, replaceWith, propertyDependencies } = entry;
    const properties = Object.entries(propertyDependencies ?? {});
    return dependenciesOf(entry).every(has)
      ? entry
      : {
          ...{ ...entry, parent: kept(parent), deletedWith: kept(deletedWith) },
          ...{ dependencies: dependencies?.filter(has), replaceWith: replaceWith?.filter(has) },
          propertyDependencies: Object.fromEntries(
            properties.map(([name, needed]) => [name, (needed ?? []).filter(has)]),
          ),
        };
  });
}

/** An input that is a secret is one in the outputs, too: the engine does the same for a create that it finishes. */
function recordedEntry(
  id: string,
  { entry, outputs, surplus, hidden: unseen = [] }: FoundCreate,
  now: Date,
): StateEntry {
  const { inputs = {}, additionalSecretOutputs } = entry;
  const provider = inputs[hidden.provider];
  const all = { ...outputs, ...defined({ [hidden.provider]: provider }) };
  const secret = new Set([...(additionalSecretOutputs ?? []), ...plainState(inputs).secrets, ...unseen]);
  const sealed = Object.entries(all).map(([name, value]) => [
    name,
    asExported(secret.has(name) && !isSecretValue(value) ? secretEnvelope(value) : value),
  ]);
  const time = now.toISOString();
  const recorded = { ...entry, id, inputs, outputs: Object.fromEntries(sealed) };
  return { ...recorded, ...defined({ delete: surplus || undefined }), created: time, modified: time };
}

/** Secrets as an export with `--show-secrets` has them: their plain text is JSON. */
function asExported(value: Json): Json {
  if (Array.isArray(value)) {
    return value.map(asExported);
  }
  if (!isJsonObject(value)) {
    return value;
  }
  if (!isSecretEnvelope(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asExported(inner)]));
  }
  const { value: _plain, ...envelope } = value;
  return { ...envelope, plaintext: JSON.stringify(plainValue(value)) };
}

/**
 * The resources in an order in which each comes after what it depends on: pulumi refuses any other. Where that allows it,
 * they stay in their order.
 */
function inDependencyOrder(resources: readonly StateEntry[]): StateEntry[] {
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
function dependenciesOf({
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
