import type { RoutedMapping, RoutedModel, Setup } from "../../../cli/routing/setup.js";

/** A model of the workspace "w", called by the last part of its gateway name. */
export function model(gatewayName: string, more: Partial<RoutedModel> = {}): RoutedModel {
  const name = gatewayName.split("/").at(-1) ?? "";
  return { urn: `urn:${name}`, name, workspace: "w", gatewayName, modelName: name, ...more };
}

/** A mapping of the workspace "w"; it says `enabled`, so that nothing depends on that. */
export function mapping(
  name: string,
  sourceName: string,
  targetModel: string,
  more: Partial<RoutedMapping> = {},
): RoutedMapping {
  return {
    urn: `urn:${name}`,
    name,
    workspace: "w",
    sourceName,
    targetModel,
    enabled: true,
    priority: 1,
    ...more,
  };
}

export function setup(models: readonly RoutedModel[], mappings: readonly RoutedMapping[]): Setup {
  return { models, mappings, workspaces: { w: "Support" } };
}
