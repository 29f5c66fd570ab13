import type { AccountObject } from "../../account/account-object.js";
import { findRetirements, retirementWords } from "../../retirement/retirement.js";
import type { Unweighed } from "./finding.js";

/** Models that retire within 30 days or have retired, and still have a mapping that resolves to them. */
export function modelRetires(objects: readonly AccountObject[], today: string): Unweighed[] {
  return findRetirements(objects, today)
    .filter(({ routes }) => routes.length > 0)
    .map((retirement) => ({
      rule: "model-retires",
      urn: retirement.urn,
      name: retirement.name,
      reason: `${retirementWords(retirement)} Point these mappings at another model.`,
    }));
}
