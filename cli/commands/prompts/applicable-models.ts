import { isUnknown, type Json, shownOf } from "pulumi-workspace-gateway/tools";
import { type AccountObject, type Valued, workspaceKey } from "../../account/account-object.js";
import { hidesSecret } from "../../account/covered.js";

import { type RoutedMapping, routedSetup } from "../../routing/setup.js";

/** The models that a prompt may be used with. */
export interface ApplicableModels {
  /** Provider and model, such as `openai/gpt-4.1-mini`. Sorted, each once. */
  readonly models: readonly string[];
  /** Whether there may be more, which are not known yet. */
  readonly isOpen: boolean;
}

/** What a property is, or will be: the declared value, also null, or else the gateway's. */
export function settledValue({ inputs, outputs }: Valued, field: string): Json | undefined {
  const declared = inputs[field];
  return declared === undefined ? (outputs[field] ?? shownOf(outputs)?.[field]) : declared;
}

/** Whether a value may be anything: it is known only during the `up`, or it is covered. */
export function isUncertain(value: Json | undefined): boolean {
  return isUnknown(value) || hidesSecret(value);
}

const open: ApplicableModels = { models: [], isOpen: true };
const none: ApplicableModels = { models: [], isOpen: false };
const only = (model: string): ApplicableModels => ({ models: [model], isOpen: false });

/**
 * Returns the models that a prompt may be used with: its own, or, for a prompt of the whole workspace or of no model, every model of
 * the workspace and every target of a mapping. The API does not say whether a model answers to its own gateway name before any
 * mapping, so each counts.
 */
export function applicableModels(
  objects: readonly AccountObject[],
): (prompt: AccountObject) => ApplicableModels {
  const { models, mappings } = routedSetup(objects);
  const byUrn = new Map(objects.map((object) => [object.urn, object]));
  const byId = new Map(objects.flatMap((object) => (object.id === undefined ? [] : [[object.id, object]])));
  const named = new Set(models.map(({ workspace, gatewayName }) => JSON.stringify([workspace, gatewayName])));
  const referred = (object: AccountObject, field: string) => {
    const id = settledValue(object, field);
    const found = typeof id === "string" ? byId.get(id) : undefined;
    return found ?? byUrn.get(object.from?.[field]?.[0] ?? "");
  };
  const modelOf = (model: AccountObject | undefined): ApplicableModels => {
    if (model === undefined) {
      return open;
    }
    const provider = referred(model, "providerId");
    const names = [
      provider === undefined ? settledValue(model, "providerId") : settledValue(provider, "name"),
      settledValue(model, "apiName") ?? settledValue(model, "name"),
    ];
    return names.some((name) => typeof name !== "string" || isUncertain(name)) ? open : only(names.join("/"));
  };
  const contextOf = ({ workspace, targetModel, targetUrn }: RoutedMapping): ApplicableModels => {
    if (targetModel === undefined) {
      return targetUrn === undefined ? open : none;
    }
    return named.has(JSON.stringify([workspace, targetModel])) ? none : only(targetModel);
  };
  const ofWorkspace = (workspace: string) =>
    together([
      ...models.filter((model) => model.workspace === workspace).map(({ urn }) => modelOf(byUrn.get(urn))),
      ...mappings
        .filter((mapping) => mapping.workspace === workspace && mapping.enabled !== false)
        .map(contextOf),
    ]);
  return (prompt) => {
    const own = settledValue(prompt, "modelId") ?? undefined;
    if (own === undefined) {
      return ofWorkspace(workspaceKey(prompt));
    }
    const isGlobal = settledValue(prompt, "isGlobal");
    const model = referred(prompt, "modelId");
    // A model outside of what was read has no other name than its id.
    const isForeign = model === undefined && typeof own === "string" && !isUncertain(own);
    return together([
      isForeign ? only(own) : modelOf(model),
      isGlobal === true || isUncertain(isGlobal) ? ofWorkspace(workspaceKey(prompt)) : none,
    ]);
  };
}

function together(all: readonly ApplicableModels[]): ApplicableModels {
  return {
    models: [...new Set(all.flatMap(({ models }) => models))].toSorted(),
    isOpen: all.some(({ isOpen }) => isOpen),
  };
}
