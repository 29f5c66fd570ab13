import { any } from "../any.ts";
import type { Exchange, Group } from "../exchange.ts";
import { item, type Template } from "../template.ts";
import { notFound, rejects, requires } from "./refused.ts";
import { aWorkspace } from "./setup.ts";

const create = "Configs, POST /configs";
const list = "Configs, GET /configs";
const path = "/configs/{config}";
const query = { workspace_id: "{ws}" };

/** The graph's structure is not shown, so every key must come back as it was sent. */
const workflow = {
  start: "route",
  nodes: [
    { id: "route", maxRetries: 2, snake_case: true, next: ["small", "large"] },
    { id: "small", weight: 0.25, fallback: null },
  ],
};

const made = {
  id: "{config}",
  workspace_id: "{ws}",
  name: "production",
  description: "Small model first",
  enabled: true,
  is_default: false,
  created_at: any.timestamp,
  updated_at: any.timestamp,
} satisfies Template;

const noUpdate = (method: "PATCH" | "PUT"): Exchange => ({
  law: `${method} of a config is not supported`,
  row: "Configs have no update endpoint (status not shown)",
  request: { method, path: "/configs/{plain}", body: { workspace_id: "{ws}", name: "renamed" } },
  response: { status: any.refusal },
});

export const configs: Group = {
  about: "configs",
  setup: [aWorkspace],
  life: [
    {
      law: "a new workspace has no configs",
      row: list,
      request: { method: "GET", path: "/configs", query },
      response: { status: 200, body: { data: [] } },
    },
    {
      law: "create answers with the config",
      row: `${create}; Resources, Config`,
      request: {
        method: "POST",
        path: "/configs",
        body: {
          workspace_id: "{ws}",
          name: "production",
          description: "Small model first",
          enabled: true,
          is_default: false,
          workflow,
        },
      },
      response: { status: 200, body: item({ ...made, id: any.id.as("config") }) },
    },
    {
      law: "a single config comes in data, with its workflow as it was written",
      row: "Configs, GET /configs/{id}; Resources, Config, workflow",
      request: { method: "GET", path, query },
      response: { status: 200, body: { data: { ...made, workflow } } },
    },
    {
      law: "the list has the config with its workflow",
      row: `${list}; Resources, Config, workflow: present on list and get`,
      request: { method: "GET", path: "/configs", query },
      response: { status: 200, body: { data: [{ ...made, workflow }] } },
    },
    {
      law: "delete succeeds with the workspace in the body",
      row: "Configs, DELETE /configs/{id}; Workspace-scoped resources",
      request: { method: "DELETE", path, body: query },
      response: { status: 200 },
    },
    {
      law: "a deleted config is not found",
      row: "Errors, 404",
      request: { method: "GET", path, query },
      response: { status: 404 },
    },
    {
      law: "a deleted config is in no list",
      row: list,
      request: { method: "GET", path: "/configs", query },
      response: { status: 200, body: { data: [] } },
    },
  ],
  further: [
    {
      law: "a name is enough",
      row: create,
      request: { method: "POST", path: "/configs", body: { workspace_id: "{ws}", name: "plain" } },
      response: { status: 200, body: item({ id: any.id.as("plain"), name: "plain" }) },
    },
    {
      law: "a workflow left out is an empty object",
      row: "Resources, Config, workflow: defaults to an empty object",
      request: { method: "GET", path: "/configs/{plain}", query },
      response: {
        status: 200,
        body: { data: { name: "plain", workflow: {} } },
        never: /"workflow"\s*:\s*\{\s*"/,
      },
    },
    {
      law: "a config can be the default",
      row: `${create}; Resources, Config, is_default`,
      request: {
        method: "POST",
        path: "/configs",
        body: { workspace_id: "{ws}", name: "default", enabled: false, is_default: true },
      },
      response: { status: 200, body: item({ id: any.id, enabled: false, is_default: true }) },
    },
    {
      law: "a second config of the same name is a conflict",
      row: "Errors, 409: Conflict, such as a duplicate name",
      request: { method: "POST", path: "/configs", body: { workspace_id: "{ws}", name: "plain" } },
      response: { status: 409 },
    },
    noUpdate("PATCH"),
    noUpdate("PUT"),
    ...requires(create, "/configs", { workspace_id: "{ws}", name: "third" }),
    ...rejects(
      create,
      "/configs",
      { workspace_id: "{ws}", name: "third" },
      {
        description: 7,
        enabled: "yes",
        is_default: 1,
        workflow: "route",
      },
    ),
    ...notFound("Configs", "/configs"),
  ],
};
