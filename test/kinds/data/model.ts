import { model } from "../../e2e/support/objects.ts";
import { any } from "../../golden/any.ts";
import type { Group } from "../../golden/exchange.ts";
import { aProvider, aWorkspace, itemsOf, stamps } from "../../golden/shared.ts";
import { anyString, type KindData, notEmpty, nothingGiven, wholeNumber, wrong } from "../kind-data.ts";

const collection = { heading: "Models", path: "/models", scope: "models" };
const items = itemsOf(collection, "model");

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

const made = { id: "{model}", user_id: any.id, ...sent, gateway_name: any.text, ...stamps };

const change = { display_name: "Large, cheaper", input_cost: 1.25, context_window: 131072 };
const changed = { ...made, ...change };

const models: Group = {
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
    ...items.areRefused(
      { ...required, name: "third" },
      {
        ...{ name: 7, display_name: 7, type: "video", input_cost: "2" },
        ...{ output_cost: null, context_window: 1.5, api_name: 7 },
      },
    ),
    ...items.areMissing({ input_cost: 1 }),
  ],
};

export default {
  kind: "Model",
  readme: "a model of a provider, with its costs | deleted",
  collection,
  golden: { groups: [models], outputs: ["gatewayName", "createdAt", "updatedAt"] },
  samples: ({ providerId, otherProviderId }) => ({
    providerId: [providerId, otherProviderId],
    name: ["gpt ", "gpt-next "],
    displayName: ["GPT ", "GPT, next "],
    apiName: ["gpt-2025", "gpt-2026"],
    type: ["chat", "vision"],
    inputCost: [0.12345678, 0],
    outputCost: [2.5, 1.75e-7],
    contextWindow: [128_000, 1_000_000],
    retiresOn: ["2028-02-29", "2027-01-31"],
    replacedBy: ["openai/gpt-next", "openai/gpt-last"],
  }),
  wrong: [
    wrong(
      "wrong types",
      {
        workspaceId: [1, anyString],
        providerId: ["", notEmpty],
        name: [null, anyString],
        displayName: [["GPT"], anyString],
        apiName: [null, `${anyString}. Omit it to let the gateway decide`],
        type: ["text", 'must be one of "chat", "embedding", "moderation", "vision", "audio", "image"'],
        inputCost: ["2.5", "must be a number"],
        outputCost: [false, "must be a number"],
        contextWindow: [1e3 + 0.5, wholeNumber],
        gatewayName: ["ours/gpt"],
      },
      "Model has no property `gatewayName`. The properties are ",
    ),
    nothingGiven(
      ...["workspaceId", "providerId", "name", "displayName"],
      ...["type", "inputCost", "outputCost", "contextWindow"],
    ),
  ],
  doubts: [
    ["name", "", "is empty"],
    ["displayName", "", "is empty"],
    ["inputCost", -0.1, "is below 0"],
    ["outputCost", -1, "is below 0"],
    ["contextWindow", -1, "is below 0"],
  ],
  declared: model("gpt", "openai", {
    ...{ displayName: "GPT", apiName: "gpt-2026-01" },
    ...{ inputCost: 2.5, outputCost: 10, contextWindow: 128_000 },
  }),
} satisfies KindData;
