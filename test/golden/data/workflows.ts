import { any } from "../any.ts";
import { del, type Exchange, exchange, type Group, get, ok, post } from "../exchange.ts";
import { aWorkspace, missing, scope, stamps } from "../shared.ts";
import { absent, type Template } from "../template.ts";

const graph = { start: "route", nodes: [{ id: "route", keepThisCase: 1 }] };

const listed = (name: string): Template => ({
  id: any.id,
  workspace_id: "{ws}",
  name,
  description: any.stringOrNull,
  enabled: any.boolean,
  is_default: any.boolean,
  ...stamps,
  workflow: absent,
});

const both = ok({ data: [listed("Cheapest first"), listed("Fastest first")], total: 2 });
const written = { ...scope, name: "new" };

const forbidden = (law: string, request: Exchange["request"]): Exchange =>
  exchange(law, "Workflows: POST and DELETE on workflow endpoints return 403", request, 403);

export const workflows: Group = {
  about: "workflows",
  setup: [aWorkspace],
  given: [
    { workflow: { workspace: "{ws}", name: "Cheapest first", graph } },
    { workflow: { workspace: "{ws}", name: "Fastest first", graph } },
  ],
  life: [],
  further: [
    exchange(
      "the list of a workspace has every workflow without its graph",
      "Workflows, GET /workflows; Resources, Workflow",
      get("/workflows", scope),
      both,
    ),
    exchange(
      "a part of the name finds the workflow",
      "Workflows, GET /workflows, name: substring match",
      get("/workflows", { ...scope, name: "heapes" }),
      ok({ data: [{ id: any.id.as("workflow"), name: "Cheapest first", workflow: absent }], total: 1 }),
    ),
    exchange(
      "workspace_id may be left out, and the name too",
      "Workflows, GET /workflows, workspace_id opt, name opt",
      get("/workflows"),
      both,
    ),
    exchange(
      "a single workflow comes in data, with its graph",
      "Workflows, GET /workflows/{id}",
      get("/workflows/{workflow}", scope),
      ok({ data: { id: "{workflow}", ...scope, name: "Cheapest first", workflow: graph } }),
    ),
    missing("a missing workflow is not found", get("/workflows/no-such-item", scope)),
    forbidden("a workflow cannot be created", post("/workflows", written)),
    forbidden("a workflow cannot be posted to", post("/workflows/{workflow}", written)),
    forbidden("a workflow cannot be deleted", del("/workflows/{workflow}", written)),
    forbidden("workflows cannot be deleted together", del("/workflows", written)),
  ],
};
