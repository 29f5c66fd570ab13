import type { DangerRule, Kind } from "pulumi-workspace-gateway/tools";
import type { Route } from "../../../routing/compare-routes.js";
import type { Snapshot } from "../../plan/plan.js";
import { weighed } from "../../rules/finding.js";
import type { Resources } from "../resources.js";
import type { Finding } from "../review.js";
import type { Changed } from "./change-rule.js";
import type { Hit } from "./danger/hit.js";
import { amountsOf, worstOf } from "./danger/hit.js";
import { hitsIn } from "./danger/hits.js";
import { changesIn } from "./danger/reason.js";
import { decider } from "./routes.js";

const rule = "cost-up" satisfies DangerRule;

/** Names that end at a dearer model, as severe as if their model itself got so much dearer. */
export function routeCosts(changed: Changed): Finding[] {
  const { resources, routes } = changed;
  return routes.flatMap((route) => {
    const hits = route.moved ? rises(route, resources) : [];
    const [first] = hits;
    return first === undefined
      ? []
      : [
          weighed(worstOf(hits), {
            rule,
            ...decider(changed, route.incoming, route.after),
            reason: `\`${route.incoming}\` ${first.isOpen ? "perhaps " : ""}goes to a dearer model: ${changesIn(hits, resources).join(", ")}.`,
            ...amountsOf(hits),
          }),
        ];
  });
}

/** Those that are sure come first. */
function rises({ before, after }: Route, resources: Resources): Hit[] {
  const [old, planned] = [resources.byUrn(before?.modelUrn ?? ""), resources.byUrn(after?.modelUrn ?? "")];
  const kind = planned && resources.kindOf(planned);
  const hits = kind === undefined ? [] : between(kind, old?.before, planned?.after ?? planned?.before);
  return hits.toSorted((a, b) => Number(a.isOpen) - Number(b.isOpen));
}

function between(kind: Kind, before: Snapshot | undefined, after: Snapshot | undefined): Hit[] {
  return [...kind.fields.values()].flatMap((field) => {
    const change = { kind, field, before: before?.inputs[field.name], after: after?.inputs[field.name] };
    const costs = (field.danger ?? []).filter((danger) => danger.rule === rule);
    return typeof change.before === "number" ? hitsIn(change, costs) : [];
  });
}
