import { connectionOf, howMany, isUnknown, priorGateway } from "pulumi-workspace-gateway/tools";
import { covered } from "../../../account/covered.js";
import { isOfSettings } from "../../plan/gateway-settings.js";
import type { Step } from "../../plan/plan.js";
import { weighed } from "../../rules/finding.js";
import { changedFields, doubtfulSecrets, type FieldDifference, maskedDifference } from "../differences.js";
import { changeWords } from "../fields/field-words.js";
import type { Resources } from "../resources.js";
import type { Finding } from "../review.js";
import type { Changed } from "./change-rule.js";

/** Settings of how many requests are sent, and how long to wait. They decide neither who answers nor what is managed. */
const harmless: ReadonlySet<string> = new Set(["maxConcurrency", "maxWait", "requestTimeout", "retryBudget"]);

/** Changes of the gateway, the account or the way by which resources are managed. */
export function gatewaySettings({ resources }: Changed): Finding[] {
  const { steps, movedFrom = [] } = resources.plan;
  const isNewStack = steps.every((step) => step.before === undefined || step.isUndeclared || step.takesOver);
  const moved = steps.filter(({ provider, before }) => {
    const gateway = priorGateway(before?.outputs ?? {});
    return provider === undefined && gateway !== undefined && movedFrom.includes(gateway);
  });
  return [
    ...steps.flatMap((step) =>
      isOfSettings(step) ? ofProvider(step, resources, isNewStack) : switched(step),
    ),
    ...(moved.length === 0
      ? []
      : [
          found(
            { urn: "", name: "gateway" },
            `The gateway of ${howMany(moved.length, "resource")} has another address (\`movedFrom\`).`,
          ),
        ]),
  ];
}

function found(
  { urn, name }: Pick<Step, "urn" | "name">,
  reason: string,
  level: "medium" | "high" = "high",
): Finding {
  return weighed(level, { rule: "gateway-settings-changed", urn, name, reason });
}

function ofProvider(step: Step, resources: Resources, isNewStack: boolean): Finding[] {
  const { operation, name } = step;
  if (operation === "create") {
    const reason = `\`${name}\` is a new \`Provider\`: the gateway that it names is managed from here.`;
    return [found(step, reason, isNewStack ? "medium" : "high")];
  }
  const differences = [...changedFields(undefined, step), ...doubtfulSecrets(undefined, step)].filter(
    ({ field }) => !harmless.has(field.name),
  );
  const words = differences.map((difference) => settingWords(difference, resources));
  return words.length === 0 ? [] : [found(step, `The settings of \`${name}\` change: ${words.join(", ")}.`)];
}

function settingWords(difference: FieldDifference, { mask }: Resources): string {
  const { field, before, after, isSure } = maskedDifference(difference, mask);
  if (before === covered && after === covered) {
    return `\`${field.name}\`${isSure ? "" : " perhaps, which a preview covers"}`;
  }
  if (before === covered || after === covered) {
    return `\`${field.name}\` ${after === undefined ? "is no longer set" : "is set"}`;
  }
  return isUnknown(after)
    ? `${field.name} is known during the \`up\``
    : `${field.name} ${changeWords({ place: `Provider.${field.name}`, nameOf: () => undefined }, before, after)}`;
}

/** A resource that is managed by another `Provider` or connection from now on. */
function switched(step: Step): Finding[] {
  const { name, provider, formerProvider, before, after, takesOver, heirOf } = step;
  const [was, is] = [before, after].map((snapshot) => connectionOf(snapshot?.inputs ?? {}));
  const isKept = before !== undefined && after !== undefined && !takesOver && heirOf === undefined;
  const named = (way: string | undefined) => (way ? `\`${way}\`` : "the default one");
  return [
    ...(formerProvider === undefined
      ? []
      : [
          found(
            step,
            `\`${name}\` is managed by another provider: ${named(provider)} instead of ${named(formerProvider)}.`,
          ),
        ]),
    ...(isKept && was !== is
      ? [
          found(
            step,
            `\`${name}\` is managed by another connection: ${isUnknown(is) ? "one that is known during the `up`" : named(is)} instead of ${named(was)}.`,
          ),
        ]
      : []),
  ];
}
