import { defined } from "../text/defined.js";

/**
 * The paths of a kind in the API, as data: templates with `{id}` and names of inputs.
 *
 * A path that is left out does not exist in the API. Without `patch` every change replaces the object.
 * Without `get` the list decides whether the object is gone.
 */
export interface Endpoints {
  readonly list?: string;
  readonly get?: string;
  readonly create?: string;
  /** Also takes PUT (the API's section "Verbs"). */
  readonly patch?: string;
  readonly remove?: string;
  /** `app`: called with the app's own credentials instead of a bearer token (the API's section "Authentication", 5). */
  readonly auth?: "app";
  readonly parent?: Parent;
  /**
   * True if the parent's id is a query parameter of reads and a body field of writes.
   * Else it is a part of the path.
   */
  readonly scoped?: boolean;
}

/** What the objects of a kind belong to. */
export interface Parent {
  /** The word for it in messages. */
  readonly what: string;
  /** The input that holds its id. */
  readonly field: string;
  /** The list that shows whether it exists, and the scope that reading this list needs. */
  readonly list: string;
  readonly scope: string;
}

/** The paths of a collection that belongs to the account. */
export function collection(path: string, options: { update: boolean }): Endpoints {
  return {
    list: path,
    get: `${path}/{id}`,
    create: path,
    ...defined({ patch: options.update ? `${path}/{id}` : undefined }),
    remove: `${path}/{id}`,
  };
}
