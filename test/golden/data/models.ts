import { any } from "../any.ts";
import type { Exchange, Group } from "../exchange.ts";
import { itemsOf, stamps } from "./scoped.ts";
import { aProvider, aWorkspace } from "./setup.ts";

const items = itemsOf("Models", "/models", "model");

const required = {
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
  ...stamps,
};

const change = { display_name: "Large, cheaper", input_cost: 1.25, context_window: 131072 };
const changed = { ...made, ...change };

const ofType = (type: string): Exchange =>
  items.create(`${type} is a type`, { ...required, name: `a-${type}`, type }, { id: any.id, type });

export const models: Group = {
  about: "models",
  setup: [aWorkspace, aProvider],
  life: [
    items.notYet,
    items.create(
      "create answers with the model and the name that routes to it",
      sent,
      { ...made, id: any.id.as("model") },
      "; Resources, Model",
    ),
    ...items.areThere("Model", made),
    items.update("update changes what it names, and keeps the rest", change, changed, "; Verbs, PATCH"),
    ...items.areChanged(changed),
    ...items.areDeleted,
  ],
  further: [
    items.create("api_name may be left out, and a cost may be 0", required, {
      id: any.id,
      ...required,
      gateway_name: any.text,
    }),
    items.isTaken("a second model of the same name at the same provider is a conflict", required),
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
    ...items.areMissing({ input_cost: 1 }),
  ],
};
