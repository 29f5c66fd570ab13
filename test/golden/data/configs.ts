import { any } from "../any.ts";
import { type Exchange, exchange, type Group, get, ok, patch, post, put } from "../exchange.ts";
import { item, type Template } from "../template.ts";
import { conflict } from "./refused.ts";
import { itemsOf, scope } from "./scoped.ts";
import { aWorkspace } from "./setup.ts";

const create = "Configs, POST /configs";
const items = itemsOf("Configs", "/configs", "config");

/** The graph's structure is not shown, so every key must come back as it was sent. */
const workflow = {
  start: "route",
  nodes: [
    { id: "route", maxRetries: 2, snake_case: true, next: ["small", "large"] },
    { id: "small", weight: 0.25, fallback: null },
  ],
};

const sent = {
  workspace_id: "{ws}",
  name: "production",
  description: "Small model first",
  enabled: true,
  is_default: false,
};

const made = {
  id: "{config}",
  ...sent,
  created_at: any.timestamp,
  updated_at: any.timestamp,
} satisfies Template;

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
    exchange(
      "create answers with the config",
      `${create}; Resources, Config`,
      post("/configs", { ...sent, workflow }),
      ok(item({ ...made, id: any.id.as("config") })),
    ),
    // "present on list and get"
    ...items.areThere("Config, workflow", { ...made, workflow }),
    ...items.areDeleted,
  ],
  further: [
    exchange(
      "a name is enough",
      create,
      post("/configs", { ...scope, name: "plain" }),
      ok(item({ id: any.id.as("plain"), name: "plain" })),
    ),
    exchange(
      "a workflow left out is an empty object",
      "Resources, Config, workflow: defaults to an empty object",
      get("/configs/{plain}", scope),
      ok({ data: { name: "plain", workflow: {} } }, /"workflow"\s*:\s*\{\s*"/),
    ),
    exchange(
      "a config can be the default",
      `${create}; Resources, Config, is_default`,
      post("/configs", { ...scope, name: "default", enabled: false, is_default: true }),
      ok(item({ id: any.id, enabled: false, is_default: true })),
    ),
    conflict("a second config of the same name is a conflict", "/configs", { ...scope, name: "plain" }),
    ...[patch, put].map((to) => noUpdate(to("/configs/{plain}", { ...scope, name: "renamed" }))),
    ...items.areRefused(
      { ...scope, name: "third" },
      { description: 7, enabled: "yes", is_default: 1, workflow: "route" },
    ),
    ...items.areMissing(),
  ],
};
