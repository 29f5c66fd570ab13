import { any } from "../any.ts";
import { type Exchange, exchange, type Group, get, ok, post, put } from "../exchange.ts";
import type { Json } from "../fill.ts";
import { aModel, aProvider, aWorkspace, scope } from "../shared.ts";
import { item, type Template } from "../template.ts";

type Body = Readonly<Record<string, Json>>;

const replaces = (path: string, body: Body, answer: Template): Exchange => {
  const row = "Verbs, PUT: Replace an item; accepted wherever PATCH is accepted";
  return exchange(`PUT is accepted for ${path}`, row, put(path, body), ok(answer));
};

/** An item of a workspace, which is kept as this name. */
const replacesItem = (collection: string, name: string, body: Body): Exchange =>
  replaces(`${collection}/{${name}}`, { ...scope, ...body }, item({ id: `{${name}}`, ...body }));

const provider = {
  name: "replaced",
  base_url: "https://replaced.example.com/v1",
  priority: 7,
  compatibility: "CEREBRAS",
};

/** With its provider: an item that is replaced is a whole item, though PATCH takes no `provider_id`. */
const model = {
  provider_id: "{provider}",
  name: "replaced",
  display_name: "Replaced",
  type: "vision",
  input_cost: 3,
  output_cost: 4,
  context_window: 1024,
};

const prompt = { name: "replaced", content: "Replaced.", type: "USER", position: 9 };
const mapping = { source_name: "replaced", target_model: "{gateway_name}", priority: 9 };
const quota = { name: "replaced", max_requests: 7, period: "CALENDAR", window_minutes: 7 };

const creates = (path: string, name: string, body: Body): Exchange =>
  exchange(
    `there is an item of ${path}`,
    `POST ${path}`,
    post(path, { ...scope, ...body }),
    ok(item({ id: any.id.as(name) })),
  );

export const verbs: Group = {
  about: "verbs",
  setup: [
    aWorkspace,
    aProvider,
    aModel,
    creates("/prompts", "prompt", { name: "first", content: "First." }),
    creates("/mappings", "mapping", { source_name: "first", target_model: "{gateway_name}" }),
  ],
  given: [{ quota: { name: "first", max_requests: 1, period: "ROLLING", window_minutes: 1 } }],
  life: [],
  further: [
    exchange(
      "there is a quota",
      "Quotas, GET /quotas",
      get("/quotas"),
      ok({ data: [{ id: any.id.as("quota") }] }),
    ),
    replaces("/workspaces/{ws}", { name: "replaced" }, item({ id: "{ws}", name: "replaced" })),
    replaces("/workspaces/{ws}/budget", { budget: 7 }, { success: true, budget: 7 }),
    replacesItem("/providers", "provider", provider),
    replacesItem("/models", "model", model),
    replacesItem("/prompts", "prompt", prompt),
    replacesItem("/mappings", "mapping", mapping),
    replaces("/quotas/{quota}", quota, item({ id: "{quota}", ...quota })),
  ],
};
