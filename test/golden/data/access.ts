import { any } from "../any.ts";
import type { Exchange, Group } from "../exchange.ts";
import { rows } from "../template.ts";
import { aModel, aProvider, aWorkspace } from "./setup.ts";

const row = "Authentication 2: an account lacking permission gets 403";
const query = { workspace_id: "{ws}" };

const closed = (request: Exchange["request"]): Exchange => ({
  law: `one who is no member is refused ${request.method} ${request.path}`,
  row,
  as: { user: "stranger" },
  request,
  // A server may also say 404, so as not to tell what exists.
  response: { status: any.refusal },
});

/** What one account sees of another's workspace. */
export const access: Group = {
  about: "access",
  setup: [aWorkspace, aProvider, aModel],
  life: [],
  further: [
    {
      law: "a row counts what its workspace holds",
      row: "Resources, Workspace, stats",
      request: { method: "GET", path: "/workspaces" },
      response: {
        status: 200,
        body: {
          data: rows([
            { id: "{ws}", stats: { provider_count: 1, prompt_count: 0, mapping_count: 0, config_count: 0 } },
          ]),
        },
      },
    },
    {
      law: "a workspace is in no list of one who is no member",
      row: "Resources, Workspace, my_role: caller's role in the workspace",
      as: { user: "stranger" },
      request: { method: "GET", path: "/workspaces" },
      response: { status: 200, body: { data: rows([], [{ id: "{ws}" }]) } },
    },
    ...["/workspaces/{ws}", "/workspaces/{ws}/members"].map((path) => closed({ method: "GET", path })),
    ...["/providers", "/models", "/prompts", "/mappings", "/indexes", "/configs"].map((path) =>
      closed({ method: "GET", path, query }),
    ),
    closed({ method: "GET", path: "/providers/{provider}", query }),
    closed({ method: "GET", path: "/models/{model}", query }),
    closed({ method: "PATCH", path: "/workspaces/{ws}", body: { name: "taken over" } }),
    closed({ method: "PATCH", path: "/providers/{provider}", body: { ...query, priority: 9 } }),
    closed({ method: "POST", path: "/prompts", body: { ...query, name: "foreign", content: "Foreign." } }),
    closed({ method: "DELETE", path: "/models/{model}", body: query }),
    closed({ method: "DELETE", path: "/workspaces/{ws}" }),
    {
      law: "what was refused has not happened",
      row,
      request: { method: "GET", path: "/providers/{provider}", query },
      response: { status: 200, body: { data: { priority: 1 } } },
    },
    {
      law: "a model that was not deleted is still there",
      row,
      request: { method: "GET", path: "/models/{model}", query },
      response: { status: 200, body: { data: { id: "{model}" } } },
    },
  ],
};
