import { type RegisterResourceRequest, TransformResourceOptions } from "@pulumi/pulumi/proto/resource_pb.js";
import type { SourcePosition } from "@pulumi/pulumi/proto/source_pb.js";
import { type Values, valuesOf } from "pulumi-workspace-gateway/tools";
import { receivedValues } from "./property-values.js";

/** What a program wants of a resource. */
export interface Goal {
  readonly type: string;
  readonly name: string;
  readonly custom: boolean;
  /** Another package makes it, with all that is in it. */
  readonly isRemote: boolean;
  readonly parent: string | undefined;
  readonly inputs: Values;
  /** In the form in which transforms get them, and return them. */
  readonly options: TransformResourceOptions;
  readonly propertyDependencies: Readonly<Record<string, readonly string[]>>;
  readonly sourcePosition?: string;
}

/** What a program asks for, before transforms. */
export function goalOf(request: RegisterResourceRequest): Goal {
  const dependencies: Record<string, readonly string[]> = {};
  request.getPropertydependenciesMap().forEach((each, property) => {
    dependencies[property] = each.getUrnsList();
  });
  return {
    type: request.getType(),
    name: request.getName(),
    custom: request.getCustom(),
    isRemote: request.getRemote(),
    parent: request.getParent() || undefined,
    inputs: receivedValues(valuesOf(request.getObject())),
    options: optionsOf(request),
    propertyDependencies: dependencies,
    ...positionOf(request.getSourceposition()),
  };
}

function optionsOf(request: RegisterResourceRequest): TransformResourceOptions {
  const options = new TransformResourceOptions()
    .setDependsOnList(request.getDependenciesList())
    .setIgnoreChangesList(request.getIgnorechangesList())
    .setReplaceOnChangesList(request.getReplaceonchangesList())
    .setReplacementTrigger(request.getReplacementTrigger())
    .setVersion(request.getVersion())
    .setAliasesList(request.getAliasesList())
    .setProvider(request.getProvider())
    .setCustomTimeouts(request.getCustomtimeouts())
    .setPluginDownloadUrl(request.getPlugindownloadurl())
    .setDeletedWith(request.getDeletedwith())
    .setAdditionalSecretOutputsList(request.getAdditionalsecretoutputsList())
    .setHooks(request.getHooks())
    .setImport(request.getImportid());
  if (request.hasProtect()) {
    options.setProtect(request.getProtect() === true);
  }
  if (request.hasRetainondelete()) {
    options.setRetainOnDelete(request.getRetainondelete() === true);
  }
  if (request.getDeletebeforereplacedefined() || request.getDeletebeforereplace()) {
    options.setDeleteBeforeReplace(request.getDeletebeforereplace());
  }
  request.getProvidersMap().forEach((reference, name) => {
    options.getProvidersMap().set(name, reference);
  });
  return options;
}

/** Where the program declares something, in the form of a state. */
export function positionOf(position: SourcePosition | undefined): { readonly sourcePosition?: string } {
  return position === undefined || position.getUri() === ""
    ? {}
    : { sourcePosition: `${position.getUri()}#${position.getLine()},${position.getColumn()}` };
}
