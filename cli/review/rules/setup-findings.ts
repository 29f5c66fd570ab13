import { type Level, levels } from "pulumi-workspace-gateway/tools";
import type { AccountObject } from "../../account/account-object.js";
import { routingFindings } from "../../routing/findings.js";
import { routedSetup } from "../../routing/setup.js";
import { type Finding, type Rule, weighed } from "./finding.js";
import { globalPromptsDoubled } from "./global-prompts.js";
import { modelRetires } from "./model-retires.js";
import { modelWithoutCost, providerOverHttp, workspaceWithoutBudget } from "./object-rules.js";

const risks: Partial<Record<Rule, Level>> = {
  "route-ends-nowhere": "refused",
  "provider-over-http": "high",
  "pattern-shadowed": "medium",
  "priority-tie": "medium",
  "model-retires": "medium",
};

const objectRules = [providerOverHttp, modelWithoutCost, globalPromptsDoubled, workspaceWithoutBudget];

/**
 * What is odd about a setup by itself on a day, the most severe first. With what was there `formerly`, also which
 * mappings lead to a model that goes away.
 */
export function setupFindings(
  declared: readonly AccountObject[],
  today: string,
  formerly?: readonly AccountObject[],
): Finding[] {
  // The engine names resources in the order in which they are ready.
  const objects = declared.toSorted((a, b) => (a.urn < b.urn ? -1 : a.urn > b.urn ? 1 : 0));
  const before = formerly && routedSetup(formerly);
  const ofRouting = routingFindings(routedSetup(objects), before);
  const ofObjects = objectRules.flatMap((rule) => rule(objects));
  return [...ofRouting, ...ofObjects, ...modelRetires(objects, today)]
    .map(({ rule, urn, name, reason }) => weighed(risks[rule] ?? "low", { rule, urn, name, reason }))
    .toSorted((a, b) => levels.indexOf(b.level) - levels.indexOf(a.level));
}
