import { isChange } from "../plan/operations.js";
import type { Plan } from "../plan/plan.js";
import { digestsOf } from "./digest.js";
import type { Pin } from "./pin-format.js";

/**
 * Whether all that was reviewed has been done already: nothing is planned any more, and every resource is as
 * it was planned then. So a pipeline that applies a pin twice does no harm and does not fail.
 */
export function isDone(pin: Pin, { steps, optionChanges }: Plan): boolean {
  const isStillPlanned = steps.some(({ operation }) => isChange(operation));
  if (isStillPlanned || optionChanges.length > 0) {
    return false;
  }
  const inputs = new Map(steps.map(({ urn, after, before }) => [urn, (after ?? before)?.inputs]));
  return pin.steps.every(({ urn, operation, values }) => {
    const now = inputs.get(urn);
    const isRemoval = operation === "delete" || (operation === "other" && Object.keys(values).length === 0);
    if (operation === "delete" || now === undefined) {
      return isRemoval && now === undefined;
    }
    const digests = digestsOf(now, pin.salt, urn);
    return Object.entries(values).every(([name, value]) => value === null || value === digests[name]);
  });
}
