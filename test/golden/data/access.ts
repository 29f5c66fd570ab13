import { inWorkspaces } from "../../kinds/data.ts";
import { any } from "../any.ts";
import { del, type Exchange, exchange, type Group, get, ok, patch, post } from "../exchange.ts";
import { aModel, aProvider, aWorkspace, scope } from "../shared.ts";
import { rows } from "../template.ts";

const row = "Authentication 2: an account lacking permission gets 403";

/** A server may also say 404, so as not to tell what exists. */
const closed = (request: Exchange["request"]): Exchange =>
  exchange(`one who is no member is refused ${request.method} ${request.path}`, row, request, any.refusal, {
    user: "stranger",
  });

const counts = { member_count: 1, provider_count: 1, prompt_count: 0, mapping_count: 0, config_count: 0 };

/** What one account sees of another's workspace. */
export const access: Group = {
  about: "access",
  setup: [aWorkspace, aProvider, aModel],
  life: [],
  further: [
    exchange(
      "a row counts what its workspace holds",
      "Resources, Workspace, stats",
      get("/workspaces"),
      ok({ data: rows([{ id: "{ws}", stats: counts }]) }),
    ),
    exchange(
      "a workspace is in no list of one who is no member",
      "Resources, Workspace, my_role: caller's role in the workspace",
      get("/workspaces"),
      ok({ data: rows([], [{ id: "{ws}" }]) }),
      { user: "stranger" },
    ),
    ...["/workspaces/{ws}", "/workspaces/{ws}/members"].map((path) => closed(get(path))),
    ...inWorkspaces.map((path) => closed(get(path, scope))),
    closed(get("/providers/{provider}", scope)),
    closed(get("/models/{model}", scope)),
    closed(patch("/workspaces/{ws}", { name: "taken over" })),
    closed(patch("/providers/{provider}", { ...scope, priority: 9 })),
    closed(post("/prompts", { ...scope, name: "foreign", content: "Foreign." })),
    closed(del("/models/{model}", scope)),
    closed(del("/workspaces/{ws}")),
    exchange(
      "what was refused has not happened",
      row,
      get("/providers/{provider}", scope),
      ok({ data: { priority: 1 } }),
    ),
    exchange(
      "a model that was not deleted is still there",
      row,
      get("/models/{model}", scope),
      ok({ data: { id: "{model}" } }),
    ),
  ],
};
