import {
  declaredProvider,
  howMany,
  type Kind,
  kindOfType,
  type Values,
} from "pulumi-workspace-gateway/tools";
import type { Lock } from "../doctor/locks.js";
import { type Deployment, type PendingEntry, type StateEntry, urnOfProvider } from "../stack/deployment.js";
import { type BegunCreate, hasObject, isCreate, kindOfOwn } from "./begun-creates.js";
import type { ObjectFinding } from "./find/look-at-objects.js";
import type { LostFinding } from "./lost-create.js";

/** A resource that was created and not recorded. It has secrets. */
export interface FoundCreate {
  /** What the engine knew of it when the create began. */
  readonly entry: StateEntry;
  /** What the create would have stored; secrets are in the engine's envelope. */
  readonly outputs: Values;
  /** Names of properties that are secrets of the program, though what it recorded does not show it. */
  readonly hidden?: readonly string[];
  /** A later try of the same create has its URN: the next `up` deletes the object. */
  readonly surplus: boolean;
}

/** A resource of the state. What it has replaced has the same URN, and another id. */
interface OfResource {
  readonly urn: string;
  readonly id: string;
}

/** One thing that a recovery does, or leaves to a person, with its message. */
export type RecoveryStep = { readonly says: string } & (
  | ({ readonly step: "unlock" } & Lock)
  /** What was created goes into the state. */
  | ({ readonly step: "record"; readonly made: FoundCreate } & OfResource)
  /** What is gone goes out of it. */
  | ({ readonly step: "forget" } & OfResource)
  /** An object that may differ from the state is marked: the next `up` sends all that is declared. */
  | ({ readonly step: "send-again" } & OfResource)
  /** Nothing is left to do for an operation that was begun. */
  | { readonly step: "drop"; readonly urn: string; readonly operation: string }
  /** The next `up` has to look first. */
  | { readonly step: "refresh"; readonly urn: string }
  /** A person has to look. */
  | { readonly step: "look"; readonly urn: string }
);

/** The steps of one sort. */
export function stepsOf<S extends RecoveryStep["step"]>(
  steps: readonly RecoveryStep[],
  wanted: S,
): Extract<RecoveryStep, { step: S }>[] {
  return steps.filter((each): each is Extract<RecoveryStep, { step: S }> => each.step === wanted);
}

/** What the state, its lock and the gateway show of a run that was killed. */
export interface RecoveryFacts {
  readonly kinds: readonly Kind[];
  readonly state: Deployment;
  /** The locks that the run has left. */
  readonly locks: readonly Lock[];
  /** Lost creates, and what the gateway has of each. */
  readonly creates: readonly { readonly create: BegunCreate; readonly finding: LostFinding }[];
  /** Objects of the state that may have been deleted or changed, as they are on the gateway. */
  readonly objects: readonly ObjectFinding[];
  /** Whether a run recorded nothing, so that every object of the state may have been. */
  readonly isUnrecorded: boolean;
}

/** What has to be done, in this order. */
export function recoveryPlan(facts: RecoveryFacts): RecoveryStep[] {
  const taken = new Set<string>();
  return [
    ...facts.locks.map(lockStep),
    ...facts.creates.map(({ create, finding }) => createStep(create, finding, facts, taken)),
    ...facts.objects.flatMap(objectSteps),
    ...(facts.state.deployment.pending_operations ?? []).flatMap((each) => pendingSteps(each, facts)),
    ...(facts.isUnrecorded ? unseenSteps(facts) : []),
  ];
}

function lockStep(lock: Lock): RecoveryStep {
  const known =
    lock.alive === false
      ? `There is no process ${lock.pid} on this machine any more`
      : "Whether it still runs cannot be seen from here";
  const says = `The lock of the stack is held by ${lock.by} since ${lock.since}. ${known}: while the lock is there, no run can begin.`;
  return { step: "unlock", ...lock, says };
}

/** @param taken - the URNs of the creates that have got an object; this one is added */
function createStep(
  { entry, lost: { urn, since, unread = [] } }: BegunCreate,
  finding: LostFinding,
  { state }: RecoveryFacts,
  taken: Set<string>,
): RecoveryStep {
  if (finding.is === "absent") {
    return { step: "drop", urn, operation: "creating", says: finding.note ?? "It was not created." };
  }
  if (finding.is === "doubtful") {
    return { step: "look", urn, says: `${finding.why} ${finding.look}` };
  }
  const { id, outputs } = finding;
  if (cameLater(state, urn, since)) {
    const why = `It exists with the id ${id}, and a later run has made another object for this resource.`;
    return { step: "look", urn, says: `${why} If nobody needs it, delete it in the console.` };
  }
  const made = { entry, outputs, hidden: unread, surplus: taken.has(urn) };
  taken.add(urn);
  return {
    step: "record",
    urn,
    id,
    made,
    says: `It was created, with the id ${id}, and goes into the state.`,
  };
}

