import { any } from "../any.ts";
import type { Exchange, Group } from "../exchange.ts";
import { absent, type Template } from "../template.ts";
import { aWorkspace } from "./setup.ts";

const list = "Workflows, GET /workflows; Resources, Workflow";
const query = { workspace_id: "{ws}" };
const graph = { start: "route", nodes: [{ id: "route", keepThisCase: 1 }] };

const listed = (name: string): Template => ({
  id: any.id,
  workspace_id: "{ws}",
  name,
  description: any.stringOrNull,
  enabled: any.boolean,
  is_default: any.boolean,
  created_at: any.timestamp,
  updated_at: any.timestamp,
  workflow: absent,
});

const forbidden = (law: string, method: "POST" | "DELETE", path: string): Exchange => ({
  law,
  row: "Workflows: POST and DELETE on workflow endpoints return 403",
  request: { method, path, body: { workspace_id: "{ws}", name: "new" } },
  response: { status: 403 },
});

export const workflows: Group = {
  about: "workflows",
  setup: [aWorkspace],
  given: [
    { workflow: { workspace: "{ws}", name: "Cheapest first", graph } },
    { workflow: { workspace: "{ws}", name: "Fastest first", graph } },
  ],
  life: [],
  further: [
    {
      law: "the list of a workspace has every workflow without its graph",
      row: list,
      request: { method: "GET", path: "/workflows", query },
      response: {
        status: 200,
        body: { data: [listed("Cheapest first"), listed("Fastest first")], total: 2 },
      },
    },
    {
      law: "a part of the name finds the workflow",
      row: "Workflows, GET /workflows, name: substring match",
      request: { method: "GET", path: "/workflows", query: { ...query, name: "heapes" } },
      response: {
        status: 200,
        body: { data: [{ id: any.id.as("workflow"), name: "Cheapest first", workflow: absent }], total: 1 },
      },
    },
    {
      law: "workspace_id may be left out, and the name too",
      row: "Workflows, GET /workflows, workspace_id opt, name opt",
      request: { method: "GET", path: "/workflows" },
      response: {
        status: 200,
        body: { data: [listed("Cheapest first"), listed("Fastest first")], total: 2 },
      },
    },
    {
      law: "a single workflow comes in data, with its graph",
      row: "Workflows, GET /workflows/{id}",
      request: { method: "GET", path: "/workflows/{workflow}", query },
      response: {
        status: 200,
        body: {
          data: { id: "{workflow}", workspace_id: "{ws}", name: "Cheapest first", workflow: graph },
        },
      },
    },
    {
      law: "a missing workflow is not found",
      row: "Errors, 404",
      request: { method: "GET", path: "/workflows/no-such-item", query },
      response: { status: 404 },
    },
    forbidden("a workflow cannot be created", "POST", "/workflows"),
    forbidden("a workflow cannot be posted to", "POST", "/workflows/{workflow}"),
    forbidden("a workflow cannot be deleted", "DELETE", "/workflows/{workflow}"),
    forbidden("workflows cannot be deleted together", "DELETE", "/workflows"),
  ],
};
