import { type Danger, isUnknown, shownOf, type Where } from "pulumi-workspace-gateway/tools";
import type { Snapshot, Step } from "../../../plan/plan.js";
import type { Neighbours } from "./neighbours.js";

/** Whether what a danger asks for besides is true of a step. */
export function isMet({ where, sole, inUse }: Danger, step: Step, neighbours: Neighbours): boolean {
  const isSo = (snapshot: Snapshot) => where === undefined || where.some((each) => matches(each, snapshot));
  return (
    [step.before, step.overwrites, step.after].some((snapshot) => snapshot !== undefined && isSo(snapshot)) &&
    // Another object of the place may be, after the step, what this one was.
    !(sole === true && neighbours.othersOf(step).some(isSo)) &&
    (inUse !== true || neighbours.usersOf(step).length > 0)
  );
}

/** What is not known yet may be anything. */
function matches(where: Where, { inputs, outputs }: Snapshot): boolean {
  return Object.entries(where).every(([name, values]) => {
    const value = inputs[name] ?? outputs[name] ?? shownOf(outputs)?.[name] ?? null;
    return isUnknown(value) || values.some((each) => each === value);
  });
}
