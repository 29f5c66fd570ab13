import {
  declaredProvider,
  howMany,
  type Kind,
  kindOfType,
  printable,
  type Values,
} from "pulumi-workspace-gateway/tools";
import type { Lock } from "../doctor/leftovers.js";
import { capital } from "../doctor/table.js";
import {
  type Deployment,
  type PendingEntry,
  partsOf,
  type StateEntry,
  urnOfProvider,
} from "../stack/stack-state.js";
import { type BegunCreate, hasObject, isCreate, kindOfOwn } from "./begun-creates.js";
import type { LostFinding } from "./find-lost.js";
import type { ObjectFinding } from "./search.js";

/** Contains secrets. */
export interface FoundCreate {
  readonly entry: StateEntry;
  readonly outputs: Values;
  /** Properties that are secret in the program, although the recorded values do not show this. */
  readonly hidden?: readonly string[];
  /** A later attempt at the same create has the URN, so the next `up` deletes this object. */
  readonly surplus: boolean;
}

/** An action, or a task for the user. The id distinguishes a resource from the resource that it replaced. */
export type RecoveryStep = { readonly says: string } & (
  | ({ readonly step: "unlock" } & Lock)
  | { readonly step: "record"; readonly urn: string; readonly id: string; readonly made: FoundCreate }
  /** `forget` removes a deleted object. `send-again` makes the next `up` send all inputs again. */
  | { readonly step: "forget" | "send-again"; readonly urn: string; readonly id: string }
  /** Drops a pending operation that needs no action. */
  | { readonly step: "drop"; readonly urn: string; readonly operation: string }
  /** The next `up` must refresh the resource, or the user must look for the object. */
  | { readonly step: "refresh" | "look"; readonly urn: string }
);

type StepOf<S extends RecoveryStep["step"]> = RecoveryStep & { readonly step: S };

export function stepsOf<S extends RecoveryStep["step"]>(
  steps: readonly RecoveryStep[],
  wanted: S,
): StepOf<S>[] {
  return steps.filter((each): each is StepOf<S> => each.step === wanted);
}

export interface RecoveryFacts {
  readonly kinds: readonly Kind[];
  readonly state: Deployment;
  readonly locks: readonly Lock[];
  readonly creates: readonly { readonly create: BegunCreate; readonly finding: LostFinding }[];
  readonly objects: readonly ObjectFinding[];
  /** Whether a run recorded nothing. Every object in the state may then have changed. */
  readonly isUnrecorded: boolean;
}

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
  const { alive, by, pid, since } = lock;
  const gone = `Process ${pid} no longer exists on this machine`;
  const known = alive === false ? gone : "It may still be running";
  const held = `The stack's lock has been held by ${by} since ${since}.`;
  return { step: "unlock", ...lock, says: `${held} ${known}. No run can start while the lock exists.` };
}

/** @param taken - URNs that already have an object. The function adds the URN that it records. */
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
  // An older resource is the resource that the lost create was meant to replace.
  const now = state.deployment.resources?.find((each) => each.urn === urn && isCurrent(each));
  if (since !== undefined && Date.parse(now?.created ?? "") > since) {
    const why = `It exists with the id ${id}, but a later run has created another object for this resource.`;
    return { step: "look", urn, says: `${why} If it is not needed, delete it in the console.` };
  }
  const made = { entry, outputs, hidden: unread, surplus: taken.has(urn) };
  taken.add(urn);
  const says = `It was created with the id ${id}. It is added to the state.`;
  return { step: "record", urn, id, made, says };
}

function isCurrent(entry: StateEntry): boolean {
  return entry.delete !== true && entry.pendingReplacement !== true;
}

function objectSteps({ object: { urn, id, deleting }, is }: ObjectFinding): RecoveryStep[] {
  switch (is) {
    case "gone":
      return [
        { step: "forget", urn, id, says: `It no longer exists (id ${id}). It is removed from the state.` },
      ];
    case "written":
      return [sendAgain(urn, id)];
    case "same":
      return deleting ? [{ step: "drop", urn, operation: "deleting", says: "It was not deleted." }] : [];
  }
}

function sendAgain(urn: string, id = ""): RecoveryStep {
  const says =
    "It may have been changed. The next `pulumi up` sends all values that the program then declares.";
  return { step: "send-again", urn, id, says };
}

/** This package's own creates and deletes are already covered. */
function pendingSteps(pending: PendingEntry, facts: RecoveryFacts): RecoveryStep[] {
  const { type: operation, resource } = pending;
  const { urn, id, type, provider } = resource;
  if (isCreate(pending)) {
    if (kindOfOwn(resource, facts.kinds) !== undefined) {
      return [];
    }
    const declared = declaredProvider(provider);
    const why =
      declared === undefined
        ? `This package does not support ${type}`
        : `The settings of its provider "${declared}" are only in the program`;
    const look =
      "Look for it where the program creates it. If it exists, import it with `pulumi import`, or delete it.";
    return [{ step: "look", urn, says: `${why}, so it was not searched for. ${look}` }];
  }
  if (operation === "updating" && kindOfType(type, facts.kinds) !== undefined) {
    return updateSteps(resource, facts);
  }
  if (operation === "updating" || operation === "deleting") {
    const isSeen = facts.objects.some(({ object }) => object.urn === urn && object.id === id);
    const why = `The result of the ${operation === "updating" ? "update" : "delete"} is unknown.`;
    return isSeen ? [] : [{ step: "refresh", urn, says: `${why} ${refreshFirst}` }];
  }
  const says = operation === "importing" ? "Import it again." : "The next `pulumi up` repeats the operation.";
  return [{ step: "drop", urn, operation, says }];
}

