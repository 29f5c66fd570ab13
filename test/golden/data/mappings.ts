import { any } from "../any.ts";
import type { Group } from "../exchange.ts";
import { item, type Template } from "../template.ts";
import { notFound, rejects, requires } from "./refused.ts";
import { aModel, aProvider, aWorkspace } from "./setup.ts";

const create = "Mappings, POST /mappings";
const update = "Mappings, PATCH /mappings/{id}";
const list = "Mappings, GET /mappings";
const path = "/mappings/{mapping}";
const query = { workspace_id: "{ws}" };

const required = { workspace_id: "{ws}", source_name: "fast", target_model: "{gateway_name}" };

const made = {
  id: "{mapping}",
  workspace_id: "{ws}",
  source_name: "gpt-.*",
  target_model: "{gateway_name}",
  priority: 100,
  enabled: true,
  is_pattern: true,
  created_at: any.timestamp,
  updated_at: any.timestamp,
} satisfies Template;

const changed = { ...made, source_name: "default", priority: 1, is_pattern: false };

export const mappings: Group = {
  about: "mappings",
  setup: [aWorkspace, aProvider, aModel],
  life: [
    {
      law: "a new workspace has no mappings",
      row: list,
      request: { method: "GET", path: "/mappings", query },
      response: { status: 200, body: { data: [] } },
    },
    {
      law: "create answers with the mapping",
      row: `${create}; Resources, Mapping`,
      request: {
        method: "POST",
        path: "/mappings",
        body: {
          workspace_id: "{ws}",
          source_name: "gpt-.*",
          target_model: "{gateway_name}",
          priority: 100,
          enabled: true,
          is_pattern: true,
        },
      },
      response: { status: 200, body: item({ ...made, id: any.id.as("mapping") }) },
    },
    {
      law: "a single mapping comes in data",
      row: "Mappings, GET /mappings/{id}; Resources, Mapping",
      request: { method: "GET", path, query },
      response: { status: 200, body: { data: made } },
    },
    {
      law: "the list has the mapping",
      row: list,
      request: { method: "GET", path: "/mappings", query },
      response: { status: 200, body: { data: [made] } },
    },
    {
      law: "update changes what it names, and keeps the rest",
      row: `${update}; Verbs, PATCH`,
      request: {
        method: "PATCH",
        path,
        body: { workspace_id: "{ws}", source_name: "default", priority: 1, is_pattern: false },
      },
      response: { status: 200, body: item(changed) },
    },
    {
      law: "a mapping is turned off",
      row: `${update}; Resources, Mapping, enabled`,
      request: { method: "PATCH", path, body: { workspace_id: "{ws}", enabled: false } },
      response: { status: 200, body: item({ ...changed, enabled: false }) },
    },
    {
      law: "the changes are read back",
      row: "Mappings, GET /mappings/{id}",
      request: { method: "GET", path, query },
      response: { status: 200, body: { data: { ...changed, enabled: false } } },
    },
    {
      law: "the list has the changes",
      row: list,
      request: { method: "GET", path: "/mappings", query },
      response: { status: 200, body: { data: [{ ...changed, enabled: false }] } },
    },
    {
      law: "delete succeeds with the workspace in the body",
      row: "Mappings, DELETE /mappings/{id}; Workspace-scoped resources",
      request: { method: "DELETE", path, body: query },
      response: { status: 200 },
    },
    {
      law: "a deleted mapping is not found",
      row: "Errors, 404",
      request: { method: "GET", path, query },
      response: { status: 404 },
    },
    {
      law: "a deleted mapping is in no list",
      row: list,
      request: { method: "GET", path: "/mappings", query },
      response: { status: 200, body: { data: [] } },
    },
  ],
  further: [
    {
      law: "source and target are enough",
      row: create,
      request: { method: "POST", path: "/mappings", body: required },
      response: { status: 200, body: item({ id: any.id, ...required }) },
    },
    ...requires(create, "/mappings", { ...required, source_name: "third" }),
    ...rejects(
      create,
      "/mappings",
      { ...required, source_name: "third" },
      {
        target_model: 7,
        priority: 0.5,
        enabled: "yes",
        is_pattern: 1,
      },
    ),
    ...rejects(create, "/mappings", required, { source_name: 7, priority: "1" }),
    ...notFound("Mappings", "/mappings", { workspace_id: "{ws}", enabled: false }),
  ],
};
