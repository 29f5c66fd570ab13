import { ref } from "../../e2e/support/declaration.ts";
import { any } from "../../golden/any.ts";
import { type Exchange, exchange, type Group, get, ok, patch, put } from "../../golden/exchange.ts";
import { aWorkspace, itemsOf, scope, stamps } from "../../golden/shared.ts";
import { anyString, type KindData, nothingGiven, wrong, yesOrNo } from "../kind-data.ts";

const collection = { heading: "Configs", path: "/configs", scope: "models" };
const items = itemsOf(collection, "config");

/** The graph's structure is not shown, so every key must come back as it was sent. */
const workflow = {
  start: "route",
  nodes: [
    { id: "route", maxRetries: 2, snake_case: true, next: ["small", "large"] },
    { id: "small", weight: 0.25, fallback: null },
  ],
};

const sent = { name: "production", description: "Small model first", enabled: true, is_default: false };
const made = { id: "{config}", ...scope, ...sent, ...stamps };

const noUpdate = (request: Exchange["request"]): Exchange =>
  exchange(
    `${request.method} of a config is not supported`,
    "Configs have no update endpoint (status not shown)",
    request,
    any.refusal,
  );

const configs: Group = {
  about: "configs",
  setup: [aWorkspace],
  life: [
    items.notYet,
    items.create(
      "create answers with the config",
      { ...sent, workflow },
      { ...made, id: any.id.as("config") },
      "; Resources, Config",
    ),
    // "present on list and get"
    ...items.areThere("Config, workflow", { ...made, workflow }),
    ...items.areDeleted,
  ],
  further: [
    items.create("a name is enough", { name: "plain" }, { id: any.id.as("plain"), name: "plain" }),
    exchange(
      "a workflow left out is an empty object",
      "Resources, Config, workflow: defaults to an empty object",
      get("/configs/{plain}", scope),
      ok({ data: { name: "plain", workflow: {} } }, /"workflow"\s*:\s*\{\s*"/),
    ),
    items.isTaken("a second config of the same name is a conflict", { name: "plain" }),
    ...[patch, put].map((to) => noUpdate(to("/configs/{plain}", { ...scope, name: "renamed" }))),
    ...items.areRefused(
      { name: "third" },
      { description: 7, enabled: "yes", is_default: 1, workflow: "route" },
    ),
    ...items.areMissing(),
  ],
};

export default {
  kind: "Config",
  readme: "a workflow that handles requests | deleted",
  collection,
  golden: { groups: [configs], outputs: ["createdAt", "updatedAt"] },
  samples: () => ({
    name: ["standard ", "careful "],
    description: ["What most requests take ", null],
    enabled: [false, true],
    isDefault: [true, false],
    workflow: [{ zeta: [1, { b: 2, a: "x " }], alpha: null, some_key: true }, {}],
  }),
  wrong: [
    wrong("wrong types", {
      workspaceId: ["w"],
      name: [1, anyString],
      description: [2, anyString],
      enabled: ["yes", yesOrNo],
      isDefault: [1, yesOrNo],
      workflow: ["route", "must be an object"],
    }),
    nothingGiven("workspaceId", "name"),
  ],
  doubts: [["name", "", "is empty"]],
  declared: {
    name: "standard",
    args: {
      workspaceId: ref("team"),
      name: "standard",
      description: "What most requests take",
      enabled: true,
      isDefault: true,
      workflow: { zeta: [1, { b: 2, a: "x" }], alpha: null, some_key: true },
    },
  },
  seed: (name) => ({ name, workflow: { some_key: [{ deep_key: 1 }], none: null } }),
} satisfies KindData;
