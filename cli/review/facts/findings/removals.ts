import { howMany, isUnknown } from "pulumi-workspace-gateway/tools";
import { isLeftBehind, isRemoved } from "../../plan/operations.js";
import type { Step } from "../../plan/plan.js";
import { releaseOf } from "../notes.js";
import type { Resources } from "../resources.js";
import type { Finding } from "../review.js";
import type { Changed } from "./change-rule.js";

/** Workspaces that are destroyed: a kind with a guard holds what others belong to. */
export function destroyedWorkspaces(resources: Resources): Step[] {
  return resources.plan.steps.filter(
    (step) => resources.kindOf(step)?.guard !== undefined && isRemoved(step),
  );
}

export function workspaceDelete({ resources }: Changed): Finding[] {
  return destroyedWorkspaces(resources).map((step) => ({
    rule: "workspace-delete",
    risk: "high",
    urn: step.urn,
    name: step.name,
    reason: `${whichWorkspace(step)} is ${
      step.operation === "replace" ? "destroyed and made anew" : "destroyed"
    }, with everything in it.`,
  }));
}

function whichWorkspace(step: Step): string {
  const left = `The workspace that an interrupted replacement of \`${step.name}\` left behind`;
  return isLeftBehind(step) ? left : `The workspace \`${step.name}\``;
}

/** A destroy of what is not empty gets possible. */
export function forceDestroy({ resources }: Changed): Finding[] {
  return resources.plan.steps.flatMap((step) => {
    const unless = resources.kindOf(step)?.guard?.unless ?? "";
    const planned = step.after?.inputs[unless];
    const isTurnedOn =
      isThere(step) && step.before?.inputs[unless] !== true && (planned === true || isUnknown(planned));
    return isTurnedOn
      ? [
          {
            rule: "force-destroy",
            risk: "medium",
            urn: step.urn,
            name: step.name,
            reason: `After this \`up\` a destroy may delete \`${step.name}\` with everything in it (\`${unless}\`${
              isUnknown(planned) ? ", which is known only then" : ""
            }).`,
          },
        ]
      : [];
  });
}

/** What is created may be there already too, with what it holds. */
function isThere({ before, after }: Step): boolean {
  return before !== undefined || after?.inputs.adopt === true;
}

/** A provider takes its models along. */
export function providerDelete({ resources }: Changed): Finding[] {
  return resources.plan.steps.flatMap((step) => {
    const models = step.kind === "ModelProvider" && isRemoved(step) ? modelsOf(step, resources) : [];
    return models.length === 0
      ? []
      : [
          {
            rule: "provider-delete-with-models",
            risk: "high",
            urn: step.urn,
            name: step.name,
            reason:
              `The provider \`${step.name}\` is ${step.operation === "replace" ? "replaced" : "deleted"} ` +
              `with ${howMany(models.length, "model")} under it: ${listed(models.map(({ name }) => name))}.`,
          },
        ];
  });
}

function modelsOf(provider: Step, { plan }: Resources): Step[] {
  const { before, urn } = provider;
  // The models of its URN belong to the provider that took the place of one that was left behind.
  const isOfUrn = (step: Step) => !isLeftBehind(provider) && step.before?.from.providerId?.includes(urn);
  return plan.steps.filter(
    (step) =>
      step.kind === "Model" &&
      step.before !== undefined &&
      (step.before.inputs.providerId === before?.id || isOfUrn(step)),
  );
}

/** The first few of some names. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => `\`${name}\``);
  return names.length > 5 ? `${shown.join(", ")} and ${names.length - 5} more` : shown.join(", ");
}

/** People who can no longer enter a workspace. */
export function accessRemoved({ resources }: Changed): Finding[] {
  return resources.plan.steps.flatMap((step) => {
    const kind = resources.kindOf(step);
    const isTaken =
      step.kind === "Member" && kind !== undefined && isRemoved(step) && releaseOf(kind, step) === "delete";
    return isTaken
      ? [
          {
            rule: "access-removed",
            risk: "medium",
            urn: step.urn,
            name: step.name,
            reason: `\`${step.name}\` loses access to the workspace.`,
          },
        ]
      : [];
  });
}
