import { isJsonObject } from "../../provider/client/json.js";
import type { Kind } from "../../provider/lifecycle/kind.js";
import { type Gateway, startGateway } from "../gateway/index.ts";
import { fullInputs, type References } from "./samples.ts";
import { Stack } from "./stack.ts";

type Variants = NonNullable<NonNullable<Parameters<typeof startGateway>[0]>["variants"]>;

/** Every point that api.md leaves open, as the reference gateway can take it. */
export const variants: Record<string, Variants> = {
  "as documented": {},
  "tidying what it stores": { canonical: true },
  "bare single objects": { single: "bare", write: "bare" },
  "empty answers to writes": { write: "empty" },
  "empty answers to writes, id in Location": { write: "empty", location: true, createStatus: 202 },
  "empty answers to writes, tidying": { write: "empty", canonical: true },
  "lists without total": { total: false },
  "answers without null and timestamps": { sparse: true },
  "answers with unknown fields": { extra: true },
  "numbers spelled as strings": { numbers: "string" },
  "odd ids": { ids: "odd" },
  "workspace_id in models": { modelWorkspaceId: true },
  "created with 200, deleted with 200": { createStatus: 200, deleteStatus: 200 },
  "workspace_id on DELETE in the query, 404 elsewhere": { deleteScope: "query" },
  "workspace_id on DELETE in the query, 400 elsewhere": { deleteScope: "query", deleteScopeStatus: 400 },
  "workspace_id on DELETE not looked at": { deleteScope: "none" },
  "twins allowed": { twins: true },
  "a clock that is an hour behind": { dateSkewMs: -3_600_000 },
  "errors in plain text": { errors: "text" },
};

export const variantNames = Object.keys(variants);

/** A gateway with a workspace, providers and models to refer to, and a stack that is configured for it. */
export interface World {
  readonly gateway: Gateway;
  readonly refs: References;
  readonly stack: Stack;
  /** The declared form of an object of a kind that the gateway does not have yet. */
  full(kind: Kind): ReturnType<typeof fullInputs>;
  /** The gateway's own rows of a kind, from its database, without those that samples refer to. */
  rows(kind: Kind): Record<string, unknown>[];
  /** The gateway's own row of a resource. */
  row(kind: Kind, name: string): Record<string, unknown>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function world(variant: Variants = {}, env: Record<string, string> = {}): Promise<World> {
  const gateway = await startGateway({ port: 0, db: ":memory:", variants: variant });
  const refs = await references(gateway);
  gateway.log.clear();
  const stack = new Stack({
    WORKSPACE_GATEWAY_BASE_URL: gateway.baseUrl,
    WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token({ user: "owner" }),
    ...env,
  });
  const referred = new Set<unknown>(Object.values(refs));
  const rows = (kind: Kind) => gateway.rows(tableOf(kind)).filter((row) => !referred.has(row.id));
  return {
    gateway,
    refs,
    stack,
    full: (kind) => fullInputs(kind, refs),
    rows,
    row: (kind, name) => {
      const { id } = stack.resource(name);
      const row = rows(kind).find((each) => each.id === id);
      if (row === undefined) throw new Error(`the gateway has no row ${id}`);
      return row;
    },
    [Symbol.asyncDispose]: () => gateway.close(),
  };
}

async function references(gateway: Gateway): Promise<References> {
  const workspaceId = await make(gateway, "/workspaces", { name: "first" });
  const otherWorkspaceId = await make(gateway, "/workspaces", { name: "second" });
  const provider = (name: string) => ({
    workspace_id: workspaceId,
    name,
    base_url: "https://upstream.example/v1",
    priority: 1,
    compatibility: "OPENAI_SDK",
  });
  const providerId = await make(gateway, "/providers", provider("first"));
  const otherProviderId = await make(gateway, "/providers", provider("second"));
  const model = (name: string) => ({
    workspace_id: workspaceId,
    provider_id: providerId,
    name,
    display_name: name,
    type: "chat",
    input_cost: 1,
    output_cost: 1,
    context_window: 1000,
  });
  return {
    workspaceId,
    otherWorkspaceId,
    providerId,
    otherProviderId,
    modelId: await make(gateway, "/models", model("first")),
    otherModelId: await make(gateway, "/models", model("second")),
  };
}

/** Creates an object in the console's way and finds its id in the list, whatever the gateway answers to a write. */
async function make(gateway: Gateway, path: string, body: Record<string, unknown>): Promise<string> {
  const written = await gateway.console("POST", path, body);
  if (written.status >= 300) throw new Error(`console POST ${path} answered ${written.status}`);
  const query =
    typeof body.workspace_id === "string" ? `?workspace_id=${encodeURIComponent(body.workspace_id)}` : "";
  const { body: listed } = await gateway.console("GET", `${path}${query}`);
  const rows: unknown = isJsonObject(listed) ? listed.data : listed;
  const row = Array.isArray(rows)
    ? rows.filter(isJsonObject).find((each) => each.name === body.name)
    : undefined;
  if (row === undefined) throw new Error(`the console finds no ${String(body.name)} under ${path}`);
  return String(row.id);
}

/** The gateway names its tables as the API names its collections. */
function tableOf(kind: Kind): Parameters<Gateway["rows"]>[0] {
  const tables = ["workspaces", "providers", "models", "prompts", "mappings"] as const;
  const table = tables.find((name) => kind.endpoints.list === `/${name}`);
  if (table === undefined) throw new Error(`${kind.name} has no table in the reference gateway`);
  return table;
}
