import { ref } from "../../e2e/support/declaration.ts";
import { any } from "../../golden/any.ts";
import { asks, del, type Exchange, exchange, type Group, get, ok, patch } from "../../golden/exchange.ts";
import type { Json } from "../../golden/fill.ts";
import { aWorkspace, invalid, missing, theCaller } from "../../golden/shared.ts";
import { item, rows, type Template } from "../../golden/template.ts";
import { type KindData, nothingGiven, wrong } from "../kind-data.ts";

const update = "Members, PATCH /workspaces/{id}/members/{member_id}";
const path = "/workspaces/{ws}/members";
const list = asks("Members, GET /workspaces/{id}/members; Resources, Member", get(path));
const one = `${path}/{member}`;

const member = (id: string, role: string): { [field: string]: Template } => ({
  id: any.id,
  workspace_id: "{ws}",
  user_id: id,
  role,
  created_at: any.timestamp,
  user: { id, username: any.string, email: any.text },
});

const owner = member("{me}", "OWNER");
const joined = member("{person}", "MEMBER");

const refusedRole = (law: string, body: Json): Exchange => invalid(law, update, patch(one, body));

const setup = [theCaller, aWorkspace];
const given = [{ member: { workspace: "{ws}", user: "member", role: "MEMBER" } }] as const;

const members: Group = {
  about: "members",
  setup,
  given,
  life: [
    list(
      "the list has every member with the person",
      ok({ data: [owner, { ...joined, id: any.id.as("member"), user_id: any.id.as("person") }] }),
    ),
    exchange(
      "update gives the role",
      update,
      patch(one, { role: "ADMIN" }),
      ok(item({ id: "{member}", role: "ADMIN" })),
    ),
    list("the new role is read back", ok({ data: [owner, { ...joined, id: "{member}", role: "ADMIN" }] })),
    exchange("delete takes it away", "Members, DELETE /workspaces/{id}/members/{member_id}", del(one), 200),
    list("a removed member is in no list", ok({ data: rows([owner], [{ id: "{member}" }]) })),
  ],
  further: [
    missing("update of a removed member finds nothing", patch(one, { role: "ADMIN" })),
    missing("delete of a removed member finds nothing", del(one)),
    missing("members of a missing workspace are not found", get("/workspaces/no-such-item/members")),
  ],
};

/** Apart from the life, because it needs a member who stays. */
const memberRoles: Group = {
  about: "member roles",
  setup,
  given,
  life: [],
  further: [
    list("a member who joined is listed", ok({ data: rows([{ id: any.id.as("member"), role: "MEMBER" }]) })),
    refusedRole("OWNER cannot be assigned", { role: "OWNER" }),
    refusedRole("an unknown role is refused", { role: "GUEST" }),
    refusedRole("a role is required", {}),
    exchange(
      "one who does not own the workspace cannot delete it",
      "Workspaces, DELETE /workspaces/{id}: Only the owner may delete (status not shown)",
      del("/workspaces/{ws}"),
      any.refusal,
      { user: "member" },
    ),
    exchange(
      "a list row carries the role of its caller",
      "Resources, Workspace, my_role",
      get("/workspaces"),
      ok({ data: rows([{ id: "{ws}", owner_id: "{me}", my_role: "MEMBER" }]), total: any.atLeast(1) }),
      { user: "member" },
    ),
  ],
};

export default {
  kind: "Member",
  readme: "a person in a workspace, with a role | removed from the workspace",
  collection: { heading: "Members", path: "/workspaces/{ws}/members", scope: "members" },
  golden: {
    groups: [members, memberRoles],
    outputs: ["user", "createdAt"],
    inputs: { workspaceId: "{ws}", userId: "{person}" },
  },
  samples: () => ({ email: ["member@example.com", "admin@example.com"], role: ["ADMIN", "MEMBER"] }),
  wrong: [
    wrong(
      "two people and the owner's role",
      {
        workspaceId: ["w"],
        userId: ["u"],
        email: ["ada@example.com"],
        role: ["OWNER", 'must be one of "ADMIN", "MEMBER"'],
      },
      "set exactly one of userId, email, and username to select the Member (2 are set)",
    ),
    nothingGiven("workspaceId", "role"),
  ],
  declared: { name: "ada", args: { workspaceId: ref("team"), email: "member@example.com", role: "ADMIN" } },
} satisfies KindData;
