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
  readonly parent?: Parent;
  /** True if `parent` is a query parameter on reads and a body field on writes, rather than a part of the path. */
  readonly scoped?: boolean;
}

/** What objects belong to. */
export interface Parent {
  /** What people call it. */
  readonly what: string;
  /** The input with its id. */
  readonly field: string;
  /** The list that tells whether it exists, and the scope that reading it needs. */
  readonly list: string;
  readonly scope: string;
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