/**
 * Whether a later run has created the resource, beside the create that was lost. A resource from before is what the lost
 * create was to replace.
 */
function cameLater({ deployment }: Deployment, urn: string, since: number | undefined): boolean {
  const now = (deployment.resources ?? []).find((each) => each.urn === urn && isCurrent(each));
  return since !== undefined && Date.parse(now?.created ?? "") > since;
}

function isCurrent(entry: StateEntry): boolean {
  return entry.delete !== true && entry.pendingReplacement !== true;
}

function objectSteps({ object: { urn, id, deleting }, is }: ObjectFinding): RecoveryStep[] {
  switch (is) {
    case "gone":
      return [{ step: "forget", urn, id, says: `It is gone, with the id ${id}, and goes out of the state.` }];
    case "written":
      return [sendAgain(urn, id)];
    case "same":
      return deleting ? [{ step: "drop", urn, operation: "deleting", says: "It was not deleted." }] : [];
  }
}

function sendAgain(urn: string, id: string): RecoveryStep {
  const says = "It may have been changed. The next `pulumi up` sends all that the program declares by then.";
  return { step: "send-again", urn, id, says };
}

/** The steps for an operation that the engine had noted. Our own creates and deletes were looked at before. */
function pendingSteps(pending: PendingEntry, facts: RecoveryFacts): RecoveryStep[] {
  const { type: operation, resource } = pending;
  const { urn, id, type, provider } = resource;
  if (isCreate(pending)) {
    const isSeen = kindOfOwn(resource, facts.kinds) !== undefined;
    return isSeen ? [] : [{ step: "look", urn, says: `${whyUnseen(type, provider)} ${lookForForeign}` }];
  }
  if (operation === "updating" && kindOfType(type, facts.kinds) !== undefined) {
    return updateSteps(resource, facts);
  }
  if (operation === "updating" || operation === "deleting") {
    const isSeen = facts.objects.some(({ object }) => object.urn === urn && object.id === id);
    const why = `It is not known here what the ${operation === "updating" ? "update" : "delete"} has done.`;
    return isSeen ? [] : [{ step: "refresh", urn, says: `${why} ${refreshFirst}` }];
  }
  const says = operation === "importing" ? "Import it again." : "The next `pulumi up` does it again.";
  return [{ step: "drop", urn, operation, says }];
}

const refreshFirst = "`pulumi up --refresh` looks at that first.";
const lookForForeign =
  "Look for it where it is made. If it exists, import it with `pulumi import`, or delete it.";

/** It is of another package, or on a gateway whose settings are in the program, so this command cannot look for it. */
function whyUnseen(type: string, reference: string | undefined): string {
  const provider = declaredProvider(reference);
  return provider === undefined
    ? `This package does not know ${type}, so it was not looked for.`
    : `The settings of its provider "${provider}" stand in the program, so it was not looked for.`;
}

/**
 * Everything declared is sent again for an object whose update has no recorded end. Otherwise a program that reverts the change
 * would look unchanged, and a secret that is never shown would stay as the killed run left it. The engine notes an update
 * before it knows the id, by the URN that the resource will have and those that it had.
 */
function updateSteps({ urn, aliases }: StateEntry, { state, objects }: RecoveryFacts): RecoveryStep[] {
  const urns = [urn, ...(aliases ?? [])];
  const told = objects.filter(({ is }) => is !== "same").map(({ object }) => object.id);
  return (state.deployment.resources ?? [])
    .filter((each) => urns.includes(each.urn) && isCurrent(each) && !told.includes(each.id ?? ""))
    .map((each) => sendAgain(each.urn, each.id ?? ""));
}

/** The resources that this command cannot look at, grouped by provider. */
function unseenSteps({ state, kinds }: RecoveryFacts): RecoveryStep[] {
  const unseen = (state.deployment.resources ?? []).filter(
    (each) => hasObject(each) && each.external !== true && kindOfOwn(each, kinds) === undefined,
  );
  const byProvider = Map.groupBy(unseen, ({ urn, provider }) => urnOfProvider(provider) ?? urn);
  return [...byProvider].map(([urn, all]) => ({
    ...{ step: "refresh", urn },
    says: `It is not known here what became of its ${howMany(all.length, "resource")}. ${refreshFirst}`,
  }));
}
