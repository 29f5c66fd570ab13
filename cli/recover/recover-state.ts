import { randomUUID } from "node:crypto";
import {
  assertSameGateway,
  defined,
  hidden,
  isJsonObject,
  isSecretEnvelope,
  type Json,
  type Kind,
  secretEnvelope,
  type Values,
} from "pulumi-workspace-gateway/tools";
import type { Lock } from "../doctor/leftovers.js";
import {
  type Deployment,
  isSecretValue,
  plainState,
  plainValue,
  readStackState,
  type StackResource,
  type StateEntry,
  urnOfProvider,
} from "../stack/stack-state.js";
import {
  type BegunCreate,
  begunCreates,
  type Period,
  type PreviewedStep,
  type runTimes,
  unrecorded,
} from "./begun-creates.js";
import { findLost } from "./find-lost.js";
import { type FoundCreate, type RecoveryStep, recoveryPlan, stepsOf } from "./recovery-plan.js";
import { type ContextOf, lookAtObject } from "./search.js";

export interface KilledStack {
  readonly kinds: readonly Kind[];
  readonly locks: readonly Lock[];
  readonly contextOf: ContextOf;
  state(): Promise<Deployment>;
  times(state: Deployment): Promise<ReturnType<typeof runTimes>>;
  preview(): Promise<readonly PreviewedStep[]>;
  /** Applies the steps, then imports the new state if there is one. Returns false if nothing was done. */
  carryOut(steps: readonly RecoveryStep[], next: Deployment | undefined): Promise<boolean>;
}

/**
 * Each preview can reveal parents whose children can then be searched for. Objects are nested at most this
 * many levels deep.
 */
const mostPreviews = 6;

/** Repeats the search, because children can be searched for only once their parent is in the state. */
export async function recoverState(stack: KilledStack): Promise<void> {
  const { kinds, locks, contextOf } = stack;
  const noted = await stack.state();
  const { began, creating, writing } = await stack.times(noted);
  const isUnrecorded = writing.length > 0;
  const pending = noted.deployment.pending_operations ?? [];
  const known = managedResources(noted, kinds);
  const isDeleted = ({ urn, id }: StackResource) =>
    pending.some(({ type, resource }) => type === "deleting" && resource.urn === urn && resource.id === id);
  const doubted = known
    .filter(({ provider }) => provider === undefined)
    .map((each) => ({ ...each, deleting: isDeleted(each) }))
    .filter(({ deleting }) => isUnrecorded || deleting);
  const begun = begunCreates(noted, kinds, began);
  const sought = [...doubted.map(({ outputs }) => outputs), ...begun.map(({ lost }) => lost.inputs)];
  expectSameGateway(sought, known, contextOf);
  const [creates, objects] = await Promise.all([
    findLost(begun, contextOf, known),
    Promise.all(doubted.map((object) => lookAtObject(object, writing, contextOf))),
  ]);
  const steps = recoveryPlan({ kinds, state: noted, locks, creates, objects, isUnrecorded });
  const isOther = pending.length > 0 || steps.some(({ step }) => step === "forget" || step === "send-again");
  await stack.carryOut(steps, isOther ? stateAfter(noted, steps) : undefined);
  const done = new Set(reported(steps));
  for (let previews = 0; creating.length > 0 && previews < mostPreviews; previews++) {
    if (!(await recoverPlanned(stack, creating, done))) {
      return;
    }
  }
}

