import { any } from "../any.ts";
import { exchange, type Group, ok, patch, post } from "../exchange.ts";
import { item, type Template } from "../template.ts";
import { rejects } from "./refused.ts";
import { itemsOf, scope } from "./scoped.ts";
import { aModel, aProvider, aWorkspace } from "./setup.ts";

const create = "Mappings, POST /mappings";
const update = "Mappings, PATCH /mappings/{id}";
const path = "/mappings/{mapping}";
const items = itemsOf("Mappings", "/mappings", "mapping");

const required = { workspace_id: "{ws}", source_name: "fast", target_model: "{gateway_name}" };

const sent = {
  workspace_id: "{ws}",
  source_name: "gpt-.*",
  target_model: "{gateway_name}",
  priority: 100,
  enabled: true,
  is_pattern: true,
};

const made = {
  id: "{mapping}",
  ...sent,
  created_at: any.timestamp,
  updated_at: any.timestamp,
} satisfies Template;

const change = { source_name: "default", priority: 1, is_pattern: false };
const changed = { ...made, ...change };

export const mappings: Group = {
  about: "mappings",
  setup: [aWorkspace, aProvider, aModel],
  life: [
    items.notYet,
    exchange(
      "create answers with the mapping",
      `${create}; Resources, Mapping`,
      post("/mappings", sent),
      ok(item({ ...made, id: any.id.as("mapping") })),
    ),
    ...items.areThere("Mapping", made),
    exchange(
      "update changes what it names, and keeps the rest",
      `${update}; Verbs, PATCH`,
      patch(path, { ...scope, ...change }),
      ok(item(changed)),
    ),
    exchange(
      "a mapping is turned off",
      `${update}; Resources, Mapping, enabled`,
      patch(path, { ...scope, enabled: false }),
      ok(item({ ...changed, enabled: false })),
    ),
    ...items.areChanged({ ...changed, enabled: false }),
    ...items.areDeleted,
  ],
  further: [
    exchange(
      "source and target are enough",
      create,
      post("/mappings", required),
      ok(item({ id: any.id, ...required })),
    ),
    ...items.areRefused(
      { ...required, source_name: "third" },
      { target_model: 7, priority: 0.5, enabled: "yes", is_pattern: 1 },
    ),
    ...rejects(create, "/mappings", required, { source_name: 7, priority: "1" }),
    ...items.areMissing({ ...scope, enabled: false }),
  ],
};
