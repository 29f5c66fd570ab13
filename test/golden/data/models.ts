import { any } from "../any.ts";
import type { Exchange, Group } from "../exchange.ts";
import { item, type Template } from "../template.ts";
import { notFound, rejects, requires } from "./refused.ts";
import { aProvider, aWorkspace } from "./setup.ts";

const create = "Models, POST /models";
const update = "Models, PATCH /models/{id}";
const list = "Models, GET /models";
const path = "/models/{model}";
const query = { workspace_id: "{ws}" };

const required = {
  workspace_id: "{ws}",
  provider_id: "{provider}",
  name: "embedder",
  display_name: "Embedder",
  type: "embedding",
  input_cost: 0,
  output_cost: 0,
  context_window: 8191,
};

const made = {
  id: "{model}",
  user_id: any.id,
  provider_id: "{provider}",
  name: "large",
  display_name: "Large",
  api_name: "gpt-4.1",
  type: "chat",
  input_cost: 2.5,
  output_cost: 10,
  gateway_name: any.text,
  context_window: 1047576,
  created_at: any.timestamp,
  updated_at: any.timestamp,
} satisfies Template;

const changed = { ...made, display_name: "Large, cheaper", input_cost: 1.25, context_window: 131072 };

const ofType = (type: string): Exchange => ({
  law: `${type} is a type`,
  row: create,
  request: { method: "POST", path: "/models", body: { ...required, name: `a-${type}`, type } },
  response: { status: 200, body: item({ id: any.id, type }) },
});

export const models: Group = {
  about: "models",
  setup: [aWorkspace, aProvider],
  life: [
    {
      law: "a new workspace has no models",
      row: list,
      request: { method: "GET", path: "/models", query },
      response: { status: 200, body: { data: [] } },
    },
    {
      law: "create answers with the model and the name that routes to it",
      row: `${create}; Resources, Model`,
      request: {
        method: "POST",
        path: "/models",
        body: {
          workspace_id: "{ws}",
          provider_id: "{provider}",
          name: "large",
          display_name: "Large",
          type: "chat",
          input_cost: 2.5,
          output_cost: 10,
          context_window: 1047576,
          api_name: "gpt-4.1",
        },
      },
      response: { status: 200, body: item({ ...made, id: any.id.as("model") }) },
    },
    {
      law: "a single model comes in data",
      row: "Models, GET /models/{id}; Resources, Model",
      request: { method: "GET", path, query },
      response: { status: 200, body: { data: made } },
    },
    {
      law: "the list has the model",
      row: list,
      request: { method: "GET", path: "/models", query },
      response: { status: 200, body: { data: [made] } },
    },
    {
      law: "update changes what it names, and keeps the rest",
      row: `${update}; Verbs, PATCH`,
      request: {
        method: "PATCH",
        path,
        body: {
          workspace_id: "{ws}",
          display_name: "Large, cheaper",
          input_cost: 1.25,
          context_window: 131072,
        },
      },
      response: { status: 200, body: item(changed) },
    },
    {
      law: "the changes are read back",
      row: "Models, GET /models/{id}",
      request: { method: "GET", path, query },
      response: { status: 200, body: { data: changed } },
    },
    {
      law: "the list has the changes",
      row: list,
      request: { method: "GET", path: "/models", query },
      response: { status: 200, body: { data: [changed] } },
    },
    {
      law: "delete succeeds with the workspace in the body",
      row: "Models, DELETE /models/{id}; Workspace-scoped resources",
      request: { method: "DELETE", path, body: query },
      response: { status: 200 },
    },
    {
      law: "a deleted model is not found",
      row: "Errors, 404",
      request: { method: "GET", path, query },
      response: { status: 404 },
    },
    {
      law: "a deleted model is in no list",
      row: list,
      request: { method: "GET", path: "/models", query },
      response: { status: 200, body: { data: [] } },
    },
  ],
  further: [
    {
      law: "api_name may be left out, and a cost may be 0",
      row: create,
      request: { method: "POST", path: "/models", body: required },
      response: {
        status: 200,
        body: item({
          id: any.id,
          provider_id: "{provider}",
          name: "embedder",
          type: "embedding",
          input_cost: 0,
          output_cost: 0,
          gateway_name: any.text,
        }),
      },
    },
    {
      law: "a second model of the same name at the same provider is a conflict",
      row: "Errors, 409: Conflict, such as a duplicate name",
      request: { method: "POST", path: "/models", body: required },
      response: { status: 409 },
    },
    ...["chat", "moderation", "vision", "audio", "image"].map(ofType),
    ...requires(create, "/models", { ...required, name: "third" }),
    ...rejects(
      create,
      "/models",
      { ...required, name: "third" },
      {
        name: 7,
        display_name: 7,
        type: "video",
        input_cost: "2",
        output_cost: null,
        context_window: 1.5,
        api_name: 7,
      },
    ),
    ...notFound("Models", "/models", { workspace_id: "{ws}", input_cost: 1 }),
  ],
};
