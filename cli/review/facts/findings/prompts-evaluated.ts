import { weighed } from "../../rules/finding.js";
import type { Finding } from "../review.js";
import type { Changed } from "./change-rule.js";

/** Changed prompts without evidence, where somebody requires it. */
export function promptsEvaluated({ prompts, requiresEvidence }: Changed): Finding[] {
  return prompts.flatMap(({ urn, resource, why, evidence }) =>
    requiresEvidence && evidence?.is === "missing"
      ? [
          weighed("refused", {
            rule: "prompts-evaluated",
            urn,
            name: resource,
            reason: `The prompt \`${resource}\` ${why.join(", ")}, and nothing shows that it has passed its evaluation: ${evidence.reason}.`,
          }),
        ]
      : [],
  );
}
