import { howMany, isJsonObject, type JsonObject, type Kind, nounOf } from "pulumi-workspace-gateway/tools";
import type { StackResource } from "../stack/stack-state.js";

/**
 * What a destroy of the stack leaves in a workspace, by the counts in its row: objects that nobody declares, and those that the stack
 * lets go of without deleting them.
 */
export function leftAfterDestroy(
  holder: StackResource,
  { stats }: JsonObject,
  resources: readonly StackResource[],
  kinds: readonly Kind[],
): string[] {
  return Object.entries(holder.kind.guard?.counts ?? {}).flatMap(([list, stat]) => {
    const kind = kinds.find(({ endpoints }) => endpoints.list === list);
    const count = isJsonObject(stats) ? Number(stats[stat] ?? 0) : 0;
    if (kind === undefined) {
      return [];
    }
    const kept = kind.source.how === "adopted" && kind.source.refuse !== undefined ? 1 : 0;
    const deleted = resources.filter((each) => each.kind.name === kind.name && isDeletedFrom(holder, each));
    const left = count - kept - deleted.length;
    return left > 0 ? [howMany(left, nounOf(kind))] : [];
  });
}

function isDeletedFrom(holder: StackResource, resource: StackResource): boolean {
  const { kind, inputs, external, deletedWith, retainOnDelete } = resource;
  const { source, endpoints } = kind;
  const isIn = inputs[endpoints.parent?.field ?? ""] === holder.id && !external;
  const isKept = source.how === "adopted" && (inputs.onDestroy ?? source.onDestroy[0]) === "keep";
  return isIn && !isKept && retainOnDelete !== true && deletedWith !== holder.urn;
}
