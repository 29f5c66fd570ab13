import { provider } from "../../e2e/support/objects.ts";
import { any } from "../../golden/any.ts";
import type { Group } from "../../golden/exchange.ts";
import { aWorkspace, itemsOf, scope, stamps } from "../../golden/shared.ts";
import { anyString, type KindData, notEmpty, nothingGiven, wholeNumber, wrong } from "../kind-data.ts";

const collection = { heading: "Providers", path: "/providers", scope: "providers" };
const items = itemsOf(collection, "provider");

const upstream = { base_url: "https://other.example.com/v1", compatibility: "DEEPSEEK" };
const required = { name: "other", priority: 2, ...upstream };

const sent = {
  name: "upstream",
  base_url: "https://models.example.com/v1",
  priority: 10,
  compatibility: "OPENAI_SDK",
  model_options: ["gpt-4.1", "gpt-4.1-mini"],
};

const made = { id: "{provider}", user_id: any.id, ...scope, ...sent, api_key: null, ...stamps };

const change = { name: "upstream-eu", priority: 5 };
const changed = { ...made, ...change };

/** No answer has it ("api_key": never returned). */
const key = /sk-golden/;

const providers: Group = {
  about: "providers",
  setup: [aWorkspace],
  life: [
    items.notYet,
    items.create(
      "create answers with the provider and never with its key",
      { ...sent, api_key: "sk-golden" },
      { ...made, id: any.id.as("provider") },
      "; Resources, Provider, api_key",
      key,
    ),
    ...items.areThere("Provider", made, key),
    items.update("update changes what it names, and keeps the rest", change, changed, "; Verbs, PATCH", key),
    items.update(
      "a new key is taken and not shown",
      { api_key: "sk-golden-2" },
      changed,
      "; Resources, Provider, api_key",
      key,
    ),
    ...items.areChanged(changed, key),
    ...items.areDeleted,
  ],
  further: [
    items.create("both are optional", required, { id: any.id, ...scope, ...required, api_key: null }),
    items.isTaken("a second provider of the same name is a conflict", { ...required, priority: 3 }),
    ...items.areRefused(
      { ...required, name: "third" },
      {
        name: 7,
        base_url: 7,
        priority: 1.5,
        compatibility: "AZURE",
        api_key: 7,
        model_options: "gpt-4.1",
      },
      { priority: "1", model_options: [7] },
    ),
    ...items.areMissing({ priority: 1 }),
  ],
};

export default {
  kind: "ModelProvider",
  readme: "an upstream that serves models | deleted",
  collection,
  golden: { groups: [providers], outputs: ["createdAt", "updatedAt"] },
  samples: () => ({
    name: ["openai ", "azure "],
    baseUrl: ["https://upstream.example", "https://other.example"],
    priority: [3, 0],
    compatibility: ["OPENAI_SDK", "DEEPSEEK"],
    apiKey: ["sk-canary-first-0123456789", "sk-canary-second-9876543210"],
    modelOptions: [["zeta", "alpha"], ["omega"]],
  }),
  wrong: [
    wrong(
      "wrong types",
      {
        workspaceId: ["", notEmpty],
        name: [5, anyString],
        baseUrl: [true, anyString],
        priority: [1.5, wholeNumber],
        compatibility: ["OPENAI", 'must be one of "OPENAI_SDK", "CEREBRAS", "NVIDIA_NIM", "DEEPSEEK"'],
        apiKey: [7, anyString],
        modelOptions: [["fine", 3]],
      },
      "modelOptions.1 must be a string",
    ),
    nothingGiven("workspaceId", "name", "baseUrl", "priority", "compatibility"),
  ],
  doubts: [
    ["name", "", "is empty"],
    ["baseUrl", "upstream.example/v1", "has no scheme such as https://"],
    ["baseUrl", "localhost:8080/v1", "has no scheme such as https://"],
    ["apiKey", "", "is empty: set it to null to clear it, or omit it to keep the current value"],
  ],
  declared: provider("openai", { apiKey: "sk-canary-everything", modelOptions: ["zeta", "alpha"] }),
} satisfies KindData;