/** Returns false if no creates were found, or in a dry run. */
async function recoverPlanned(
  stack: KilledStack,
  runs: readonly Period[],
  done: Set<string>,
): Promise<boolean> {
  const { kinds, contextOf } = stack;
  const planned = await stack.preview();
  const state = await stack.state();
  const known = managedResources(state, kinds);
  const keyOf = ({ lost: { urn, inputs } }: BegunCreate) => JSON.stringify([urn, inputs]);
  const open = unrecorded(planned, kinds, runs).filter(
    (each) => !done.has(each.lost.urn) && !done.has(keyOf(each)),
  );
  const sought = open.map(({ lost }) => lost.inputs);
  expectSameGateway(sought, known, contextOf);
  const seen = await findLost(open, contextOf, known);
  const creates = seen.filter(({ finding }) => finding.is !== "absent" || finding.note !== undefined);
  const settled = { ...state, deployment: { ...state.deployment, pending_operations: [] } };
  const nothing = { locks: [], objects: [], isUnrecorded: false };
  const steps = recoveryPlan({ kinds, state: settled, creates, ...nothing });
  for (const key of [...reported(steps), ...open.map(keyOf)]) {
    done.add(key);
  }
  const isFound = stepsOf(steps, "record").length > 0;
  const entries = planned.map(({ entry }) => entry);
  return (await stack.carryOut(steps, isFound ? stateAfter(state, steps, entries) : undefined)) && isFound;
}

function reported(steps: readonly RecoveryStep[]): string[] {
  return steps.flatMap((each) => (each.step === "record" || each.step === "look" ? [each.urn] : []));
}

/** The objects on a different gateway would prove nothing. */
function expectSameGateway(
  lookedFor: readonly Values[],
  known: readonly StackResource[],
  contextOf: ContextOf,
): void {
  const connections = new Set(lookedFor.map(({ connection }) => connection));
  for (const { kind, outputs, provider } of known) {
    if (provider === undefined && connections.has(outputs.connection)) {
      assertSameGateway(contextOf(kind, outputs), outputs);
    }
  }
}

function managedResources(state: Deployment, kinds: readonly Kind[]): StackResource[] {
  const { resources } = readStackState(JSON.stringify(state), kinds);
  const plain = (values: Values) => plainState(values).values;
  return resources
    .filter(({ external }) => !external)
    .map(({ inputs, outputs, ...rest }) => ({ ...rest, inputs: plain(inputs), outputs: plain(outputs) }));
}

/**
 * The state after all steps, without pending operations, as the engine would have recorded it. Dependencies
 * that are not in the state are removed, and the next `up` adds them again.
 *
 * @param planned - components that a preview shows but no run has recorded
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
  const before = [...kept, ...frameOf(made, kept, planned, now)];
  const recorded = made.map((entry) => {
    const urn = urnOfProvider(entry.provider);
    return urn === undefined ? entry : { ...entry, provider: `${urn}::${currentOf(urn, before)?.id}` };
  });
  return {
    ...state,
    deployment: { ...rest, resources: inDependencyOrder(withoutMissing([...before, ...recorded])) },
  };
}

/** Objects that may differ from the state are marked as unfinished. */
function keptEntries({ deployment }: Deployment, steps: readonly RecoveryStep[]): StateEntry[] {
  const keyOf = ({ urn, id }: Pick<StateEntry, "urn" | "id">) => `${urn} ${id}`;
  const gone = new Set(stepsOf(steps, "forget").map(keyOf));
  const again = new Set(stepsOf(steps, "send-again").map(keyOf));
  const unfinished = { [hidden.unfinished]: true };
  return (deployment.resources ?? [])
    .filter((each) => !gone.has(keyOf(each)))
    .map((each) =>
      again.has(keyOf(each)) ? { ...each, outputs: { ...each.outputs, ...unfinished } } : each,
    );
}

/** A replaced resource is left for the next `up` to delete, or removed if the engine already deleted it. */
function withoutReplaced(kept: readonly StateEntry[], made: readonly StateEntry[]): StateEntry[] {
  const renewed = new Set(made.filter((each) => each.delete !== true).map(({ urn }) => urn));
  return kept
    .filter((each) => !renewed.has(each.urn) || each.pendingReplacement !== true)
    .map((each) => (renewed.has(each.urn) ? { ...each, delete: true } : each));
}

