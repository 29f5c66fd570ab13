import { hasRetired } from "../../../retirement/retirement.js";
import { weighed } from "../../rules/finding.js";
import type { Finding } from "../review.js";
import type { ChangeRule } from "./change-rule.js";
import { decider } from "./routes.js";

/** Names that a mapping leads to a model whose last day is over, and that ended elsewhere before, or nowhere. */
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
    const [heir] = to.replacements;
    return [
      weighed("refused", {
        rule: "route-to-retired",
        ...decider(changed, incoming, after),
        reason:
          `Requests for \`${incoming}\` go to \`${to.model}\` from now on, which retired on ${to.retiresOn}.` +
          `${heir === undefined ? "" : ` It is replaced by \`${heir.name}\`.`}`,
      }),
    ];
  });
};
