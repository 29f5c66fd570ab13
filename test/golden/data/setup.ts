import { any } from "../any.ts";
import { exchange, get, ok, post } from "../exchange.ts";
import { item } from "../template.ts";

/** Every workspace-scoped group begins with a workspace of its own, kept as `{ws}`. */
export const aWorkspace = exchange(
  "a workspace is created from a name",
  "Workspaces, POST /workspaces",
  post("/workspaces", { name: "golden" }),
  ok(item({ id: any.id.as("ws"), name: "golden" })),
);

/** The account behind the default token, kept as `{me}`. */
export const theCaller = exchange(
  "the user is the account behind the token",
  "User, GET /user",
  get("/user"),
  ok({ data: { id: any.id.as("me") } }),
);

/** Kept as `{provider}`. */
export const aProvider = exchange(
  "a provider is created from its required fields",
  "Providers, POST /providers",
  post("/providers", {
    workspace_id: "{ws}",
    name: "upstream",
    base_url: "https://models.example.com/v1",
    priority: 1,
    compatibility: "OPENAI_SDK",
  }),
  ok(item({ id: any.id.as("provider"), name: "upstream" })),
);

/** Kept as `{model}`, with the name that routes to it as `{gateway_name}`. */
export const aModel = exchange(
  "a model is created from its required fields",
  "Models, POST /models",
  post("/models", {
    workspace_id: "{ws}",
    provider_id: "{provider}",
    name: "small",
    display_name: "Small",
    type: "chat",
    input_cost: 1,
    output_cost: 2,
    context_window: 8192,
  }),
  ok(item({ id: any.id.as("model"), gateway_name: any.text.as("gateway_name") })),
);
