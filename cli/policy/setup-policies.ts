import type { StackValidationArgs, StackValidationPolicy } from "@pulumi/policy";
import { systemIo } from "pulumi-workspace-gateway/tools";
import type { SetupRule } from "../review/rules/finding.js";
import { setupFindings } from "../review/rules/setup-findings.js";
import { utcDay } from "../text/utc-day.js";
import { declaredObjects } from "./declared-objects.js";

/** The rules that need no plan, and what they ask for. */
const descriptions = {
  "route-ends-nowhere": "A mapping leads to a model that its workspace has.",
  "pattern-shadowed": "Every mapping can decide for some name.",
  "priority-tie": "No two mappings of one priority take the same name.",
  "workspace-without-budget": "What a workspace may spend is declared.",
  "provider-over-http": "Providers on other machines are called over https.",
  "model-without-cost": "A model says what it costs.",
  "global-prompts-doubled": "No two global prompts say the same, or claim the same position.",
  "model-retires": "No mapping leads to a model that retires within 30 days, or has retired.",
} satisfies Record<SetupRule, string>;

/** The rules of a review that need no plan, as policies. All are advisory unless the pack's configuration says otherwise. */
export const setupPolicies: readonly StackValidationPolicy[] = Object.entries(descriptions).map(
  ([name, description]) => ({
    name,
    description,
    enforcementLevel: "advisory",
    validateStack: ({ resources }: StackValidationArgs, report) => {
      const findings = setupFindings(declaredObjects(resources), utcDay(systemIo.now()));
      for (const { reason, urn } of findings.filter(({ rule }) => rule === name)) {
        report(reason, urn);
      }
    },
  }),
);
