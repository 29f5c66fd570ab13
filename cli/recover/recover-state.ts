import { type Kind, locate, type Values } from "pulumi-workspace-gateway/tools";
import type { Lock } from "../doctor/leftovers.js";
import type { Deployment } from "../stack/deployment.js";
import { plainState } from "../stack/plain-state.js";
import { readStackState, type StackResource } from "../stack/stack-state.js";
import { type BegunCreate, begunCreates, type PreviewedStep, unrecorded } from "./begun-creates.js";
import { findLost } from "./find-lost.js";
import { type RecoveryStep, recoveryPlan, stepsOf } from "./recovery-plan.js";
import type { Period, RunTimes } from "./run-times.js";
import { type ContextOf, lookAtObject } from "./search.js";
import { stateAfter } from "./state-after.js";

/** A stack that is recovered, and the gateway of its objects. */
export interface KilledStack {
  readonly kinds: readonly Kind[];
  readonly locks: readonly Lock[];
  readonly contextOf: ContextOf;
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
 * Reads the facts, plans what follows from them, and has it carried out: first for the operations that the engine has noted,
 * then for the creates that the program still plans, if runs recorded nothing. An object's children can be looked for only
 * once it is in the state, so this goes on until nothing more is found.
 */
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
  expectSameGateway(
    [...doubted.map(({ outputs }) => outputs), ...begun.map(({ lost }) => lost.inputs)],
    known,
    contextOf,
  );
  const [creates, objects] = await Promise.all([
    findLost(begun, contextOf, known),
    Promise.all(doubted.map((object) => lookAtObject(object, writing, contextOf))),
  ]);
  const steps = recoveryPlan({ kinds, state: noted, locks, creates, objects, isUnrecorded });
  const isOther = pending.length > 0 || steps.some(({ step }) => step === "forget" || step === "send-again");
  await stack.carryOut(steps, isOther ? stateAfter(noted, steps) : undefined);
  const sought = new Set(reported(steps));
  for (let previews = 0; creating.length > 0 && previews < mostPreviews; previews++) {
    if (!(await recoverPlanned(stack, creating, sought))) {
      return;
    }
  }
}

/**
 * Finds what runs have created that the program still plans to create. False if there is no more, or in a dry run.
 *
 * @param sought - the creates that were already reported or are absent; this adds to it
 */
async function recoverPlanned(
  stack: KilledStack,
  runs: readonly Period[],
  sought: Set<string>,
): Promise<boolean> {
  const { kinds, contextOf } = stack;
  const planned = await stack.preview();
  const state = await stack.state();
  const known = managedResources(state, kinds);
  const keyOf = ({ lost: { urn, inputs } }: BegunCreate) => JSON.stringify([urn, inputs]);
  const open = unrecorded(planned, kinds, runs).filter(
    (each) => !sought.has(each.lost.urn) && !sought.has(keyOf(each)),
  );
  expectSameGateway(
    open.map(({ lost }) => lost.inputs),
    known,
    contextOf,
  );
  const seen = await findLost(open, contextOf, known);
  const creates = seen.filter(({ finding }) => finding.is !== "absent" || finding.note !== undefined);
  const settled = { ...state, deployment: { ...state.deployment, pending_operations: [] } };
  const nothing = { locks: [], objects: [], isUnrecorded: false };
  const steps = recoveryPlan({ kinds, state: settled, creates, ...nothing });
  for (const key of [...reported(steps), ...open.map(keyOf)]) {
    sought.add(key);
  }
  const isFound = stepsOf(steps, "record").length > 0;
  const entries = planned.map(({ entry }) => entry);
  return (await stack.carryOut(steps, isFound ? stateAfter(state, steps, entries) : undefined)) && isFound;
}

/** The URNs of resources that went into the state, or would without --dry-run, or that a person has to look for. */
function reported(steps: readonly RecoveryStep[]): string[] {
  return steps.flatMap((each) => (each.step === "record" || each.step === "look" ? [each.urn] : []));
}

/**
 * Fails if the settings lead to another gateway than the one that has the objects of the stack: what another gateway has is
 * no evidence.
 */
function expectSameGateway(
  lookedFor: readonly Values[],
  known: readonly StackResource[],
  contextOf: ContextOf,
): void {
  const connections = new Set(lookedFor.map(({ connection }) => connection));
  for (const { kind, outputs, provider } of known) {
    if (provider === undefined && connections.has(outputs.connection)) {
      locate(contextOf(kind, outputs), outputs);
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
