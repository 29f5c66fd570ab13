import { isInTheWay } from "../../../retirement/retirement.js";
import { retirementSentences } from "../../../retirement/retirement-words.js";
import type { Finding, Review } from "../../facts/review.js";
import type { Section } from "../block.js";
import { asLine, listSection } from "../lines.js";

/** Whether a finding has its place among the models that retire. */
export function isOfRetirement({ rule }: Pick<Finding, "rule">): boolean {
  return rule === "model-retires";
}

/** Models that retire soon or have retired and are still in use, those first with which the change has to do. */
export function retirementSection(review: Review): readonly Section[] {
  const risks = new Map(review.findings.filter(isOfRetirement).map(({ urn, risk }) => [urn, risk]));
  const items = told(review).map(({ urn, sentences }) => {
    const risk = risks.get(urn);
    return risk === undefined ? { line: asLine(sentences) } : { risk, line: asLine(sentences) };
  });
  return listSection(
    { id: "retirement", title: "Models that retire, and are in use", share: 0.08 },
    items.toSorted((a, b) => Number("risk" in b) - Number("risk" in a)),
  );
}

/** The same where nothing changes, and so no section is. */
export function retirementLines(review: Review): string[] {
  return told(review).map(({ sentences }) => sentences);
}

function told({ retirements }: Review) {
  return retirements
    .filter(isInTheWay)
    .map((retirement) => ({ urn: retirement.urn, sentences: retirementSentences(retirement) }));
}
