import { any } from "./any.ts";
import { del, type Exchange, exchange, get, ok, patch, post } from "./exchange.ts";
import type { Json } from "./fill.ts";
import { item, type Template } from "./template.ts";

type Body = Readonly<Record<string, Json>>;

/** One wrong body: 400, "Invalid body" (Errors). */
export function invalid(law: string, row: string, request: Exchange["request"]): Exchange {
  return exchange(law, `${row}; Errors, 400`, request, 400);
}

/** What is not there: 404 (Errors). */
export function missing(law: string, request: Exchange["request"]): Exchange {
  return exchange(law, "Errors, 404", request, 404);
}

/** On reads, `workspace_id` is a query parameter, on writes a field of the body ("Workspace-scoped resources"). */
export const scope = { workspace_id: "{ws}" };

/** When an item was made, and last written. */
export const stamps = { created_at: any.timestamp, updated_at: any.timestamp };

/** What is asked of the items of every collection of a workspace; api.md has a table for each, under its own heading. */
export function itemsOf({ heading, path: collection }: { heading: string; path: string }, noun: string) {
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
    areRefused: (valid: Body, ...wrong: Body[]) => {
      const whole = { ...scope, ...valid };
      const refused = (law: string, body: Body) => invalid(law, create, post(collection, body));
      return [
        ...Object.keys(whole).map((field) =>
          refused(
            `create without ${field} is refused`,
            Object.fromEntries(Object.entries(whole).filter(([name]) => name !== field)),
          ),
        ),
        ...wrong
          .flatMap(Object.entries<Json>)
          .map(([field, value]) =>
            refused(`create with ${field} ${JSON.stringify(value)} is refused`, { ...whole, [field]: value }),
          ),
      ];
    },
    areMissing: (change?: Body) => {
      const nowhere = `${collection}/no-such-item`;
      const row = `${heading}; Errors, 404`;
      const update = "update of a missing item finds nothing";
      return [
        exchange("read of a missing item finds nothing", row, get(nowhere, scope), 404),
        exchange("delete of a missing item finds nothing", row, del(nowhere, scope), 404),
        ...(change ? [exchange(update, row, patch(nowhere, { ...scope, ...change }), 404)] : []),
      ];
    },
  };
}

/** Every workspace-scoped group begins with a workspace of its own, kept as `{ws}`. */
export const aWorkspace = exchange(
  "a workspace is created from a name",
  "Workspaces, POST /workspaces",
  post("/workspaces", { name: "golden" }),
  ok(item({ id: any.id.as("ws"), name: "golden" })),
);

/** The account behind the default token, kept as `{me}`. */
export const theCaller = exchange(
  "the user is the account behind the token",
  "User, GET /user",
  get("/user"),
  ok({ data: { id: any.id.as("me") } }),
);

/** Kept as `{provider}`. */
export const aProvider = exchange(
  "a provider is created from its required fields",
  "Providers, POST /providers",
  post("/providers", {
    workspace_id: "{ws}",
    name: "upstream",
    base_url: "https://models.example.com/v1",
    priority: 1,
    compatibility: "OPENAI_SDK",
  }),
  ok(item({ id: any.id.as("provider"), name: "upstream" })),
);

/** Kept as `{model}`, with the name that routes to it as `{gateway_name}`. */
export const aModel = exchange(
  "a model is created from its required fields",
  "Models, POST /models",
  post("/models", {
    workspace_id: "{ws}",
    provider_id: "{provider}",
    name: "small",
    display_name: "Small",
    type: "chat",
    input_cost: 1,
    output_cost: 2,
    context_window: 8192,
  }),
  ok(item({ id: any.id.as("model"), gateway_name: any.text.as("gateway_name") })),
);
