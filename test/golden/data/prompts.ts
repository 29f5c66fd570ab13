import { any } from "../any.ts";
import type { Exchange, Group } from "../exchange.ts";
import type { Json } from "../fill.ts";
import { item, type Template } from "../template.ts";
import { notFound, rejects, requires } from "./refused.ts";
import { aModel, aProvider, aWorkspace } from "./setup.ts";

const create = "Prompts, POST /prompts";
const update = "Prompts, PATCH /prompts/{id}";
const list = "Prompts, GET /prompts";
const path = "/prompts/{prompt}";
const query = { workspace_id: "{ws}" };

const required = { workspace_id: "{ws}", name: "brief", content: "Be brief." };

const made = {
  id: "{prompt}",
  workspace_id: "{ws}",
  model_id: "{model}",
  name: "house-rules",
  content: "Answer in the customer's language.\nQuote the handbook.",
  type: "SYSTEM",
  is_global: false,
  enabled: true,
  position: 3,
  environment: "PRODUCTION",
  created_at: any.timestamp,
  updated_at: any.timestamp,
} satisfies Template;

const changed = { ...made, content: "Quote the handbook.", enabled: false, position: 0 };

const accepts = (field: string, value: Json): Exchange => ({
  law: `${field} may be ${JSON.stringify(value)}`,
  row: create,
  request: {
    method: "POST",
    path: "/prompts",
    body: { ...required, name: `${field} ${String(value)}`, [field]: value },
  },
  response: { status: 200, body: item({ id: any.id }) },
});

export const prompts: Group = {
  about: "prompts",
  setup: [aWorkspace, aProvider, aModel],
  life: [
    {
      law: "a new workspace has no prompts",
      row: list,
      request: { method: "GET", path: "/prompts", query },
      response: { status: 200, body: { data: [] } },
    },
    {
      law: "create answers with the prompt",
      row: `${create}; Resources, Prompt`,
      request: {
        method: "POST",
        path: "/prompts",
        body: {
          workspace_id: "{ws}",
          name: "house-rules",
          content: "Answer in the customer's language.\nQuote the handbook.",
          type: "SYSTEM",
          model_id: "{model}",
          is_global: false,
          enabled: true,
          position: 3,
          environment: "PRODUCTION",
        },
      },
      response: { status: 200, body: item({ ...made, id: any.id.as("prompt") }) },
    },
    {
      law: "a single prompt comes in data",
      row: "Prompts, GET /prompts/{id}; Resources, Prompt",
      request: { method: "GET", path, query },
      response: { status: 200, body: { data: made } },
    },
    {
      law: "the list has the prompt",
      row: list,
      request: { method: "GET", path: "/prompts", query },
      response: { status: 200, body: { data: [made] } },
    },
    {
      law: "update changes what it names, and keeps the rest",
      row: `${update}; Verbs, PATCH`,
      request: {
        method: "PATCH",
        path,
        body: { workspace_id: "{ws}", content: "Quote the handbook.", enabled: false, position: 0 },
      },
      response: { status: 200, body: item(changed) },
    },
    {
      law: "null takes the model and the environment away",
      row: `${update}: any create field; POST /prompts: model_id, environment or null`,
      request: {
        method: "PATCH",
        path,
        body: { workspace_id: "{ws}", model_id: null, environment: null },
      },
      response: { status: 200, body: item({ ...changed, model_id: null, environment: null }) },
    },
    {
      law: "the changes are read back",
      row: "Prompts, GET /prompts/{id}",
      request: { method: "GET", path, query },
      response: { status: 200, body: { data: { ...changed, model_id: null, environment: null } } },
    },
    {
      law: "the list has the changes",
      row: list,
      request: { method: "GET", path: "/prompts", query },
      response: { status: 200, body: { data: [{ ...changed, model_id: null, environment: null }] } },
    },
    {
      law: "delete succeeds with the workspace in the body",
      row: "Prompts, DELETE /prompts/{id}; Workspace-scoped resources",
      request: { method: "DELETE", path, body: query },
      response: { status: 200 },
    },
    {
      law: "a deleted prompt is not found",
      row: "Errors, 404",
      request: { method: "GET", path, query },
      response: { status: 404 },
    },
    {
      law: "a deleted prompt is in no list",
      row: list,
      request: { method: "GET", path: "/prompts", query },
      response: { status: 200, body: { data: [] } },
    },
  ],
  further: [
    {
      law: "name and content are enough",
      row: create,
      request: { method: "POST", path: "/prompts", body: required },
      response: {
        status: 200,
        body: item({ id: any.id, workspace_id: "{ws}", name: "brief", content: "Be brief." }),
      },
    },
    {
      law: "a second prompt of the same name is a conflict",
      row: "Errors, 409: Conflict, such as a duplicate name",
      request: { method: "POST", path: "/prompts", body: { ...required, content: "Be very brief." } },
      response: { status: 409 },
    },
    ...["SYSTEM", "USER", "ASSISTANT"].map((type) => accepts("type", type)),
    ...["STAGING", "EVALUATION", "EXPERIMENTS", null].map((value) => accepts("environment", value)),
    accepts("model_id", null),
    accepts("is_global", true),
    ...requires(create, "/prompts", { ...required, name: "third" }),
    ...rejects(
      create,
      "/prompts",
      { ...required, name: "third" },
      {
        content: 7,
        type: "TOOL",
        model_id: 7,
        is_global: "yes",
        enabled: 1,
        position: 0.5,
        environment: "TEST",
      },
    ),
    ...notFound("Prompts", "/prompts", { workspace_id: "{ws}", enabled: false }),
  ],
};
