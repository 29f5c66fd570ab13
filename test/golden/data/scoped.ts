import { any } from "../any.ts";
import { del, exchange, get, ok, patch, post } from "../exchange.ts";
import type { Json } from "../fill.ts";
import { item, type Template } from "../template.ts";
import { missing, notFound, rejects, requires } from "./refused.ts";

type Body = Readonly<Record<string, Json>>;

/** On reads, `workspace_id` is a query parameter, on writes a field of the body ("Workspace-scoped resources"). */
export const scope = { workspace_id: "{ws}" };

/** When an item was made, and last written. */
export const stamps = { created_at: any.timestamp, updated_at: any.timestamp };

/** What is asked of the items of every collection of a workspace; api.md has a table for each, under its own heading. */
export function itemsOf(heading: string, collection: string, noun: string) {
  const path = `${collection}/{${noun}}`;
  const list = `${heading}, GET ${collection}`;
  const single = `${list}/{id}`;
  const create = `${heading}, POST ${collection}`;
  const update = `${heading}, PATCH ${collection}/{id}`;
  const empty = ok({ data: [] });
  return {
    notYet: exchange(`a new workspace has no ${collection.slice(1)}`, list, get(collection, scope), empty),
    /** `also` says where else api.md tells of it. */
    create: (law: string, sent: Body, made: Template, also = "", never?: RegExp) =>
      exchange(law, create + also, post(collection, { ...scope, ...sent }), ok(item(made), never)),
    update: (law: string, sent: Body, changed: Template, also = "", never?: RegExp) =>
      exchange(law, update + also, patch(path, { ...scope, ...sent }), ok(item(changed), never)),
    /** `kind` is its heading in "Resources". */
    areThere: (kind: string, made: Template, never?: RegExp) => [
      exchange(
        `a single ${noun} comes in data`,
        `${single}; Resources, ${kind}`,
        get(path, scope),
        ok({ data: made }, never),
      ),
      exchange(`the list has the ${noun}`, list, get(collection, scope), ok({ data: [made] }, never)),
    ],
    areChanged: (changed: Template, never?: RegExp) => [
      exchange("the changes are read back", single, get(path, scope), ok({ data: changed }, never)),
      exchange("the list has the changes", list, get(collection, scope), ok({ data: [changed] }, never)),
    ],
    areDeleted: [
      exchange(
        "delete succeeds with the workspace in the body",
        `${heading}, DELETE ${collection}/{id}; Workspace-scoped resources`,
        del(path, scope),
        200,
      ),
      missing(`a deleted ${noun} is not found`, get(path, scope)),
      exchange(`a deleted ${noun} is in no list`, list, get(collection, scope), empty),
    ],
    isTaken: (law: string, sent: Body) =>
      exchange(
        law,
        "Errors, 409: Conflict, such as a duplicate name",
        post(collection, { ...scope, ...sent }),
        409,
      ),
    /** A create that lacks a field, or has a wrong one; otherwise it is valid. */
    areRefused: (valid: Body, ...wrong: Body[]) => [
      ...requires(create, collection, { ...scope, ...valid }),
      ...wrong.flatMap((fields) => rejects(create, collection, { ...scope, ...valid }, fields)),
    ],
    areMissing: (change?: Body) =>
      notFound(heading, collection, change === undefined ? undefined : { ...scope, ...change }),
  };
}
