import type { Level } from "pulumi-workspace-gateway/tools";
import type { OptionChange } from "../../plan/plan.js";
import { weighed } from "../../rules/finding.js";
import { releaseOf } from "../notes.js";
import { destroyedWorkspaces, workspaceOf } from "../resources.js";
import type { Finding } from "../review.js";
import type { Changed } from "./change-rule.js";

/** Options that make a later loss possible, keep an object that a program no longer has, or hide later changes. */
export function optionWeakened({ resources }: Changed): Finding[] {
  const { optionChanges } = resources.plan;
  return optionChanges.flatMap((change) => {
    const level = levelOf(change);
    const { urn, name, words } = change;
    const reason = `\`${name}\` ${words}.`;
    return level === undefined ? [] : [weighed(level, { rule: "option-weakened", urn, name, reason })];
  });
}

function levelOf({ kind, option, isOn }: OptionChange): Level | undefined {
  if (option === "protect") {
    return isOn ? undefined : kind === "Workspace" ? "high" : "medium";
  }
  if (option === "ignoreChanges") {
    return isOn ? "medium" : undefined;
  }
  return option === "retainOnDelete" || option === "external" ? "medium" : undefined;
}

/** Members who leave the program and keep their access. */
export function accessKept({ resources }: Changed): Finding[] {
  const destroyed = destroyedWorkspaces(resources);
  return resources.plan.steps.flatMap((step) => {
    const { operation, urn, name, before } = step;
    const kind = resources.kindOf(step);
    const place = before && workspaceOf(resources, step, before);
    const isGone = (operation === "delete" || operation === "replace") && !destroyed.has(place ?? "");
    const isKept = before?.retainOnDelete === true || (kind && releaseOf(kind, step) === "keep");
    return isGone && isKept && kind?.name === "Member"
      ? [
          weighed("high", {
            rule: "access-kept",
            urn,
            name,
            reason: `\`${name}\` leaves the program and keeps access to the workspace.`,
          }),
        ]
      : [];
  });
}
