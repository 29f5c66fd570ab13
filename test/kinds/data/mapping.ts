import { ref } from "../../e2e/support/declaration.ts";
import { mapping } from "../../e2e/support/objects.ts";
import { any } from "../../golden/any.ts";
import type { Group } from "../../golden/exchange.ts";
import { aModel, aProvider, aWorkspace, itemsOf, scope, stamps } from "../../golden/shared.ts";
import { anyString, type KindData, nothingGiven, wholeNumber, wrong, yesOrNo } from "../kind-data.ts";

const collection = { heading: "Mappings", path: "/mappings", scope: "mapping" };
const items = itemsOf(collection, "mapping");

const required = { source_name: "fast", target_model: "{gateway_name}" };

const options = { priority: 100, enabled: true, is_pattern: true };
const sent = { source_name: "gpt-.*", target_model: "{gateway_name}", ...options };

const made = { id: "{mapping}", ...scope, ...sent, ...stamps };

const change = { source_name: "default", priority: 1, is_pattern: false };
const changed = { ...made, ...change };
const off = { enabled: false };

const mappings: Group = {
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

export default {
  kind: "Mapping",
  readme: "the model that a name resolves to | deleted",
  collection,
  golden: { groups: [mappings], outputs: ["createdAt", "updatedAt"] },
  samples: () => ({
    sourceName: ["gpt-4 ", "claude-4 "],
    targetModel: ["openai/gpt", "openai/gpt-next"],
    priority: [10, 0],
    enabled: [true, false],
    isPattern: [true, false],
  }),
  wrong: [
    wrong(
      "wrong types",
      {
        workspaceId: [null, anyString],
        sourceName: [1, anyString],
        targetModel: [{}, anyString],
        priority: [0.5, wholeNumber],
        enabled: ["true", yesOrNo],
        isPattern: [null, `${yesOrNo}. Omit it`],
        source_name: ["gpt"],
      },
      "Mapping has no property `source_name`. Did you mean `sourceName`?",
    ),
    nothingGiven("workspaceId", "sourceName", "targetModel"),
  ],
  doubts: [
    ["sourceName", "", "is empty"],
    ["targetModel", "", "is empty"],
  ],
  declared: mapping("default", {
    ...{ sourceName: "gpt-.*", targetModel: ref("gpt", "gatewayName") },
    ...{ priority: 10, enabled: true, isPattern: true },
  }),
  seed: (name) => ({ source_name: name, target_model: "first/first" }),
} satisfies KindData;