/** Adds the stack, components, and providers that recorded resources refer to, if no run recorded them. */
function frameOf(
  made: readonly StateEntry[],
  kept: readonly StateEntry[],
  planned: readonly StateEntry[],
  now: Date,
): StateEntry[] {
  const time = now.toISOString();
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
      // A preview has no id for a provider that was never recorded. The engine would generate one.
      const type = urn.split("::")[2]?.split("$").at(-1) ?? "";
      frame.push({ urn, custom: true, id: randomUUID(), type, created: time, modified: time });
    }
  }
  return frame;
}

function currentOf(urn: string, all: readonly StateEntry[]): StateEntry | undefined {
  return all.find((each) => each.urn === urn && each.delete !== true);
}

/** Pulumi rejects an import if a resource refers to a missing resource. */
function withoutMissing(all: readonly StateEntry[]): StateEntry[] {
  const urns = new Set(all.map(({ urn }) => urn));
  const there = (some: readonly string[] | null | undefined) => some?.filter((urn) => urns.has(urn));
  return all.map((entry) => {
    const { parent, deletedWith, dependencies, replaceWith, propertyDependencies } = entry;
    const kept = (urn: string | undefined) => (urns.has(urn ?? "") ? urn : undefined);
    const properties = Object.entries(propertyDependencies ?? {});
    return dependenciesOf(entry).every((urn) => urns.has(urn))
      ? entry
      : {
          ...{ ...entry, parent: kept(parent), deletedWith: kept(deletedWith) },
          ...{ dependencies: there(dependencies), replaceWith: there(replaceWith) },
          propertyDependencies: Object.fromEntries(
            properties.map(([name, some]) => [name, there(some) ?? []]),
          ),
        };
  });
}

/** A secret input is also secret in the outputs, as in a create that the engine completes. */
function recordedEntry(id: string, made: FoundCreate, now: Date): StateEntry {
  const { entry, outputs, surplus, hidden: unread = [] } = made;
  const { inputs = {}, additionalSecretOutputs } = entry;
  const all = { ...outputs, ...defined({ [hidden.provider]: inputs[hidden.provider] }) };
  const secret = new Set([...(additionalSecretOutputs ?? []), ...plainState(inputs).secrets, ...unread]);
  const sealed = Object.entries(all).map(([name, value]) => [
    name,
    asExported(secret.has(name) && !isSecretValue(value) ? secretEnvelope(value) : value),
  ]);
  const times = { created: now.toISOString(), modified: now.toISOString() };
  const recorded = { ...entry, id, inputs, outputs: Object.fromEntries(sealed), ...times };
  return surplus ? { ...recorded, delete: true } : recorded;
}

/** `pulumi stack export --show-secrets` stores the plaintext of a secret as JSON. */
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

/** Pulumi requires dependencies first. A replacement comes before the object that it replaces. */
function inDependencyOrder(resources: readonly StateEntry[]): StateEntry[] {
  const ordered = new Set<StateEntry>();
  const begun = new Set<StateEntry>();
  // References to a provider include its id.
  const byName = Map.groupBy(resources, ({ urn, id, type }) =>
    type.startsWith("pulumi:providers:") ? `${urn}::${id}` : urn,
  );
  const place = (resource: StateEntry): void => {
    if (begun.has(resource)) {
      return;
    }
    begun.add(resource);
    const replacement = resource.delete === true ? [resource.urn] : [];
    for (const needed of [resource.provider ?? "", ...dependenciesOf(resource), ...replacement]) {
      const there = byName.get(needed) ?? [];
      const first = there.find((each) => each.delete !== true) ?? there[0];
      if (first !== undefined) {
        place(first);
      }
    }
    ordered.add(resource);
  };
  resources.forEach(place);
  return [...ordered];
}

function dependenciesOf(entry: StateEntry): string[] {
  const properties = Object.values(entry.propertyDependencies ?? {}).flatMap((urns) => urns ?? []);
  const lists = [...(entry.replaceWith ?? []), ...(entry.dependencies ?? []), ...properties];
  return [entry.parent, entry.deletedWith, ...lists].filter((urn) => urn !== undefined);
}
