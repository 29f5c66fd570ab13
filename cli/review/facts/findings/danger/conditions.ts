import {
  type Danger,
  type Field,
  isUnknown,
  type Kind,
  shownOf,
  type Where,
} from "pulumi-workspace-gateway/tools";
import { isLeftBehind } from "../../../plan/operations.js";
import type { Snapshot, Step } from "../../../plan/plan.js";
import type { Resources } from "../../resources.js";
import { presentAt } from "../../setups.js";
import { workspaceOf } from "../../workspace-keys.js";

/** Whether what a danger asks for besides is true of a step. */
export function isMet({ where, sole, inUse }: Danger, step: Step, kind: Kind, resources: Resources): boolean {
  const isSo = (snapshot: Snapshot) => where === undefined || where.some((each) => matches(each, snapshot));
  return (
    [step.before, step.after].some((snapshot) => snapshot !== undefined && isSo(snapshot)) &&
    !(sole === true && isTakenOver(isSo, step, resources)) &&
    (inUse !== true || usersOf(step, kind, resources).length > 0)
  );
}

/** What is not known yet may be anything. */
function matches(where: Where, { inputs, outputs }: Snapshot): boolean {
  return Object.entries(where).every(([name, values]) => {
    const value = inputs[name] ?? outputs[name] ?? shownOf(outputs)?.[name] ?? null;
    return isUnknown(value) || values.some((each) => each === value);
  });
}

/** Whether another object of the place is, after the step, what this one was. */
function isTakenOver(isSo: (snapshot: Snapshot) => boolean, step: Step, resources: Resources) {
  const place = step.before && workspaceOf(resources, step, step.before);
  return presentAt("after", resources).some(
    (other) =>
      other.step.kind === step.kind &&
      other.step.urn !== step.urn &&
      workspaceOf(resources, other.step, other.snapshot) === place &&
      isSo(other.snapshot),
  );
}

/** The objects that belong to the one of a step: they name it, and cannot be without it. */
export function usersOf(used: Step, kind: Kind, resources: Resources): Step[] {
  return resources.plan.steps.filter((step) =>
    [...(resources.kindOf(step)?.fields.values() ?? [])].some((field) => belongs(field, kind, step, used)),
  );
}

function belongs(
  { name, refers, replace }: Field,
  { endpoints }: Kind,
  { before }: Step,
  used: Step,
): boolean {
  if (refers === undefined || refers.list !== endpoints.list || replace !== true || before === undefined) {
    return false;
  }
  // What takes its URN from the program belongs to the object that took the place of one that was left behind.
  const isOfUrn = !isLeftBehind(used) && before.from[name]?.includes(used.urn) === true;
  return before.inputs[name] === used.before?.id || isOfUrn;
}
