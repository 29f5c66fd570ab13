import { isReadable, type Kind, unreadable, type Values } from "pulumi-workspace-gateway/tools";
import { UsageError } from "../terminal.js";

/** The kind with this name, if the gateway shows its objects. */
export function importableKind(kinds: readonly Kind[], wanted: string): Kind {
  const kind = kinds.find(({ name }) => name === wanted);
  if (kind === undefined) {
    const names = kinds.filter(isReadable).map(({ name }) => name);
    throw new UsageError(
      `there is no kind ${JSON.stringify(wanted)}. The kinds that can be imported are ${names.join(", ")}`,
    );
  }
  if (!isReadable(kind)) {
    throw new UsageError(unreadable(kind));
  }
  return kind;
}

/**
 * Where to look for the object.
 * If there is no list of its kind, the object has the id of its workspace.
 */
export function importPlace(
  { name, endpoints: { list, parent } }: Kind,
  { id, workspaceId }: { readonly id: string; readonly workspaceId?: string },
): Values {
  if (parent === undefined) {
    if (workspaceId !== undefined) {
      throw new UsageError(`${name} does not belong to a workspace: leave out --workspace-id`);
    }
    return {};
  }
  const parentId = workspaceId ?? (list === undefined ? id : undefined);
  if (parentId === undefined) {
    throw new UsageError(`${name} belongs to a workspace: give --workspace-id`);
  }
  if (list === undefined && parentId !== id) {
    throw new UsageError(`${name} has the id of its workspace, but --id and --workspace-id differ`);
  }
  return { [parent.field]: parentId };
}
