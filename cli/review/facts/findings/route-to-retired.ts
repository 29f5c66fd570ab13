import { hasRetired, replacementWords } from "../../../retirement/retirement.js";
import { weighed } from "../../rules/finding.js";
import type { Finding } from "../review.js";
import type { ChangeRule } from "./change-rule.js";
import { decider } from "./routes.js";

/** Names that a mapping newly resolves to a model that has retired. */
export const routeToRetired: ChangeRule = (changed): Finding[] => {
  const retired = new Map(
    changed.retirements.filter(hasRetired).map((retirement) => [retirement.urn, retirement]),
  );
  return changed.routes.flatMap(({ incoming, before, after }) => {
    const to = after?.byUrn === undefined ? undefined : retired.get(after.modelUrn ?? "");
    const isNew = before?.modelUrn === undefined || before.modelUrn !== after?.modelUrn;
    if (to === undefined || !isNew) {
      return [];
    }
    return [
      weighed("refused", {
        rule: "route-to-retired",
        ...decider(changed, incoming, after),
        reason:
          `\`${incoming}\` now resolves to \`${to.model}\`, which retired on ${to.retiresOn}. ` +
          replacementWords(to),
      }),
    ];
  });
};
