import {
  howMany,
  idOf,
  isJsonObject,
  isRefused,
  type JsonObject,
  type Kind,
  nounOf,
  refusalOf,
  titleOf,
} from "pulumi-workspace-gateway/tools";
import type { StackResource } from "../stack/stack-state.js";
import { shortList } from "../text/short-list.js";
import type { SignedIn } from "./connection.js";

/**
 * What a destroy of the stack leaves in a workspace, by the counts in its row: objects that nobody declares, and those that the stack
 * lets go of without deleting them. A list is read only to name them.
 */
export async function leftAfterDestroy(
  holder: StackResource,
  { stats }: JsonObject,
  resources: readonly StackResource[],
  kinds: readonly Kind[],
  lists: SignedIn["lists"],
): Promise<string[]> {
  const counts = Object.entries(holder.kind.guard?.counts ?? {});
  const all = counts.map(async ([list, stat]) => {
    const kind = kinds.find(({ endpoints }) => endpoints.list === list);
    const count = isJsonObject(stats) ? Number(stats[stat] ?? 0) : 0;
    if (kind === undefined) {
      return [];
    }
    const refused = refusalOf(kind);
    const deleted = resources.filter((each) => each.kind.name === kind.name && isDeletedFrom(holder, each));
    const left = count - (refused === undefined ? 0 : 1) - deleted.length;
    if (left <= 0) {
      return [];
    }
    const rows = ((await lists.rows(kind, holder.id)) ?? []).filter(
      (row) =>
        !deleted.some(({ id }) => id === idOf(row)) && (refused === undefined || !isRefused(row, refused)),
    );
    const names = rows.map((row) => titleOf(kind, row));
    return [[howMany(left, nounOf(kind)), ...(names.length === 0 ? [] : [shortList(names)])].join(": ")];
  });
  return (await Promise.all(all)).flat();
}

function isDeletedFrom(holder: StackResource, resource: StackResource): boolean {
  const { kind, inputs, external, deletedWith, retainOnDelete } = resource;
  const { source, endpoints } = kind;
  const isIn = inputs[endpoints.parent?.field ?? ""] === holder.id && !external;
  const isKept = source.how === "adopted" && (inputs.onDestroy ?? source.onDestroy[0]) === "keep";
  return isIn && !isKept && retainOnDelete !== true && deletedWith !== holder.urn;
}
