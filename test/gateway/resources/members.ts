import { randomBytes } from "node:crypto";
import { z } from "@hono/zod-openapi";
import { hash } from "../auth/tokens.ts";
import { newId } from "../clock.ts";
import { type Call, changes, deleted, type Operation, operation, scope } from "../http/operation.ts";
import { ApiError } from "../http/reply.ts";
import type { Row } from "../json.ts";
import { requireRow, requireWorkspace } from "./access.ts";
import { integer } from "./resource.ts";
import { storedRow } from "./stored.ts";

const described = { tag: "Members", errors: [400, 403, 404] };
const ofOne = { ...described, path: "/workspaces/{id}/members/{member_id}", scope: scope("members:write") };

const memberItem = z.object({
  id: z.string(),
  workspace_id: z.string(),
  user_id: z.string(),
  role: z.enum(["OWNER", "ADMIN", "MEMBER"]),
  created_at: z.string(),
  user: z.object({ id: z.string(), username: z.string(), email: z.string() }),
});

/** The endpoints of the API's section "Members", but for the invitation. */
export const members: Operation[] = [
  operation({
    ...described,
    method: "get",
    path: "/workspaces/{id}/members",
    summary: "List the members of a workspace",
    scope: scope("members:read"),
    returns: { kind: "list", schema: memberItem },
    handle(call) {
      const workspace_id = call.params.id ?? "";
      requireWorkspace(call, workspace_id, "MEMBER");
      const rows = call.service.store.table("members").find({ workspace_id }, call.asOf("members", "list"));
      return { kind: "list", items: rows.map((row) => memberRow(row, call)) };
    },
  }),
  ...changes({
    ...ofOne,
    summary: "Give a member another role",
    body: z.object({ role: z.enum(["ADMIN", "MEMBER"]) }),
    returns: { kind: "changed", schema: memberItem },
    handle(call) {
      const { id } = manageable(call);
      const changed = storedRow({ role: call.body.role }, call.service.variants, "change");
      const row = call.service.store.table("members").update(String(id), changed);
      return { kind: "changed", item: memberRow(row ?? {}, call) };
    },
  }),
  operation({
    ...ofOne,
    method: "delete",
    summary: "Remove a member",
    returns: deleted,
    handle(call) {
      call.service.store.table("members").remove(String(manageable(call).id));
      return { kind: "deleted" };
    },
  }),
];

/** The member that the path names, if the caller may change it; nobody may change the owner. */
function manageable(call: Call): Row {
  const workspace_id = call.params.id ?? "";
  requireWorkspace(call, workspace_id, call.service.variants.membersManagedBy);
  const row = requireRow(call, "members", { id: call.params.member_id ?? "", workspace_id });
  if (row.role === "OWNER") throw new ApiError(403, "The owner of a workspace keeps its role");
  return row;
}

function memberRow(row: Row, { service }: Call): Row {
  const { id, username, email } = service.accounts.get(String(row.user_id));
  return { ...row, user: { id, username, email } };
}

const DAY = 24 * 60 * 60 * 1000;
/** The last moment that a JavaScript date can name. */
const END_OF_TIME = 8.64e15;

/** Makes an invitation (the API's section "Members"); the code is in this response only. */
export const invite = operation({
  tag: "Members",
  method: "post",
  path: "/workspaces/{id}/members",
  summary: "Invite people by a shareable link",
  scope: scope("members:write"),
  body: z
    .object({
      restricted_to: z.array(z.string()).optional(),
      max_uses: integer.optional(),
      expires_in_days: integer.optional(),
    })
    .optional(),
  returns: {
    kind: "created",
    schema: z.object({
      id: z.string(),
      code: z.string(),
      link: z.string(),
      expires_at: z.string(),
      max_uses: integer,
    }),
  },
  errors: [400, 403, 404],
  handle(call) {
    const { service } = call;
    const workspace_id = call.params.id ?? "";
    requireWorkspace(call, workspace_id, service.variants.membersManagedBy);
    const { restricted_to = [], max_uses = 1, expires_in_days = 7 } = call.body ?? {};
    const expiresAt = Math.min(service.clock.now() + expires_in_days * DAY, END_OF_TIME);
    const row = {
      id: newId(service.variants),
      expires_at: new Date(Math.max(0, expiresAt)).toISOString(),
      max_uses: Number(storedRow({ max_uses }, service.variants, "create").max_uses ?? 1),
    };
    const code = randomBytes(12).toString("base64url");
    const created_at = service.clock.stamp();
    service.store
      .table("invitations")
      .insert({ ...row, workspace_id, code: hash(code), restricted_to, uses: 0, created_at });
    const item = { ...row, code, link: `${service.origin}/invite/${code}` };
    return { kind: "created", item, location: `/invite/${code}` };
  },
});

/** Takes an invitation up: what a person does who follows its link. */
export const redeem = operation({
  tag: "Members",
  method: "post",
  path: "/invite/{code}",
  summary: "Become a member of the workspace that an invitation leads to",
  scope: () => null,
  returns: { kind: "bare", schema: z.object({ workspace_id: z.string(), role: z.string() }) },
  errors: [403, 404, 409],
  handle({ service, account, params }) {
    const invitations = service.store.table("invitations");
    const invitation = invitations.first({ code: hash(params.code ?? "") });
    if (invitation === undefined || isSpent(invitation, service.clock.now())) {
      throw new ApiError(404, "The invitation is unknown, expired or used up");
    }
    if (!admits(invitation, account.email)) throw new ApiError(403, "The invitation is for other people");
    const member = { workspace_id: String(invitation.workspace_id), user_id: account.id };
    const members = service.store.table("members");
    if (members.count(member) > 0) throw new ApiError(409, "The account is a member already");
    const created_at = service.clock.stamp();
    members.insert({ ...member, id: newId(service.variants), role: "MEMBER", created_at });
    invitations.update(String(invitation.id), { uses: Number(invitation.uses) + 1 });
    return { kind: "bare", body: { workspace_id: member.workspace_id, role: "MEMBER" } };
  },
});

function isSpent({ expires_at, uses, max_uses }: Row, now: number): boolean {
  return Date.parse(String(expires_at)) <= now || Number(uses) >= Number(max_uses);
}

function admits({ restricted_to }: Row, email: string): boolean {
  return !Array.isArray(restricted_to) || restricted_to.length === 0 || restricted_to.includes(email);
}
