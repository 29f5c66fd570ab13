import { any } from "../any.ts";
import { type Exchange, exchange, type Group, ok, patch, post } from "../exchange.ts";
import { item, type Template } from "../template.ts";
import { conflict, rejects } from "./refused.ts";
import { itemsOf, scope } from "./scoped.ts";
import { aWorkspace } from "./setup.ts";

const create = "Providers, POST /providers";
const update = "Providers, PATCH /providers/{id}";
const path = "/providers/{provider}";
const items = itemsOf("Providers", "/providers", "provider");

const required = {
  workspace_id: "{ws}",
  name: "other",
  base_url: "https://other.example.com/v1",
  priority: 2,
  compatibility: "DEEPSEEK",
};

const sent = {
  workspace_id: "{ws}",
  name: "upstream",
  base_url: "https://models.example.com/v1",
  priority: 10,
  compatibility: "OPENAI_SDK",
  model_options: ["gpt-4.1", "gpt-4.1-mini"],
};

const made = {
  id: "{provider}",
  user_id: any.id,
  ...sent,
  api_key: null,
  created_at: any.timestamp,
  updated_at: any.timestamp,
} satisfies Template;

const change = { name: "upstream-eu", priority: 5 };
const changed = { ...made, ...change };

/** No answer has it ("api_key": never returned). */
const key = /sk-golden/;

const compatibleWith = (compatibility: string): Exchange =>
  exchange(
    `${compatibility} is a compatibility`,
    create,
    post("/providers", { ...required, name: compatibility, compatibility }),
    ok(item({ id: any.id, compatibility })),
  );

export const providers: Group = {
  about: "providers",
  setup: [aWorkspace],
  life: [
    items.notYet,
    exchange(
      "create answers with the provider and never with its key",
      `${create}; Resources, Provider, api_key`,
      post("/providers", { ...sent, api_key: "sk-golden" }),
      ok(item({ ...made, id: any.id.as("provider") }), key),
    ),
    ...items.areThere("Provider", made, key),
    exchange(
      "update changes what it names, and keeps the rest",
      `${update}; Verbs, PATCH`,
      patch(path, { ...scope, ...change }),
      ok(item(changed), key),
    ),
    exchange(
      "a new key is taken and not shown",
      `${update}; Resources, Provider, api_key`,
      patch(path, { ...scope, api_key: "sk-golden-2" }),
      ok(item(changed), key),
    ),
    ...items.areChanged(changed, key),
    ...items.areDeleted,
  ],
  further: [
    exchange(
      "key and model options may be left out",
      create,
      post("/providers", required),
      ok(item({ id: any.id, ...required, api_key: null })),
    ),
    conflict("a second provider of the same name is a conflict", "/providers", { ...required, priority: 3 }),
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
    ),
    ...rejects(create, "/providers", { ...required, name: "third" }, { priority: "1", model_options: [7] }),
    ...items.areMissing({ ...scope, priority: 1 }),
  ],
};
