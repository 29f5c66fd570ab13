import type { PolicyResource, StackValidationArgs, StackValidationPolicy } from "@pulumi/policy";
import { kindNameOf, type Values } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import type { AccountObject } from "../account/account-object.js";
import type { SetupRule } from "../review/rules/finding.js";
import { setupFindings } from "../review/rules/setup-findings.js";

/** The rules that need no plan, and what they ask for. */
const descriptions = {
  "route-ends-nowhere": "A mapping leads to a model that its workspace has.",
  "pattern-shadowed": "Every mapping can decide for some name.",
  "priority-tie": "No two mappings of one priority take the same name.",
  "workspace-without-budget": "What a workspace may spend is declared.",
  "provider-over-http": "Providers on other machines are called over https.",
  "model-without-cost": "A model says what it costs.",
  "global-prompts-doubled": "No two global prompts say the same, or claim the same position.",
} satisfies Record<SetupRule, string>;

/** The rules of a review that need no plan, as policies: all advisory, until the pack's configuration says otherwise. */
export const setupPolicies: readonly StackValidationPolicy[] = Object.entries(descriptions).map(
  ([name, description]) => ({
    name,
    description,
    enforcementLevel: "advisory",
    validateStack: ({ resources }: StackValidationArgs, report) => {
      const findings = setupFindings(resources.flatMap(declaredFrom));
      for (const { reason, urn } of findings.filter(({ rule }) => rule === name)) {
        report(reason, urn);
      }
    },
  }),
);

function declaredFrom({ type, urn, name, props, propertyDependencies }: PolicyResource): AccountObject[] {
  const from = Object.entries(propertyDependencies).map(([property, sources]) => [
    property,
    sources.map((source) => source.urn),
  ]);
  const values = plainValues(props);
  const object = { urn, name, inputs: values, outputs: values, from: Object.fromEntries(from) };
  const kind = kindNameOf(type);
  return kind === undefined ? [] : [{ ...object, kind }];
}

/**
 * The values of a resource as they are. To read one that is not known yet throws, but its descriptor has it: the
 * rules know the mark of an unknown, so that a policy need not end at the first one.
 */
function plainValues(props: object): Values {
  const descriptors = Object.entries(Object.getOwnPropertyDescriptors(props));
  const values = descriptors.map(([name, { value }]) => [name, z.json().safeParse(value).data] as const);
  return Object.fromEntries(
    values.filter((pair): pair is [string, z.infer<ReturnType<typeof z.json>>] => pair[1] !== undefined),
  );
}
