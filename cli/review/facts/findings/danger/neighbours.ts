import { isLeftBehind } from "../../../plan/operations.js";
import type { Snapshot, Step } from "../../../plan/plan.js";
import { type Resources, workspaceOf } from "../../resources.js";
import { presentAt } from "../../setups.js";

/** What is around the object of a step. Each is looked up once for all steps. */
export interface Neighbours {
  /** The objects that belong to it: they name it, and cannot be without it. */
  usersOf(step: Step): Step[];
  /** The other objects of its kind that its workspace has after the `up`. */
  othersOf(step: Step): Snapshot[];
}

export function neighboursOf(resources: Resources): Neighbours {
  const users = Map.groupBy(namesIn(resources), ({ name }) => name);
  const listOf = (step: Step) => resources.kindOf(step)?.endpoints.list;
  const placeOf = (step: Step, snapshot: Snapshot | undefined) =>
    JSON.stringify([step.kind, snapshot && workspaceOf(resources, step, snapshot)]);
  const present = Map.groupBy(presentAt("after", resources), ({ step, snapshot }) => placeOf(step, snapshot));
  return {
    usersOf: (step) => {
      // What takes its URN from the program belongs to the object that took the place of one that was left behind.
      const names = [step.before?.id, isLeftBehind(step) ? undefined : step.urn];
      const found = names.flatMap((name) =>
        name === undefined ? [] : (users.get(`${listOf(step)} ${name}`) ?? []),
      );
      return [...new Set(found.map(({ user }) => user))];
    },
    othersOf: (step) =>
      (present.get(placeOf(step, step.before)) ?? [])
        .filter((other) => other.step.urn !== step.urn)
        .map(({ snapshot }) => snapshot),
  };
}

/** What objects name and cannot be without: by its id, and by its URN. */
function namesIn({ plan, kindOf }: Resources): { readonly name: string; readonly user: Step }[] {
  return plan.steps.flatMap((user) => {
    const required = [...(kindOf(user)?.fields.values() ?? [])].filter(({ replace }) => replace === true);
    return required.flatMap(({ name: field, refers }) =>
      refers === undefined || user.before === undefined
        ? []
        : [user.before.inputs[field], ...(user.before.from[field] ?? [])].map((name) => ({
            name: `${refers.list} ${name}`,
            user,
          })),
    );
  });
}
