import { any } from "../any.ts";
import { type Exchange, exchange, type Group, get, ok, patch, put } from "../exchange.ts";
import { itemsOf, scope, stamps } from "./scoped.ts";
import { aWorkspace } from "./setup.ts";

const items = itemsOf("Configs", "/configs", "config");

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

export const configs: Group = {
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
    items.create(
      "a config can be the default",
      { name: "default", enabled: false, is_default: true },
      { id: any.id, enabled: false, is_default: true },
      "; Resources, Config, is_default",
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
