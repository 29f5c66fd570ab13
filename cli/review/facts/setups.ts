import { defined, isUnknown, type Kind } from "pulumi-workspace-gateway/tools";
import { type AccountObject, workspaceKey } from "../../account/account-object.js";
import { brokenMappings } from "../../routing/findings.js";
import { routedSetup, type Setup } from "../../routing/setup.js";
import { mayAdopt } from "../plan/operations.js";
import type { Plan, Snapshot, Step } from "../plan/plan.js";
import { type Resources, resourcesOf, unplaced, workspaceNames } from "./resources.js";

/** A resource at one of the two moments that a review compares. */
export interface Present {
  readonly step: Step;
  readonly snapshot: Snapshot;
}

/** What is there before the `up`, or after it. What is deleted with `retainOnDelete` stays on the gateway. */
export function presentAt(moment: "before" | "after", { plan }: Resources): Present[] {
  // What has an heir is one object with it, under its URN.
  const inherited = new Set(plan.steps.map(({ heirOf }) => heirOf));
  return plan.steps.flatMap((step) => {
    if (moment === "before" && inherited.has(step.urn)) {
      return [];
    }
    const { before, after, operation } = step;
    const stays = operation === "delete" && before?.retainOnDelete ? before : after;
    const snapshot = moment === "before" ? before : stays;
    return snapshot === undefined || operation === "other" ? [] : [{ step, snapshot }];
  });
}

/** All that decides where requests end, before a plan and after it. */
export function momentsOf(plan: Plan, kinds: readonly Kind[]): { before: Setup; after: Setup } {
  const resources = resourcesOf(plan, kinds);
  return { before: setupAt("before", resources), after: setupAt("after", resources) };
}

/** The same at one moment. */
export function setupAt(moment: "before" | "after", resources: Resources): Setup {
  const { [unplaced]: _, ...workspaces } = workspaceNames(resources);
  return { ...routedSetup(declaredAt(moment, resources)), workspaces };
}

/** The workspaces of which a plan knows all models and providers: ids of those that were read, URNs of new ones. */
export function wholeWorkspaces({ steps, live }: Plan): ReadonlySet<string> {
  const fresh = steps.filter(
    (step) => step.kind === "Workspace" && step.operation === "create" && !step.takesOver && !mayAdopt(step),
  );
  const read = live === undefined || live.unread.length > 0 ? [] : live.read;
  return new Set([...read, ...fresh.map(({ urn }) => urn)]);
}

/**
 * The workspaces that a stack makes, by the plan that shows all that the stack has: there, the stack's models and providers are
 * taken for all. Empty if the gateway was to be read and did not show everything.
 */
export function plannedWorkspaces({ steps, live, isWhole, compared }: Plan): ReadonlySet<string> {
  const own = steps.filter(
    (step) => step.kind === "Workspace" && step.operation !== "read" && !step.isUndeclared && !mayAdopt(step),
  );
  const isKnown = isWhole && compared === undefined && (live?.unread ?? []).length === 0;
  return new Set(isKnown ? own.flatMap(({ before }) => before?.id ?? []) : []);
}

/** Of these, those in which a mapping leads to none of the stack's models: only the gateway shows whether others have made it. */
export function doubtfulWorkspaces(plan: Plan, kinds: readonly Kind[]): ReadonlySet<string> {
  const objects = objectsAfter(plan, kinds);
  const lost = brokenMappings(routedSetup(objects, plannedWorkspaces(plan)));
  const urns = new Set(lost.flatMap(({ rule, urn }) => (rule === "target-unknown" ? urn : [])));
  return new Set(objects.flatMap((object) => (urns.has(object.urn) ? workspaceKey(object) : [])));
}

/** All objects after a plan, also those that nobody declares, as far as they were read. */
export function objectsAfter(plan: Plan, kinds: readonly Kind[]): AccountObject[] {
  return declaredAt("after", resourcesOf(plan, kinds));
}

/** The same before it. */
export function objectsBefore(plan: Plan, kinds: readonly Kind[]): AccountObject[] {
  return declaredAt("before", resourcesOf(plan, kinds));
}

/**
 * The gateway name of a model that is updated: while the names of the model and of its provider stay, it most likely stays, too,
 * whatever else changes.
 */
function likelyName(
  { kind, operation, before, after }: Step,
  resources: Resources,
): Pick<AccountObject, "outputs" | "hasLikelyName"> | undefined {
  const name = before?.outputs.gatewayName;
  if (kind !== "Model" || operation !== "update" || typeof name !== "string" || after === undefined) {
    return undefined;
  }
  const provider = resources.named(after, "providerId");
  const isKept = (field: string) => before?.inputs[field] === after.inputs[field];
  const isSame =
    isKept("name") && isKept("providerId") && provider?.before?.inputs.name === provider?.after?.inputs.name;
  const isOpen = after.outputs.gatewayName === undefined || isUnknown(after.outputs.gatewayName);
  return isSame && isOpen
    ? { outputs: { ...after.outputs, gatewayName: name }, hasLikelyName: true }
    : undefined;
}

/** The objects of one moment, as the rules about a setup see them. */
export function declaredAt(moment: "before" | "after", resources: Resources): AccountObject[] {
  return presentAt(moment, resources).flatMap(({ step, snapshot }) =>
    step.kind === undefined
      ? []
      : [
          {
            kind: step.kind,
            urn: step.urn,
            name: step.name,
            inputs: snapshot.inputs,
            outputs: snapshot.outputs,
            ...(moment === "after" && likelyName(step, resources)),
            from: snapshot.from,
            ...defined({ id: snapshot.id, isUndeclared: step.isUndeclared, isOnlyRead: snapshot.external }),
          },
        ],
  );
}
