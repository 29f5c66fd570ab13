import { any } from "../any.ts";
import { type Exchange, exchange, type Group, ok, patch, post } from "../exchange.ts";
import { item, type Template } from "../template.ts";
import { conflict } from "./refused.ts";
import { itemsOf, scope } from "./scoped.ts";
import { aProvider, aWorkspace } from "./setup.ts";

const create = "Models, POST /models";
const update = "Models, PATCH /models/{id}";
const items = itemsOf("Models", "/models", "model");

const required = {
  workspace_id: "{ws}",
  provider_id: "{provider}",
  name: "embedder",
  display_name: "Embedder",
  type: "embedding",
  input_cost: 0,
  output_cost: 0,
  context_window: 8191,
};

const sent = {
  provider_id: "{provider}",
  name: "large",
  display_name: "Large",
  type: "chat",
  input_cost: 2.5,
  output_cost: 10,
  context_window: 1047576,
  api_name: "gpt-4.1",
};

const made = {
  id: "{model}",
  user_id: any.id,
  ...sent,
  gateway_name: any.text,
  created_at: any.timestamp,
  updated_at: any.timestamp,
} satisfies Template;

const change = { display_name: "Large, cheaper", input_cost: 1.25, context_window: 131072 };

const ofType = (type: string): Exchange =>
  exchange(
    `${type} is a type`,
    create,
    post("/models", { ...required, name: `a-${type}`, type }),
    ok(item({ id: any.id, type })),
  );

export const models: Group = {
  about: "models",
  setup: [aWorkspace, aProvider],
  life: [
    items.notYet,
    exchange(
      "create answers with the model and the name that routes to it",
      `${create}; Resources, Model`,
      post("/models", { ...scope, ...sent }),
      ok(item({ ...made, id: any.id.as("model") })),
    ),
    ...items.areThere("Model", made),
    exchange(
      "update changes what it names, and keeps the rest",
      `${update}; Verbs, PATCH`,
      patch("/models/{model}", { ...scope, ...change }),
      ok(item({ ...made, ...change })),
    ),
    ...items.areChanged({ ...made, ...change }),
    ...items.areDeleted,
  ],
  further: [
    exchange(
      "api_name may be left out, and a cost may be 0",
      create,
      post("/models", required),
      ok(
        item({
          id: any.id,
          provider_id: "{provider}",
          name: "embedder",
          type: "embedding",
          input_cost: 0,
          output_cost: 0,
          gateway_name: any.text,
        }),
      ),
    ),
    conflict("a second model of the same name at the same provider is a conflict", "/models", required),
    ...["chat", "moderation", "vision", "audio", "image"].map(ofType),
    ...items.areRefused(
      { ...required, name: "third" },
      {
        name: 7,
        display_name: 7,
        type: "video",
        input_cost: "2",
        output_cost: null,
        context_window: 1.5,
        api_name: 7,
      },
    ),
    ...items.areMissing({ ...scope, input_cost: 1 }),
  ],
};
