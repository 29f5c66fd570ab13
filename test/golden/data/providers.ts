import { any } from "../any.ts";
import type { Group } from "../exchange.ts";
import { item, type Template } from "../template.ts";
import { notFound, rejects, requires } from "./refused.ts";
import { aWorkspace } from "./setup.ts";

const create = "Providers, POST /providers";
const update = "Providers, PATCH /providers/{id}";
const list = "Providers, GET /providers";
const path = "/providers/{provider}";
const query = { workspace_id: "{ws}" };

const required = {
  workspace_id: "{ws}",
  name: "other",
  base_url: "https://other.example.com/v1",
  priority: 2,
  compatibility: "DEEPSEEK",
};

const made = {
  id: "{provider}",
  user_id: any.id,
  workspace_id: "{ws}",
  name: "upstream",
  base_url: "https://models.example.com/v1",
  priority: 10,
  api_key: null,
  compatibility: "OPENAI_SDK",
  model_options: ["gpt-4.1", "gpt-4.1-mini"],
  created_at: any.timestamp,
  updated_at: any.timestamp,
} satisfies Template;

const changed = { ...made, name: "upstream-eu", priority: 5 };

const key = /sk-golden/;

export const providers: Group = {
  about: "providers",
  setup: [aWorkspace],
  life: [
    {
      law: "a new workspace has no providers",
      row: list,
      request: { method: "GET", path: "/providers", query },
      response: { status: 200, body: { data: [] } },
    },
    {
      law: "create answers with the provider and never with its key",
      row: `${create}; Resources, Provider, api_key`,
      request: {
        method: "POST",
        path: "/providers",
        body: {
          workspace_id: "{ws}",
          name: "upstream",
          base_url: "https://models.example.com/v1",
          priority: 10,
          compatibility: "OPENAI_SDK",
          api_key: "sk-golden",
          model_options: ["gpt-4.1", "gpt-4.1-mini"],
        },
      },
      response: { status: 200, body: item({ ...made, id: any.id.as("provider") }), never: key },
    },
    {
      law: "a single provider comes in data, without its key",
      row: "Providers, GET /providers/{id}; Resources, Provider",
      request: { method: "GET", path, query },
      response: { status: 200, body: { data: made }, never: key },
    },
    {
      law: "the list has the provider, without its key",
      row: list,
      request: { method: "GET", path: "/providers", query },
      response: { status: 200, body: { data: [made] }, never: key },
    },
    {
      law: "update changes what it names, and keeps the rest",
      row: `${update}; Verbs, PATCH`,
      request: { method: "PATCH", path, body: { workspace_id: "{ws}", name: "upstream-eu", priority: 5 } },
      response: { status: 200, body: item(changed), never: key },
    },
    {
      law: "a new key is taken and not shown",
      row: `${update}; Resources, Provider, api_key`,
      request: { method: "PATCH", path, body: { workspace_id: "{ws}", api_key: "sk-golden-2" } },
      response: { status: 200, body: item(changed), never: key },
    },
    {
      law: "the changes are read back",
      row: "Providers, GET /providers/{id}",
      request: { method: "GET", path, query },
      response: { status: 200, body: { data: changed }, never: key },
    },
    {
      law: "the list has the changes",
      row: list,
      request: { method: "GET", path: "/providers", query },
      response: { status: 200, body: { data: [changed] }, never: key },
    },
    {
      law: "delete succeeds with the workspace in the body",
      row: "Providers, DELETE /providers/{id}; Workspace-scoped resources",
      request: { method: "DELETE", path, body: query },
      response: { status: 200 },
    },
    {
      law: "a deleted provider is not found",
      row: "Errors, 404",
      request: { method: "GET", path, query },
      response: { status: 404 },
    },
    {
      law: "a deleted provider is in no list",
      row: list,
      request: { method: "GET", path: "/providers", query },
      response: { status: 200, body: { data: [] } },
    },
  ],
  further: [
    {
      law: "key and model options may be left out",
      row: create,
      request: { method: "POST", path: "/providers", body: required },
      response: { status: 200, body: item({ id: any.id, ...required, api_key: null }) },
    },
    {
      law: "a second provider of the same name is a conflict",
      row: "Errors, 409: Conflict, such as a duplicate name",
      request: { method: "POST", path: "/providers", body: { ...required, priority: 3 } },
      response: { status: 409 },
    },
    ...["CEREBRAS", "NVIDIA_NIM"].map((compatibility) => ({
      law: `${compatibility} is a compatibility`,
      row: create,
      request: {
        method: "POST" as const,
        path: "/providers",
        body: { ...required, name: compatibility, compatibility },
      },
      response: { status: 200, body: item({ id: any.id, compatibility }) },
    })),
    ...requires(create, "/providers", { ...required, name: "third" }),
    ...rejects(
      create,
      "/providers",
      { ...required, name: "third" },
      {
        name: 7,
        base_url: 7,
        priority: 1.5,
        compatibility: "AZURE",
        api_key: 7,
        model_options: "gpt-4.1",
      },
    ),
    ...rejects(create, "/providers", { ...required, name: "third" }, { priority: "1", model_options: [7] }),
    ...notFound("Providers", "/providers", { workspace_id: "{ws}", priority: 1 }),
  ],
};
