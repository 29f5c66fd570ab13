import { isInUse, retirementWords } from "../../retirement/retirement.js";
import type { Finding, Review } from "../facts/review.js";
import type { Section } from "./block.js";
import { asLine, listSection } from "./lines.js";

/** Whether the section of retiring models shows a finding. */
export function isOfRetirement({ rule }: Pick<Finding, "rule">): boolean {
  return rule === "model-retires";
}

/** Models that retire soon or have retired and are still in use. Those that the change touches come first. */
export function retirementSection({ retirements, findings }: Review): readonly Section[] {
  const risks = new Map(findings.filter(isOfRetirement).map(({ urn, risk }) => [urn, risk]));
  const items = retirements.filter(isInUse).map((retirement) => {
    const line = asLine(retirementWords(retirement));
    const risk = risks.get(retirement.urn);
    return risk === undefined ? { line } : { risk, line };
  });
  return listSection(
    { title: "Models that retire and are in use", share: 0.08 },
    items.toSorted((a, b) => Number("risk" in b) - Number("risk" in a)),
  );
}
