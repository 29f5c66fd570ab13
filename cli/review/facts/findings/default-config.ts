import { knownValue } from "../../../account/account-object.js";
import type { Step } from "../../plan/plan.js";
import type { Resources } from "../resources.js";
import type { Finding } from "../review.js";
import { type Present, presentAt } from "../setups.js";
import { workspaceOf } from "../workspace-keys.js";
import type { Changed } from "./change-rule.js";

/** A workspace whose default config goes away, also for the moment of a replacement. */
export function defaultConfigLost({ resources }: Changed): Finding[] {
  const next = new Set(defaultsAt("after", resources).map((each) => placeOf(each, resources)));
  return defaultsAt("before", resources).flatMap((present) => {
    const { step } = present;
    if (step.operation === "same" || step.operation === "read") {
      return [];
    }
    const isLost = !next.has(placeOf(present, resources));
    if (!isLost && !isInterrupted(step)) {
      return [];
    }
    return [
      {
        rule: "default-config-lost",
        risk: isLost ? "high" : "medium",
        urn: step.urn,
        name: step.name,
        reason: isLost
          ? `\`${step.name}\` is no longer the default config, and no other one of this stack takes its place.`
          : `The default config \`${step.name}\` is replaced: for a moment there is no default.`,
      },
    ];
  });
}

function defaultsAt(moment: "before" | "after", resources: Resources): Present[] {
  return presentAt(moment, resources).filter(
    ({ step, snapshot }) =>
      step.kind === "Config" &&
      knownValue(snapshot, "isDefault") === true &&
      knownValue(snapshot, "enabled") !== false,
  );
}

function placeOf({ step, snapshot }: Present, resources: Resources): string {
  return workspaceOf(resources, step, snapshot) ?? "";
}

/** A delete of one default and a create of another come one after the other, too. */
function isInterrupted({ operation, after, before }: Step): boolean {
  const isRemoved = operation === "delete" || operation === "replace";
  return isRemoved && !before?.retainOnDelete && after?.inputs.replaceOrder !== "createFirst";
}
