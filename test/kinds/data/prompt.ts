import { ref } from "../../e2e/support/declaration.ts";
import { prompt } from "../../e2e/support/objects.ts";
import { any } from "../../golden/any.ts";
import type { Group } from "../../golden/exchange.ts";
import { aModel, aProvider, aWorkspace, itemsOf, scope, stamps } from "../../golden/shared.ts";
import { anyString, type KindData, nothingGiven, wholeNumber, wrong, yesOrNo } from "../kind-data.ts";

const collection = { heading: "Prompts", path: "/prompts", scope: "prompts" };
const items = itemsOf(collection, "prompt");

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

const prompts: Group = {
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
    items.isTaken("a second one of the same name is a conflict", { ...required, content: "Be very brief." }),
    ...items.areRefused(
      { ...required, name: "third" },
      { content: 7, type: "TOOL", model_id: 7, is_global: 7, enabled: 1, position: 0.5, environment: "TEST" },
    ),
    ...items.areMissing({ enabled: false }),
  ],
};

export default {
  kind: "Prompt",
  readme: "text that the gateway adds to requests | deleted",
  collection,
  golden: { groups: [prompts], outputs: ["createdAt", "updatedAt"] },
  samples: ({ modelId, otherModelId }) => ({
    name: ["house rules ", "tone "],
    content: ["Be brief.\nSay so if you do not know.\n", "Answer in full sentences.\n"],
    type: ["SYSTEM", "USER"],
    modelId: [modelId, otherModelId],
    isGlobal: [true, false],
    enabled: [true, false],
    position: [2, 0],
    environment: ["STAGING", "PRODUCTION"],
  }),
  wrong: [
    wrong("wrong types", {
      workspaceId: [{}, anyString],
      name: [1, anyString],
      content: [null, anyString],
      type: ["system", 'must be one of "SYSTEM", "USER", "ASSISTANT"'],
      modelId: [3, anyString],
      isGlobal: ["yes", yesOrNo],
      enabled: [1, yesOrNo],
      position: ["first", wholeNumber],
      environment: ["TEST", 'must be one of "PRODUCTION", "STAGING", "EVALUATION", "EXPERIMENTS"'],
    }),
    nothingGiven("workspaceId", "name", "content"),
  ],
  doubts: [
    ["name", "\t", "is empty"],
    ["content", "\n", "is empty"],
  ],
  declared: prompt("tone", {
    content: "Be brief.\nSay so if you do not know.",
    type: "SYSTEM",
    modelId: ref("gpt"),
    isGlobal: false,
    enabled: true,
    position: 1,
    environment: "PRODUCTION",
  }),
  seed: (name, { modelId }) => ({ name, content: `Mind the ${name}.`, model_id: modelId }),
} satisfies KindData;
