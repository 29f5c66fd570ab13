import { any } from "../any.ts";
import type { Group } from "../exchange.ts";
import { itemsOf, scope, stamps } from "./scoped.ts";
import { aModel, aProvider, aWorkspace } from "./setup.ts";

const items = itemsOf("Mappings", "/mappings", "mapping");

const required = { source_name: "fast", target_model: "{gateway_name}" };

const sent = {
  source_name: "gpt-.*",
  target_model: "{gateway_name}",
  priority: 100,
  enabled: true,
  is_pattern: true,
};

const made = { id: "{mapping}", ...scope, ...sent, ...stamps };

const change = { source_name: "default", priority: 1, is_pattern: false };
const changed = { ...made, ...change };
const off = { enabled: false };

export const mappings: Group = {
  about: "mappings",
  setup: [aWorkspace, aProvider, aModel],
  life: [
    items.notYet,
    items.create(
      "create answers with the mapping",
      sent,
      { ...made, id: any.id.as("mapping") },
      "; Resources, Mapping",
    ),
    ...items.areThere("Mapping", made),
    items.update("update changes what it names, and keeps the rest", change, changed, "; Verbs, PATCH"),
    items.update("a mapping is turned off", off, { ...changed, ...off }, "; Resources, Mapping, enabled"),
    ...items.areChanged({ ...changed, ...off }),
    ...items.areDeleted,
  ],
  further: [
    items.create("source and target are enough", required, { id: any.id, ...scope, ...required }),
    ...items.areRefused(
      { ...required, source_name: "third" },
      { target_model: 7, priority: 0.5, enabled: "yes", is_pattern: 1 },
      { source_name: 7, priority: "1" },
    ),
    ...items.areMissing(off),
  ],
};
