import { defined } from "pulumi-workspace-gateway/tools";
import type { Goal } from "./goal.js";
import type { ResourceRecord } from "./resource-record.js";
import { rootType } from "./urns.js";

/** What the state keeps of a resource that has been made as the program wants it. */
export function recordOf(
  { type, custom, parent, options, propertyDependencies, sourcePosition }: Goal,
  urn: string,
  known: Pick<ResourceRecord, "external" | "inputs" | "outputs"> & Partial<ResourceRecord>,
): ResourceRecord {
  const trigger = options.getReplacementTrigger()?.toJavaScript();
  return {
    urn,
    type,
    custom: custom && type !== rootType,
    dependencies: options.getDependsOnList(),
    propertyDependencies,
    protect: options.getProtect() === true,
    retainOnDelete: options.getRetainOnDelete() === true,
    ignoreChanges: options.getIgnoreChangesList(),
    replaceOnChanges: options.getReplaceOnChangesList(),
    additionalSecretOutputs: options.getAdditionalSecretOutputsList(),
    aliases: [],
    ...defined({
      parent,
      provider: options.getProvider() || undefined,
      deletedWith: options.getDeletedWith() || undefined,
      replacementTrigger: trigger === undefined ? undefined : JSON.stringify(trigger),
      sourcePosition,
    }),
    ...known,
  };
}
