import type { RoutedMapping, RoutedModel, Setup } from "../routing/setup.js";
import { type DeclaredObject, knownValue, textOf, workspaceKey } from "./declared-object.js";

/** What of the declared objects decides where requests end. */
export function routedSetup(objects: readonly DeclaredObject[]): Setup {
  const modelUrns = new Set(objects.filter(({ kind }) => kind === "Model").map(({ urn }) => urn));
  return {
    models: objects.filter(({ kind }) => kind === "Model").map(modelFrom),
    mappings: objects
      .filter(({ kind }) => kind === "Mapping")
      .map((mapping) => mappingFrom(mapping, modelUrns)),
    workspaces: {},
  };
}

function modelFrom(model: DeclaredObject): RoutedModel {
  const gatewayName = textOf(model, "gatewayName");
  const modelName = textOf(model, "name");
  return {
    urn: model.urn,
    name: model.name,
    workspace: workspaceKey(model),
    ...(gatewayName !== undefined && { gatewayName }),
    ...(modelName !== undefined && { modelName }),
  };
}

function mappingFrom(mapping: DeclaredObject, models: ReadonlySet<string>): RoutedMapping {
  const sourceName = textOf(mapping, "sourceName");
  const targetModel = textOf(mapping, "targetModel");
  const targetUrn = mapping.from?.targetModel?.find((urn) => models.has(urn));
  const priority = knownValue(mapping, "priority");
  const enabled = knownValue(mapping, "enabled");
  const isPattern = knownValue(mapping, "isPattern");
  return {
    urn: mapping.urn,
    name: mapping.name,
    workspace: workspaceKey(mapping),
    ...(sourceName !== undefined && { sourceName }),
    ...(targetModel !== undefined && { targetModel }),
    ...(targetUrn !== undefined && { targetUrn }),
    ...(typeof priority === "number" && { priority }),
    ...(typeof enabled === "boolean" && { enabled }),
    ...(typeof isPattern === "boolean" && { isPattern }),
  };
}
