import { any } from "../any.ts";
import type { Exchange, Group } from "../exchange.ts";
import type { Json } from "../fill.ts";
import { item, rows, type Template } from "../template.ts";
import { invalid } from "./refused.ts";
import { aWorkspace, theCaller } from "./setup.ts";

const update = "Members, PATCH /workspaces/{id}/members/{member_id}";
const path = "/workspaces/{ws}/members";

const owner = {
  id: any.id,
  workspace_id: "{ws}",
  user_id: "{me}",
  role: "OWNER",
  created_at: any.timestamp,
  user: { id: "{me}", username: any.string, email: any.text },
} satisfies Template;

const joined = {
  id: "{member}",
  workspace_id: "{ws}",
  user_id: "{person}",
  role: "MEMBER",
  created_at: any.timestamp,
  user: { id: "{person}", username: any.string, email: any.text },
} satisfies Template;

const refusedRole = (law: string, body: Json): Exchange =>
  invalid(law, update, "PATCH", `${path}/{member}`, body);

export const members: Group = {
  about: "members",
  setup: [theCaller, aWorkspace],
  given: [{ member: { workspace: "{ws}", user: "member", role: "MEMBER" } }],
  life: [
    {
      law: "the list has every member with the person",
      row: "Members, GET /workspaces/{id}/members; Resources, Member",
      request: { method: "GET", path },
      response: {
        status: 200,
        body: {
          data: [owner, { ...joined, id: any.id.as("member"), user_id: any.id.as("person") }],
        },
      },
    },
    {
      law: "update gives the role",
      row: update,
      request: { method: "PATCH", path: `${path}/{member}`, body: { role: "ADMIN" } },
      response: { status: 200, body: item({ id: "{member}", role: "ADMIN" }) },
    },
    {
      law: "the new role is read back",
      row: "Members, GET /workspaces/{id}/members",
      request: { method: "GET", path },
      response: {
        status: 200,
        body: {
          data: [owner, { ...joined, role: "ADMIN" }],
        },
      },
    },
    {
      law: "delete takes the access away",
      row: "Members, DELETE /workspaces/{id}/members/{member_id}",
      request: { method: "DELETE", path: `${path}/{member}` },
      response: { status: 200 },
    },
    {
      law: "a removed member is in no list",
      row: "Members, GET /workspaces/{id}/members",
      request: { method: "GET", path },
      response: { status: 200, body: { data: rows([owner], [{ id: "{member}" }]) } },
    },
  ],
  further: [
    {
      law: "update of a removed member finds nothing",
      row: "Errors, 404",
      request: { method: "PATCH", path: `${path}/{member}`, body: { role: "ADMIN" } },
      response: { status: 404 },
    },
    {
      law: "delete of a removed member finds nothing",
      row: "Errors, 404",
      request: { method: "DELETE", path: `${path}/{member}` },
      response: { status: 404 },
    },
    {
      law: "members of a missing workspace are not found",
      row: "Errors, 404",
      request: { method: "GET", path: "/workspaces/no-such-item/members" },
      response: { status: 404 },
    },
  ],
};

/** Apart from the life, because it needs a member who stays. */
export const memberRoles: Group = {
  about: "member roles",
  setup: [theCaller, aWorkspace],
  given: [{ member: { workspace: "{ws}", user: "member", role: "MEMBER" } }],
  life: [],
  further: [
    {
      law: "a member who joined is listed",
      row: "Members, GET /workspaces/{id}/members",
      request: { method: "GET", path },
      response: { status: 200, body: { data: rows([{ id: any.id.as("member"), role: "MEMBER" }]) } },
    },
    refusedRole("OWNER cannot be assigned", { role: "OWNER" }),
    refusedRole("an unknown role is refused", { role: "GUEST" }),
    refusedRole("a role is required", {}),
    refusedRole("a role of null is refused", { role: null }),
    {
      law: "MEMBER can be assigned",
      row: update,
      request: { method: "PATCH", path: `${path}/{member}`, body: { role: "MEMBER" } },
      response: { status: 200, body: item({ id: "{member}", role: "MEMBER" }) },
    },
    {
      law: "one who does not own the workspace cannot delete it",
      row: "Workspaces, DELETE /workspaces/{id}: Only the owner may delete (status not shown)",
      as: { user: "member" },
      request: { method: "DELETE", path: "/workspaces/{ws}" },
      response: { status: any.refusal },
    },
    {
      law: "a list row carries the role of its caller",
      row: "Resources, Workspace, my_role",
      as: { user: "member" },
      request: { method: "GET", path: "/workspaces" },
      response: {
        status: 200,
        body: { data: rows([{ id: "{ws}", owner_id: "{me}", my_role: "MEMBER" }]), total: any.atLeast(1) },
      },
    },
  ],
};
