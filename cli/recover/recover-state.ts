import { type Kind, locate, type Values } from "pulumi-workspace-gateway/tools";
import type { Lock } from "../doctor/locks.js";
import type { Deployment, StateEntry } from "../stack/deployment.js";
import { plainState } from "../stack/plain-state.js";
import { readStackState } from "../stack/stack-state.js";
import { type BegunCreate, begunCreates, type PreviewedStep, unrecorded } from "./begun-creates.js";
import { findLost } from "./find/find-lost.js";
import { type DoubtedObject, lookAtObjects } from "./find/look-at-objects.js";
import type { LostCreate, LostPlace, Period, RecordedResource } from "./lost-create.js";
import { type RecoveryFacts, type RecoveryStep, recoveryPlan, stepsOf } from "./recovery-plan.js";
import type { RunTimes } from "./run-times.js";
import { stateAfter } from "./state-after.js";

/** A stack that is recovered, and the gateway of its objects. */
export interface KilledStack extends Pick<LostPlace, "targetOf"> {
  readonly kinds: readonly Kind[];
  readonly locks: readonly Lock[];
  /** Its state as it is now. */
  state(): Promise<Deployment>;
  /** When runs were under way that may have left something. */
  times(state: Deployment): Promise<RunTimes>;
  /** What its program plans now. */
  preview(): Promise<readonly PreviewedStep[]>;
  /** Carries steps out, and gives the stack the state that follows from them, if there is one. False if nothing was done. */
  carryOut(steps: readonly RecoveryStep[], next: Deployment | undefined): Promise<boolean>;
}

/** Each preview can show parents whose children can be looked for after it; objects are not nested deeper than this. */
const mostPreviews = 6;

/**
 * Reads the facts, plans what follows from them, and has it carried out: first of what the engine has noted, then of what the
 * program still plans to create, if runs recorded nothing. What belongs to an object can be looked for only once that object is
 * in the state, so this goes on until nothing more is found.
 */
export async function recoverState(stack: KilledStack): Promise<void> {
  const { kinds, locks } = stack;
  const noted = await stack.state();
  const { began, creating, writing } = await stack.times(noted);
  const isUnrecorded = writing.length > 0;
  const lookedAt = doubted(noted, kinds, isUnrecorded);
  expectSameGateway(
    noted,
    lookedAt.map(({ outputs }) => outputs),
    stack,
  );
  const [creates, objects] = await Promise.all([
    lookFor(begunCreates(noted, kinds, began), noted, stack),
    lookAtObjects(lookedAt, writing, (kind, values) => stack.targetOf(kind, values)),
  ]);
  const steps = recoveryPlan({ kinds, state: noted, locks, creates, objects, isUnrecorded });
  const hasPending = (noted.deployment.pending_operations ?? []).length > 0;
  const isOther = hasPending || steps.some(({ step }) => step === "forget" || step === "send-again");
  await stack.carryOut(steps, isOther ? stateAfter(noted, steps) : undefined);
  const sought = new Set(urnsToldBy(steps));
  for (let previews = 0; creating.length > 0 && previews < mostPreviews; previews++) {
    if (!(await recoverPlanned(stack, creating, sought))) {
      return;
    }
  }
}

/**
 * Finds what runs have created that the program still plans to create. False if there is no more, or in a dry run.
 *
 * @param sought - what was already reported or is absent; this adds to it
 */
async function recoverPlanned(
  stack: KilledStack,
  runs: readonly Period[],
  sought: Set<string>,
): Promise<boolean> {
  const { kinds } = stack;
  const planned = await stack.preview();
  const state = await stack.state();
  const open = unrecorded(planned, kinds, runs).filter(
    ({ lost }) => !sought.has(lost.urn) && !sought.has(keyOf(lost)),
  );
  const seen = await lookFor(open, state, stack);
  const creates = seen.filter(({ finding }) => finding.is !== "absent" || finding.note !== undefined);
  const withoutNotes = { ...state, deployment: { ...state.deployment, pending_operations: [] } };
  const steps = recoveryPlan({
    kinds,
    state: withoutNotes,
    locks: [],
    creates,
    objects: [],
    isUnrecorded: false,
  });
  for (const key of [...urnsToldBy(steps), ...seen.map(({ create }) => keyOf(create.lost))]) {
    sought.add(key);
  }
  const isFound = stepsOf(steps, "record").length > 0;
  const entries = planned.map(({ entry }) => entry);
  return (await stack.carryOut(steps, isFound ? stateAfter(state, steps, entries) : undefined)) && isFound;
}

/**
 * Fails if the settings lead to another gateway than the one that has the objects of the stack: what another gateway has is
 * no evidence.
 */
function expectSameGateway(state: Deployment, lookedFor: readonly Values[], stack: KilledStack): void {
  const connections = new Set(lookedFor.map(({ connection }) => connection));
  for (const { kind, outputs, provider } of managedResources(state, stack.kinds)) {
    if (provider === undefined && connections.has(outputs.connection)) {
      locate(stack.targetOf(kind, outputs), outputs);
    }
  }
}

/** The objects whose delete has no recorded end, or all objects if a run recorded nothing. */
function doubted(state: Deployment, kinds: readonly Kind[], all: boolean): DoubtedObject[] {
  const keyOfEntry = ({ urn, id }: Pick<StateEntry, "urn" | "id">) => `${urn} ${id}`;
  const pending = state.deployment.pending_operations ?? [];
  const deletes = pending
    .filter(({ type }) => type === "deleting")
    .map(({ resource }) => keyOfEntry(resource));
  return managedResources(state, kinds)
    .filter(({ provider }) => provider === undefined)
    .map((each) => ({ ...each, deleting: deletes.includes(keyOfEntry(each)) }))
    .filter(({ deleting }) => all || deleting);
}

/** What was put into the state, or would be without --dry-run, and what a person was told to look for. */
function urnsToldBy(steps: readonly RecoveryStep[]): string[] {
  return steps.flatMap((each) => (each.step === "record" || each.step === "look" ? [each.urn] : []));
}

function keyOf({ urn, inputs }: LostCreate): string {
  return JSON.stringify([urn, inputs]);
}

async function lookFor(
  creates: readonly BegunCreate[],
  state: Deployment,
  stack: KilledStack,
): Promise<RecoveryFacts["creates"]> {
  const lost = creates.map((each) => each.lost);
  expectSameGateway(
    state,
    lost.map(({ inputs }) => inputs),
    stack,
  );
  const findings = await findLost(lost, {
    targetOf: (kind, values) => stack.targetOf(kind, values),
    known: managedResources(state, stack.kinds),
  });
  return creates.flatMap((create, index) => {
    const finding = findings[index];
    return finding === undefined ? [] : [{ create, finding }];
  });
}

/** A resource of the state whose object the stack manages. */
interface ManagedResource extends RecordedResource {
  readonly urn: string;
  /** The name of the provider that the program has declared for it, with settings of its own. */
  readonly provider?: string;
}

function managedResources(state: Deployment, kinds: readonly Kind[]): ManagedResource[] {
  return readStackState(JSON.stringify(state), kinds)
    .resources.filter(({ external }) => !external)
    .map(({ inputs, outputs, ...resource }) => ({
      ...resource,
      inputs: plainState(inputs).values,
      outputs: plainState(outputs).values,
    }));
}
