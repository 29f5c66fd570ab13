import type { AccountObject } from "../../account/account-object.js";
import { findRetirements } from "../../retirement/find-retirements.js";
import { retirementSentences } from "../../retirement/retirement-words.js";
import type { Unweighed } from "./finding.js";

/** Models that retire within 30 days or have retired, and to which mappings still lead. */
export function modelRetires(objects: readonly AccountObject[], today: string): Unweighed[] {
  return findRetirements(objects, { today })
    .filter(({ routes }) => routes.length > 0)
    .map((retirement) => ({
      rule: "model-retires",
      urn: retirement.urn,
      name: retirement.name,
      reason: `${retirementSentences(retirement)} Lead them elsewhere.`,
    }));
}
