import { any } from "../any.ts";
import type { Exchange, Group } from "../exchange.ts";
import { item, rows, type Template } from "../template.ts";
import { theCaller } from "./setup.ts";

const create = "Workspaces, POST /workspaces; Limits 3";
const bounds = "Workspaces, PATCH /workspaces/{id}; Limits 3";

const listed = {
  id: "{ws}",
  name: "Support",
  owner_id: "{me}",
  my_role: "OWNER",
  stats: {
    member_count: any.integer,
    prompt_count: any.integer,
    config_count: any.integer,
    mapping_count: any.integer,
    provider_count: any.integer,
  },
  created_at: any.timestamp,
  updated_at: any.timestamp,
} satisfies Template;

const named = (law: string, name: string | number | null, status: number): Exchange => ({
  law,
  row: create,
  request: { method: "POST", path: "/workspaces", body: { name } },
  response: status === 200 ? { status, body: item({ id: any.id, name }) } : { status },
});

const renamed = (law: string, path: string, name: string, status: number): Exchange => ({
  law,
  row: bounds,
  request: { method: "PATCH", path, body: { name } },
  response: { status },
});

export const workspaces: Group = {
  about: "workspaces",
  setup: [theCaller],
  life: [
    {
      law: "the list says how many there are",
      row: "Workspaces, GET /workspaces",
      request: { method: "GET", path: "/workspaces" },
      response: { status: 200, body: { data: rows([]), total: any.atLeast(0) } },
    },
    {
      law: "create answers with the workspace",
      row: create,
      request: { method: "POST", path: "/workspaces", body: { name: "Support" } },
      response: { status: 200, body: item({ id: any.id.as("ws"), name: "Support" }) },
    },
    {
      law: "list rows carry the owner, the caller's role and counts",
      row: "Workspaces, GET /workspaces; Resources, Workspace",
      request: { method: "GET", path: "/workspaces" },
      response: {
        status: 200,
        body: {
          data: rows([listed]),
          total: any.atLeast(1),
        },
      },
    },
    {
      law: "a single workspace comes in data",
      row: "Workspaces, GET /workspaces/{id}; Response shape",
      request: { method: "GET", path: "/workspaces/{ws}" },
      response: { status: 200, body: { data: { id: "{ws}", name: "Support" } } },
    },
    {
      law: "update renames",
      row: "Workspaces, PATCH /workspaces/{id}",
      request: { method: "PATCH", path: "/workspaces/{ws}", body: { name: "Customer care" } },
      response: { status: 200, body: item({ id: "{ws}", name: "Customer care" }) },
    },
    {
      law: "the new name is read back",
      row: "Workspaces, GET /workspaces/{id}",
      request: { method: "GET", path: "/workspaces/{ws}" },
      response: { status: 200, body: { data: { id: "{ws}", name: "Customer care" } } },
    },
    {
      law: "the list has the new name",
      row: "Workspaces, GET /workspaces",
      request: { method: "GET", path: "/workspaces" },
      response: {
        status: 200,
        body: { data: rows([{ ...listed, name: "Customer care" }]), total: any.atLeast(1) },
      },
    },
    {
      law: "the owner deletes",
      row: "Workspaces, DELETE /workspaces/{id}; Authentication 4",
      request: { method: "DELETE", path: "/workspaces/{ws}" },
      response: { status: 200 },
    },
    {
      law: "a deleted workspace is not found",
      row: "Errors, 404",
      request: { method: "GET", path: "/workspaces/{ws}" },
      response: { status: 404 },
    },
    {
      law: "a deleted workspace is in no list",
      row: "Workspaces, GET /workspaces",
      request: { method: "GET", path: "/workspaces" },
      response: { status: 200, body: { data: rows([], [{ id: "{ws}" }]), total: any.atLeast(0) } },
    },
  ],
  further: [
    named("a name of one character is enough", "W", 200),
    named("a name of 128 characters is short enough", "w".repeat(128), 200),
    named("a name of 129 characters is too long", "w".repeat(129), 400),
    named("an empty name is refused", "", 400),
    named("a name that is no string is refused", 7, 400),
    named("a name of null is refused", null, 400),
    {
      law: "a name is required",
      row: create,
      request: { method: "POST", path: "/workspaces", body: {} },
      response: { status: 400 },
    },
    {
      law: "another workspace is created",
      row: create,
      request: { method: "POST", path: "/workspaces", body: { name: "First" } },
      response: { status: 200, body: item({ id: any.id.as("first") }) },
    },
    named("a second workspace of the same name is a conflict", "First", 409),
    renamed("a rename to a name that is taken is a conflict", "/workspaces/{first}", "W", 409),
    renamed("a rename to nothing is refused", "/workspaces/{first}", "", 400),
    renamed("a rename beyond 128 characters is refused", "/workspaces/{first}", "w".repeat(129), 400),
    renamed("rename of a missing workspace finds nothing", "/workspaces/no-such-item", "Other", 404),
    {
      law: "read of a missing workspace finds nothing",
      row: "Errors, 404",
      request: { method: "GET", path: "/workspaces/no-such-item" },
      response: { status: 404 },
    },
    {
      law: "delete of a missing workspace finds nothing",
      row: "Errors, 404",
      request: { method: "DELETE", path: "/workspaces/no-such-item" },
      response: { status: 404 },
    },
  ],
};
