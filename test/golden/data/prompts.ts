import { any } from "../any.ts";
import { type Exchange, exchange, type Group, ok, patch, post } from "../exchange.ts";
import type { Json } from "../fill.ts";
import { item, type Template } from "../template.ts";
import { conflict } from "./refused.ts";
import { itemsOf, scope } from "./scoped.ts";
import { aModel, aProvider, aWorkspace } from "./setup.ts";

const create = "Prompts, POST /prompts";
const update = "Prompts, PATCH /prompts/{id}";
const path = "/prompts/{prompt}";
const items = itemsOf("Prompts", "/prompts", "prompt");

const required = { workspace_id: "{ws}", name: "brief", content: "Be brief." };

const sent = {
  workspace_id: "{ws}",
  name: "house-rules",
  content: "Answer in the customer's language.\nQuote the handbook.",
  type: "SYSTEM",
  model_id: "{model}",
  is_global: false,
  enabled: true,
  position: 3,
  environment: "PRODUCTION",
};

const made = {
  id: "{prompt}",
  ...sent,
  created_at: any.timestamp,
  updated_at: any.timestamp,
} satisfies Template;

const change = { content: "Quote the handbook.", enabled: false, position: 0 };
const detached = { model_id: null, environment: null };

const accepts = (field: string, value: Json): Exchange =>
  exchange(
    `${field} may be ${JSON.stringify(value)}`,
    create,
    post("/prompts", { ...required, name: `${field} ${String(value)}`, [field]: value }),
    ok(item({ id: any.id })),
  );

export const prompts: Group = {
  about: "prompts",
  setup: [aWorkspace, aProvider, aModel],
  life: [
    items.notYet,
    exchange(
      "create answers with the prompt",
      `${create}; Resources, Prompt`,
      post("/prompts", sent),
      ok(item({ ...made, id: any.id.as("prompt") })),
    ),
    ...items.areThere("Prompt", made),
    exchange(
      "update changes what it names, and keeps the rest",
      `${update}; Verbs, PATCH`,
      patch(path, { ...scope, ...change }),
      ok(item({ ...made, ...change })),
    ),
    exchange(
      "null takes the model and the environment away",
      `${update}: any create field; POST /prompts: model_id, environment or null`,
      patch(path, { ...scope, ...detached }),
      ok(item({ ...made, ...change, ...detached })),
    ),
    ...items.areChanged({ ...made, ...change, ...detached }),
    ...items.areDeleted,
  ],
  further: [
    exchange(
      "name and content are enough",
      create,
      post("/prompts", required),
      ok(item({ id: any.id, ...required })),
    ),
    conflict("a second prompt of the same name is a conflict", "/prompts", {
      ...required,
      content: "Be very brief.",
    }),
    ...["SYSTEM", "USER", "ASSISTANT"].map((type) => accepts("type", type)),
    ...["STAGING", "EVALUATION", "EXPERIMENTS", null].map((value) => accepts("environment", value)),
    accepts("model_id", null),
    accepts("is_global", true),
    ...items.areRefused(
      { ...required, name: "third" },
      {
        content: 7,
        type: "TOOL",
        model_id: 7,
        is_global: "yes",
        enabled: 1,
        position: 0.5,
        environment: "TEST",
      },
    ),
    ...items.areMissing({ ...scope, enabled: false }),
  ],
};
