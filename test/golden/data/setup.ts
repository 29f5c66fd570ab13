import { any } from "../any.ts";
import type { Exchange } from "../exchange.ts";
import { item } from "../template.ts";

/** Every workspace-scoped group begins with a workspace of its own, kept as `{ws}`. */
export const aWorkspace: Exchange = {
  law: "a workspace is created from a name",
  row: "Workspaces, POST /workspaces",
  request: { method: "POST", path: "/workspaces", body: { name: "golden" } },
  response: { status: 200, body: item({ id: any.id.as("ws"), name: "golden" }) },
};

/** The account behind the default token, kept as `{me}`. */
export const theCaller: Exchange = {
  law: "the user is the account behind the token",
  row: "User, GET /user",
  request: { method: "GET", path: "/user" },
  response: { status: 200, body: { data: { id: any.id.as("me") } } },
};

/** Kept as `{provider}`. */
export const aProvider: Exchange = {
  law: "a provider is created from its required fields",
  row: "Providers, POST /providers",
  request: {
    method: "POST",
    path: "/providers",
    body: {
      workspace_id: "{ws}",
      name: "upstream",
      base_url: "https://models.example.com/v1",
      priority: 1,
      compatibility: "OPENAI_SDK",
    },
  },
  response: { status: 200, body: item({ id: any.id.as("provider"), name: "upstream" }) },
};

/** Kept as `{model}`, with the name that routes to it as `{gateway_name}`. */
export const aModel: Exchange = {
  law: "a model is created from its required fields",
  row: "Models, POST /models",
  request: {
    method: "POST",
    path: "/models",
    body: {
      workspace_id: "{ws}",
      provider_id: "{provider}",
      name: "small",
      display_name: "Small",
      type: "chat",
      input_cost: 1,
      output_cost: 2,
      context_window: 8192,
    },
  },
  response: {
    status: 200,
    body: item({ id: any.id.as("model"), gateway_name: any.text.as("gateway_name") }),
  },
};
