import { type AccountObject, textOf } from "../account/account-object.js";

/** What an account has, as far as it is known. */
export interface Observed {
  readonly objects: readonly AccountObject[];
  /** The kinds whose lists could not be read, by name, each with the reason. */
  readonly unread?: ReadonlyMap<string, string>;
  /** The workspaces of which all models and providers are among the objects: ids, or URNs of new ones. */
  readonly whole?: ReadonlySet<string>;
}

/** A workspace with all that is in it. */
export interface Room {
  /** The text that all its objects are routed by. */
  readonly key: string;
  /** Its name; its id or the name of its resource, if nobody knows it. */
  readonly name: string;
  readonly isNameKnown: boolean;
  /** The resource of the workspace. Undefined if only its id is known. */
  readonly urn: string | undefined;
  /** The gateway's id. Undefined while it is not known. */
  readonly id: string | undefined;
  of(kind: string): readonly AccountObject[];
}

/** All workspaces of an account, also those of which only their id is known. */
export function roomsOf({ objects }: Observed): Room[] {
  const workspaces = workspacesOf(objects);
  const byMark = new Map(
    workspaces.flatMap((each) =>
      [each.urn, ...(each.id === undefined ? [] : [each.id])].map((mark) => [mark, each]),
    ),
  );
  const keyOf = (object: AccountObject): string | undefined => {
    const marks = [textOf(object, "workspaceId"), ...(object.from?.workspaceId ?? [])];
    const known = marks.find((mark) => byMark.has(mark ?? ""));
    return byMark.get(known ?? "")?.urn ?? marks.find((mark) => mark !== undefined);
  };
  const inside = Map.groupBy(
    objects.filter(({ kind }) => kind !== "Workspace"),
    keyOf,
  );
  const keys = new Set([...workspaces.map(({ urn }) => urn), ...inside.keys()]);
  return [...keys].flatMap((key) => {
    if (key === undefined) {
      return []; // what belongs to the account, such as a quota
    }
    const workspace = byMark.get(key);
    const name = workspace && textOf(workspace, "name");
    const kinds = Map.groupBy(inside.get(key) ?? [], ({ kind }) => kind);
    return [
      {
        key,
        name: name ?? workspace?.name ?? key,
        isNameKnown: name !== undefined,
        urn: workspace?.urn,
        id: workspace === undefined ? key : workspace.id,
        of: (kind: string) => kinds.get(kind) ?? [],
      },
    ];
  });
}

/** A workspace that a program makes, and also reads (`X.get`), is one: what makes it counts. */
function workspacesOf(objects: readonly AccountObject[]): AccountObject[] {
  const all = objects.filter(({ kind }) => kind === "Workspace");
  const made = all.filter(({ isOnlyRead }) => !isOnlyRead);
  const read = all.filter(({ isOnlyRead }) => isOnlyRead);
  return [...new Map([...read, ...made].map((each) => [each.id ?? each.urn, each])).values()];
}
