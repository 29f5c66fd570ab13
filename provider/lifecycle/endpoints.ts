/**
 * Where a kind lives in the API, as data: path templates with `{id}` and names of inputs.
 * What is absent does not exist: no `patch` means that every change replaces, no `get` that the list decides.
 */
export interface Endpoints {
  readonly list?: string;
  readonly get?: string;
  readonly create?: string;
  /** Also takes PUT (api.md, "Verbs"). */
  readonly patch?: string;
  readonly remove?: string;
  /** `app`: called with the app's own credentials instead of a bearer token (api.md, "Authentication" 5). */
  readonly auth?: "app";
  /** What the objects belong to: the input with its id, and the list that tells whether it exists. */
  readonly parent?: { readonly field: string; readonly list: string };
  /** True if `parent` is a query parameter on reads and a body field on writes, rather than a part of the path. */
  readonly scoped?: boolean;
}

/** A collection at account level. */
export function collection(path: string, options: { update: boolean }): Endpoints {
  return {
    list: path,
    get: `${path}/{id}`,
    create: path,
    ...(options.update ? { patch: `${path}/{id}` } : {}),
    remove: `${path}/{id}`,
  };
}

/** A collection whose objects belong to a workspace (api.md, "Workspace-scoped resources"). */
export function scoped(path: string, options: { update: boolean }): Endpoints {
  return {
    ...collection(path, options),
    parent: { field: "workspaceId", list: "/workspaces" },
    scoped: true,
  };
}
