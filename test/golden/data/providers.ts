import { any } from "../any.ts";
import type { Exchange, Group } from "../exchange.ts";
import { itemsOf, scope, stamps } from "./scoped.ts";
import { aWorkspace } from "./setup.ts";

const items = itemsOf("Providers", "/providers", "provider");

const required = {
  name: "other",
  base_url: "https://other.example.com/v1",
  priority: 2,
  compatibility: "DEEPSEEK",
};

const sent = {
  name: "upstream",
  base_url: "https://models.example.com/v1",
  priority: 10,
  compatibility: "OPENAI_SDK",
  model_options: ["gpt-4.1", "gpt-4.1-mini"],
};

const made = {
  id: "{provider}",
  user_id: any.id,
  ...scope,
  ...sent,
  api_key: null,
  ...stamps,
};

const change = { name: "upstream-eu", priority: 5 };
const changed = { ...made, ...change };

/** No answer has it ("api_key": never returned). */
const key = /sk-golden/;

const compatibleWith = (compatibility: string): Exchange =>
  items.create(
    `${compatibility} is a compatibility`,
    { ...required, name: compatibility, compatibility },
    { id: any.id, compatibility },
  );

export const providers: Group = {
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
    items.create("key and model options may be left out", required, {
      id: any.id,
      ...scope,
      ...required,
      api_key: null,
    }),
    items.isTaken("a second provider of the same name is a conflict", { ...required, priority: 3 }),
    ...["CEREBRAS", "NVIDIA_NIM"].map(compatibleWith),
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
