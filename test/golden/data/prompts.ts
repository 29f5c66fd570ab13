import { any } from "../any.ts";
import type { Exchange, Group } from "../exchange.ts";
import type { Json } from "../fill.ts";
import { itemsOf, scope, stamps } from "./scoped.ts";
import { aModel, aProvider, aWorkspace } from "./setup.ts";

const items = itemsOf("Prompts", "/prompts", "prompt");

const required = { name: "brief", content: "Be brief." };

const sent = {
  name: "house-rules",
  content: "Answer in the customer's language.\nQuote the handbook.",
  type: "SYSTEM",
  model_id: "{model}",
  is_global: false,
  enabled: true,
  position: 3,
  environment: "PRODUCTION",
};

const made = { id: "{prompt}", ...scope, ...sent, ...stamps };

const change = { content: "Quote the handbook.", enabled: false, position: 0 };
const detached = { model_id: null, environment: null };
const changed = { ...made, ...change };

const accepts = (field: string, value: Json): Exchange =>
  items.create(
    `${field} may be ${JSON.stringify(value)}`,
    { ...required, name: `${field} ${String(value)}`, [field]: value },
    { id: any.id },
  );

export const prompts: Group = {
  about: "prompts",
  setup: [aWorkspace, aProvider, aModel],
  life: [
    items.notYet,
    items.create(
      "create answers with the prompt",
      sent,
      { ...made, id: any.id.as("prompt") },
      "; Resources, Prompt",
    ),
    ...items.areThere("Prompt", made),
    items.update("update changes what it names, and keeps the rest", change, changed, "; Verbs, PATCH"),
    items.update(
      "null takes the model and the environment away",
      detached,
      { ...changed, ...detached },
      ": any create field; POST /prompts: model_id, environment or null",
    ),
    ...items.areChanged({ ...changed, ...detached }),
    ...items.areDeleted,
  ],
  further: [
    items.create("name and content are enough", required, { id: any.id, ...scope, ...required }),
    items.isTaken("a second prompt of the same name is a conflict", {
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
    ...items.areMissing({ enabled: false }),
  ],
};
