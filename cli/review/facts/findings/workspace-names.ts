import { isUnknown } from "pulumi-workspace-gateway/tools";
import type { Snapshot, Step } from "../../plan/plan.js";
import { weighed } from "../../rules/finding.js";
import type { Finding } from "../review.js";
import { presentAt } from "../setups.js";
import type { Changed } from "./change-rule.js";

/**
 * Workspaces that get a name which another one had: who goes by the name, such as an application, a person or a file of
 * expectations, is then led to the other one.
 */
export function workspaceNameMoved({ resources }: Changed): Finding[] {
  const isWorkspace = ({ step }: { readonly step: Step }) => resources.kindOf(step)?.guard !== undefined;
  const [before, after] = (["before", "after"] as const).map((moment) =>
    presentAt(moment, resources).filter(isWorkspace),
  );
  const urnsAfter = new Map((after ?? []).map(({ step, snapshot }) => [step.urn, nameOf(snapshot)] as const));
  // The names that their workspaces give up.
  const free = new Map(
    (before ?? []).flatMap(({ step, snapshot }) => {
      const name = nameOf(snapshot);
      return name === undefined || urnsAfter.get(step.urn) === name ? [] : [[name, step] as const];
    }),
  );
  return (after ?? []).flatMap(({ step, snapshot }): Finding[] => {
    const { urn, before: old } = step;
    const name = nameOf(snapshot);
    const isKept = name !== undefined && old !== undefined && nameOf(old) === name;
    const others = [...free].filter(([, { urn: owner, heirOf }]) => owner !== urn && heirOf !== urn);
    const taken = name === undefined || isUnknown(name) ? others : others.filter(([each]) => each === name);
    const [first] = taken;
    if (isKept || first === undefined || step.isUndeclared) {
      return [];
    }
    const [formerly, owner] = first;
    const reason =
      name === undefined || isUnknown(name)
        ? `The name of \`${step.name}\` is known only during the \`up\`. It may be \`${formerly}\`, the one that \`${owner.name}\` gives up.`
        : `\`${step.name}\` gets the name \`${name}\`, which the workspace \`${owner.name}\` had: who uses the name now means another workspace.`;
    return [weighed("high", { rule: "workspace-name-moved", urn, name: step.name, reason })];
  });
}

function nameOf({ inputs, outputs }: Snapshot): string | undefined {
  const name = inputs.name ?? outputs.name;
  return typeof name === "string" ? name : undefined;
}
