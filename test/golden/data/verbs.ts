import { any } from "../any.ts";
import type { Exchange, Group } from "../exchange.ts";
import type { Json } from "../fill.ts";
import { item, type Template } from "../template.ts";
import { aModel, aProvider, aWorkspace } from "./setup.ts";

const put = (path: string, body: Readonly<Record<string, Json>>, answer: Template): Exchange => ({
  law: `PUT is accepted for ${path}`,
  row: "Verbs, PUT: Replace an item; accepted wherever PATCH is accepted",
  request: { method: "PUT", path, body },
  response: { status: 200, body: answer },
});

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

const creates = (path: string, name: string, body: Readonly<Record<string, Json>>): Exchange => ({
  law: `there is an item of ${path}`,
  row: `POST ${path}`,
  request: { method: "POST", path, body: { workspace_id: "{ws}", ...body } },
  response: { status: 200, body: item({ id: any.id.as(name) }) },
});

const scoped = { workspace_id: "{ws}" };

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
    {
      law: "there is a quota",
      row: "Quotas, GET /quotas",
      request: { method: "GET", path: "/quotas" },
      response: { status: 200, body: { data: [{ id: any.id.as("quota") }] } },
    },
    put("/workspaces/{ws}", { name: "replaced" }, item({ id: "{ws}", name: "replaced" })),
    put("/workspaces/{ws}/budget", { budget: 7 }, { success: true, budget: 7 }),
    put("/providers/{provider}", { ...scoped, ...provider }, item({ id: "{provider}", ...provider })),
    put("/models/{model}", { ...scoped, ...model }, item({ id: "{model}", ...model })),
    put("/prompts/{prompt}", { ...scoped, ...prompt }, item({ id: "{prompt}", ...prompt })),
    put("/mappings/{mapping}", { ...scoped, ...mapping }, item({ id: "{mapping}", ...mapping })),
    put("/quotas/{quota}", quota, item({ id: "{quota}", ...quota })),
  ],
};
