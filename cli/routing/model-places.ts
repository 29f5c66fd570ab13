import type { End, RoutedMapping, RoutedModel, Setup } from "./setup.js";

/** Where a request ends, without what decided it. */
export type Place = Pick<End, "is" | "model" | "modelUrn">;

/** The models of a setup, by what leads to them. */
export interface Places {
  ofUrn(urn: string | undefined): RoutedModel | undefined;
  ofGatewayName(workspace: string, name: string): RoutedModel | undefined;
  /** A model whose gateway name is not known, and that may turn out to be this one. */
  maybeOfGatewayName(workspace: string, name: string): RoutedModel | undefined;
}

/** Each of its questions is answered without going through all models again. */
export function placesOf({ models }: Setup): Places {
  const byUrn = new Map(models.map((model) => [model.urn, model]));
  const byWorkspace = Map.groupBy(models, ({ workspace }) => workspace);
  const byName = new Map(
    [...byWorkspace].map(([workspace, inside]) => [
      workspace,
      new Map(inside.map((model) => [model.gatewayName, model])),
    ]),
  );
  const nameless = Map.groupBy(
    models.filter(({ gatewayName }) => gatewayName === undefined),
    ({ workspace }) => workspace,
  );
  return {
    ofUrn: (urn) => (urn === undefined ? undefined : byUrn.get(urn)),
    ofGatewayName: (workspace, name) => byName.get(workspace)?.get(name),
    // How a gateway name is composed is not documented (the API's section "Model"): that it holds the model's name is likely.
    maybeOfGatewayName: (workspace, name) =>
      nameless.get(workspace)?.find(({ modelName = "" }) => name.includes(modelName)),
  };
}

/** Where a mapping leads. `otherwise` are the models of the other moment: what was there, or will be. */
export function targetOf(mapping: RoutedMapping, now: Places, formerly?: Places): Place {
  if (mapping.targetModel !== undefined) {
    return namedPlace(mapping.workspace, mapping.targetModel, now, formerly);
  }
  const model = now.ofUrn(mapping.targetUrn);
  if (model !== undefined) {
    return placeOfModel(model);
  }
  const gone = formerly?.ofUrn(mapping.targetUrn);
  return gone === undefined ? { is: "unknown" } : { is: "nowhere", model: gone.gatewayName ?? gone.name };
}

/** What a gateway name leads to. */
export function namedPlace(workspace: string, name: string, now: Places, formerly?: Places): Place {
  const model = now.ofGatewayName(workspace, name);
  if (model !== undefined) {
    return placeOfModel(model);
  }
  const was = formerly?.ofGatewayName(workspace, name);
  const heir = now.ofUrn(was?.urn);
  if ((heir !== undefined && heir.gatewayName === undefined) || now.maybeOfGatewayName(workspace, name)) {
    return { is: "unknown", model: name };
  }
  return { is: was === undefined ? "outside" : "nowhere", model: name };
}

function placeOfModel(model: RoutedModel): Place {
  return { is: "model", model: model.gatewayName ?? model.name, modelUrn: model.urn };
}

/** Whether two requests end at the same place, as far as is known. */
export function isSamePlace(one: Place | undefined, other: Place | undefined): boolean {
  return one?.is === other?.is && one?.modelUrn === other?.modelUrn && one?.model === other?.model;
}
