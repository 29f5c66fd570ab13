import type { Plan, Step } from "../plan/plan.js";
import type { Resources } from "./resources.js";
import type { ObjectChange } from "./review.js";

/** What the review cannot know, a sentence each. */
export function caveatsOf(resources: Resources, changes: readonly ObjectChange[]): string[] {
  const { plan } = resources;
  const fields = changes.flatMap((change) => change.fields);
  const updated = changes
    .filter(({ operation }) => operation === "update")
    .flatMap((change) => change.fields);
  const foreign = changes.filter(({ kind }) => kind.includes(":")).length;
  return [
    ...(plan.errors.length === 0 ? [] : ["The preview failed, so this is only what it showed until then."]),
    ...gapsOf(plan),
    ...(updated.some(({ is }) => is === "unknown")
      ? ["Values that are known only during the `up` may stay as they are: then nothing is sent for them."]
      : []),
    ...(fields.some(({ is, ...rest }) => is === "secret" && "words" in rest && rest.words.startsWith("may"))
      ? ["A preview covers secrets: it cannot say whether one that is set stays the same."]
      : []),
    ...(plan.steps.some((step) => isWaitedFor(step, resources))
      ? ["While the `up` waits for an object to be ready, it reads it again and again: this is not counted."]
      : []),
    ...(plan.compared === undefined
      ? []
      : ["Ids, times and secrets are not compared, nor what nobody can read: gateway keys and invitations."]),
    ...(plan.live?.notes ?? []),
    ...(foreign === 0 ? [] : ["Resources of other packages are only listed, not judged."]),
  ];
}

/** What a preview does not show: it may have been asked for less. */
export function gapsOf(plan: Plan): string[] {
  return [
    ...(plan.narrowedBy === undefined
      ? []
      : ["The preview covers a part of the stack. Other changes of the program are not in it."]),
    ...(plan.isWhole
      ? []
      : [
          "The preview does not show what stays (`--show-sames`): routes, and what belongs to each other, are " +
            "computed from what changes only.",
        ]),
    // Of a new stack there is nothing to read.
    ...(plan.isRefreshed || plan.steps.every(({ before }) => before === undefined)
      ? []
      : [
          "The preview did not read the gateway (`--refresh`): what was changed in the console is not in it.",
        ]),
  ];
}

function isWaitedFor(step: Step, resources: Resources): boolean {
  const wait = resources.kindOf(step)?.wait;
  const isMade = step.operation === "create" || step.operation === "replace";
  return isMade && wait !== undefined && step.after?.inputs[wait.unless] !== false;
}
