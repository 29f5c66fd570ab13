import { howMany } from "pulumi-workspace-gateway/tools";
import { isOfExpectations } from "../../review/blocks/expectations-section.js";
import type { Review } from "../../review/facts/review.js";
import type { Pin } from "../../review/pin/pin-format.js";
import { Refused } from "../terminal.js";

/** What is expected of the gateway has to hold now, too. What was broken in the review, a person has seen. */
export function assertExpected({ unmet = [] }: Pin, { findings }: Review): void {
  const broken = findings.filter((finding) => isOfExpectations(finding) && !unmet.includes(finding.name));
  if (broken.length > 0) {
    const lines = broken.map(({ name, reason }) => `- ${name}: ${reason}`);
    const what = `${howMany(broken.length, "expectation")} would be broken that the review did not show as broken`;
    throw new Refused(`${what}:\n${lines.join("\n")}\nNothing was applied. Review again.`, 3);
  }
}