const refreshFirst = "`pulumi up --refresh` reads the current values first.";

/**
 * Sends all inputs again for an object whose update was not recorded as completed. Otherwise, a program that
 * reverts the change would seem unchanged, and a write-only secret would keep the value from the killed run.
 * The engine records an update before it knows the id, under the new URN and the aliases.
 */
function updateSteps({ urn, aliases }: StateEntry, { state, objects }: RecoveryFacts): RecoveryStep[] {
  const urns = [urn, ...(aliases ?? [])];
  const reported = objects.filter(({ is }) => is !== "same").map(({ object }) => object.id);
  return (state.deployment.resources ?? [])
    .filter((each) => urns.includes(each.urn) && isCurrent(each) && !reported.includes(each.id ?? ""))
    .map((each) => sendAgain(each.urn, each.id));
}

function unseenSteps({ state, kinds }: RecoveryFacts): RecoveryStep[] {
  const unseen = (state.deployment.resources ?? []).filter(
    (each) => hasObject(each) && each.external !== true && kindOfOwn(each, kinds) === undefined,
  );
  const byProvider = Map.groupBy(unseen, ({ urn, provider }) => urnOfProvider(provider) ?? urn);
  return [...byProvider].map(([urn, all]) => ({
    ...{ step: "refresh", urn },
    says: `The status of its ${howMany(all.length, "resource")} is unknown. ${refreshFirst}`,
  }));
}

export function lineOf(step: RecoveryStep): string {
  const { type, name } = partsOf("urn" in step ? step.urn : "");
  return printable("urn" in step ? `${type.split(":").at(-1)} ${name}: ${step.says}` : step.says);
}

type Words = (count: number) => string;

const sorts: readonly (readonly [RecoveryStep["step"], sum: Words, deed?: Words])[] = [
  ["unlock", (count) => howMany(count, "stale lock"), () => "remove the lock (`pulumi cancel`)"],
  ["record", (count) => `${count} recovered`, (count) => `add ${howMany(count, "object")} to the state`],
  ["forget", (count) => `${count} deleted`, (count) => `remove ${howMany(count, "object")} from the state`],
  ["send-again", (count) => `${count} to resend`, (count) => `mark ${howMany(count, "object")} to be resent`],
  ["drop", (count) => `${count} dropped`],
  ["refresh", (count) => `${count} to refresh`],
  ["look", (count) => `${count} to check manually`],
];

/** Undefined if there are no actions. A lock from a different machine has its own question. */
export function questionFor(steps: readonly RecoveryStep[], pending: number): string | undefined {
  const open = steps.filter((each) => each.step !== "unlock" || each.alive === false);
  const deeds = sorts.flatMap(([step, _sum, deed]) => {
    const count = stepsOf(open, step).length;
    return count === 0 || deed === undefined ? [] : [deed(count)];
  });
  const all = pending === 0 ? deeds : [...deeds, `drop the ${howMany(pending, "pending operation")}`];
  const text = [all.slice(0, -1).join(", "), ...all.slice(-1)].filter((each) => each !== "").join(" and ");
  return text === "" ? undefined : `${capital(text)}?`;
}

export interface RecoveryReport {
  readonly stack: string;
  readonly dryRun: boolean;
  readonly stopped: boolean;
  readonly steps: readonly RecoveryStep[];
  readonly copy: string | undefined;
}

/** Omits the recorded entries, which contain secrets, and adds the command to run next. */
export function reportFacts({ steps, ...report }: RecoveryReport) {
  const printed = steps.map((step) => (step.step === "record" ? { ...step, made: undefined } : step));
  return { ...report, steps: printed, next: nextCommand(steps) };
}

export function reportAsText({ stack, dryRun, stopped, steps }: RecoveryReport): string {
  const counts = sorts.flatMap(([step, sum]) => {
    const count = stepsOf(steps, step).length;
    return count === 0 ? [] : [sum(count)];
  });
  const summary = `${counts.join(", ")}.`;
  const isLeaving = steps.some(
    (each) => each.step === "forget" || (each.step === "drop" && each.operation === "deleting"),
  );
  const other = isLeaving ? ", or `pulumi destroy` if a destroy was interrupted" : "";
  return steps.length === 0
    ? `Nothing to recover: no run of ${stack} left anything behind.`
    : stopped
      ? `The recovery was not completed. Found: ${summary} Run the command again to continue.`
      : dryRun
        ? `Nothing was changed: this was a dry run. ${summary}`
        : `${summary} Next: \`${nextCommand(steps)}\`${other}.`;
}

function nextCommand(steps: readonly RecoveryStep[]): string {
  return stepsOf(steps, "refresh").length > 0 ? "pulumi up --refresh" : "pulumi up";
}
