import { randomBytes } from "node:crypto";
import { z } from "zod";
import { hash } from "../auth/tokens.ts";
import { newId } from "../clock.ts";
import { type Call, changes, type Operation, operation, scope } from "../http/operation.ts";
import { ApiError } from "../http/reply.ts";
import type { Json, Row } from "../json.ts";
import type { Store } from "../store/store.ts";
import type { Variants } from "../variants.ts";
import { requireRow, requireWorkspace, requireWriter, roleIn } from "./access.ts";
import { bodyRow, integer, resources } from "./kinds.ts";
import { storedRow } from "./stored.ts";

/** The tables of a workspace's contents. Objects come before the objects that they refer to. */
const contents = [...resources.map(({ table }) => table).toReversed(), "workflows", "invitations", "members"];

export function removeWorkspace(store: Store, id: string): void {
  for (const name of contents) {
    const table = store.table(name);
    for (const row of table.find({ workspace_id: id })) table.remove(String(row.id));
  }
  store.table("workspaces").remove(id);
}

const reads = scope("workspaces:read");
const writes = scope("workspaces:write");

/** 1 to 128 characters (the API's section "Limits", 3), counted as code points. */
const name = z
  .string()
  .refine((value) => [...value].length >= 1 && [...value].length <= 128, "must have 1 to 128 characters");

const list = operation("get", "/workspaces", {
  scope: reads,
  handle(call) {
    const { store } = call.service;
    const asOf = call.asOf("workspaces", "list");
    const mine = store.table("members").find({ user_id: call.account.id }, asOf);
    const roles = new Map(mine.map((member) => [String(member.workspace_id), member.role ?? null]));
    // Only rows of the list have `stats` (the API's section "Workspace").
    const items = store
      .table("workspaces")
      .find({}, asOf)
      .filter((row) => roles.has(String(row.id)))
      .map((row) => ({ ...shown(row, roles.get(String(row.id))), stats: statsOf(store, String(row.id)) }));
    return { kind: "list", items };
  },
});

const read = operation("get", "/workspaces/{id}", {
  scope: reads,
  handle(call) {
    const id = call.params.id ?? "";
    const asOf = call.asOf("workspaces", "single");
    const role = roleIn(call, id, asOf);
    if (role === undefined) requireWorkspace(call, id, "MEMBER");
    return { kind: "single", item: shown(requireRow(call, "workspaces", { id }, asOf), role) };
  },
});

const create = operation("post", "/workspaces", {
  scope: writes,
  body: z.object({ name }),
  handle(call) {
    const { service, account } = call;
    const id = newId(service.variants);
    const created_at = service.clock.stamp();
    const name = String(storedRow(call.body, service.variants, "create").name ?? "");
    refuseTwin(call, name, account.id, id);
    const owned = { id, name, owner_id: account.id, created_at, updated_at: created_at };
    const row = service.store.table("workspaces").insert({ ...owned, budget: 0, current_spend: 0 });
    const member = { id: newId(service.variants), workspace_id: id, user_id: account.id, created_at };
    const members = service.store.table("members");
    members.insert({ ...member, role: "OWNER" });
    for (const username of service.settings.members) {
      const { id: user_id } = service.accounts.find(username) ?? service.accounts.add(username);
      if (user_id !== account.id) {
        members.insert({ ...member, id: newId(service.variants), user_id, role: "MEMBER" });
      }
    }
    const location = `/api/v1/workspaces/${encodeURIComponent(id)}`;
    return { kind: "created", item: shown(row, "OWNER"), location };
  },
});

function rename(method: "patch" | "put"): Operation {
  return operation(method, "/workspaces/{id}", {
    scope: writes,
    body: z.object({ name: method === "put" ? name : name.optional() }),
    handle(call) {
      const { service } = call;
      const id = call.params.id ?? "";
      const workspace = requireWriter(call, id);
      const { name = workspace.name } = storedRow(bodyRow(call.body), service.variants, "change");
      const changed = { name: String(name), updated_at: service.clock.stamp() };
      refuseTwin(call, changed.name, workspace.owner_id ?? null, id);
      const row = service.store.table("workspaces").update(id, changed) ?? workspace;
      return { kind: "changed", item: shown(row, roleIn(call, id)) };
    },
  });
}

const remove = operation("delete", "/workspaces/{id}", {
  scope: writes,
  handle(call) {
    const id = call.params.id ?? "";
    requireWorkspace(call, id, "MEMBER");
    if (roleIn(call, id) !== "OWNER") {
      throw new ApiError(call.service.variants.deleteNonOwner, "Only the owner may delete a workspace");
    }
    removeWorkspace(call.service.store, id);
    return { kind: "deleted" };
  },
});

function refuseTwin({ service }: Call, name: string, ownerId: Json, id: string): void {
  const twin = service.store.table("workspaces").first({ owner_id: ownerId, name });
  if (twin !== undefined && twin.id !== id && service.variants.twins !== true) {
    throw new ApiError(409, "The owner already has a workspace with this name");
  }
}

/** A stored workspace without the fields that other endpoints show. */
function shown({ budget, current_spend, created_at, updated_at, ...rest }: Row, my_role: Json = null): Row {
  return { ...rest, my_role, created_at: created_at ?? null, updated_at: updated_at ?? null };
}

function statsOf(store: Store, workspace_id: string): Row {
  const count = (table: string) => store.table(table).count({ workspace_id });
  return {
    member_count: count("members"),
    prompt_count: count("prompts"),
    config_count: count("configs"),
    mapping_count: count("mappings"),
    provider_count: count("providers"),
  };
}

const membersPath = "/workspaces/{id}/members";

/** The endpoints of the API's section "Members", except the invitation. */
const members: Operation[] = [
  operation("get", membersPath, {
    scope: scope("members:read"),
    handle(call) {
      const workspace_id = call.params.id ?? "";
      requireWorkspace(call, workspace_id, "MEMBER");
      const rows = call.service.store.table("members").find({ workspace_id }, call.asOf("members", "list"));
      return { kind: "list", items: rows.map((row) => memberRow(row, call)) };
    },
  }),
  ...changes(`${membersPath}/{member_id}`, {
    scope: scope("members:write"),
    body: z.object({ role: z.enum(["ADMIN", "MEMBER"]) }),
    handle(call) {
      const { id } = manageable(call);
      const changed = storedRow({ role: call.body.role }, call.service.variants, "change");
      const row = call.service.store.table("members").update(String(id), changed);
      return { kind: "changed", item: memberRow(row ?? {}, call) };
    },
  }),
  operation("delete", `${membersPath}/{member_id}`, {
    scope: scope("members:write"),
    handle(call) {
      call.service.store.table("members").remove(String(manageable(call).id));
      return { kind: "deleted" };
    },
  }),
];

/** Returns the member in the path if the caller may change it. The owner cannot be changed. */
function manageable(call: Call): Row {
  const workspace_id = call.params.id ?? "";
  requireWorkspace(call, workspace_id, call.service.variants.membersManagedBy);
  const row = requireRow(call, "members", { id: call.params.member_id ?? "", workspace_id });
  if (row.role === "OWNER") throw new ApiError(403, "The owner of a workspace cannot be changed or removed");
  return row;
}

function memberRow(row: Row, { service }: Call): Row {
  const { id, username, email } = service.accounts.get(String(row.user_id));
  return { ...row, user: { id, username, email } };
}

const DAY = 24 * 60 * 60 * 1000;
/** The latest time that a JavaScript date can represent. */
const END_OF_TIME = 8.64e15;

/** Creates an invitation (the API's section "Members"). Only this response contains the code. */
const invite = operation("post", membersPath, {
  scope: scope("members:write"),
  body: z
    .object({
      restricted_to: z.array(z.string()).optional(),
      max_uses: integer.optional(),
      expires_in_days: integer.optional(),
    })
    .optional(),
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

/** Accepts an invitation, as a person does by following its link. */
export const redeem = operation("post", "/invite/{code}", {
  scope: () => null,
  handle({ service, account, params }) {
    const invitations = service.store.table("invitations");
    const invitation = invitations.first({ code: hash(params.code ?? "") });
    if (invitation === undefined || isSpent(invitation, service.clock.now())) {
      throw new ApiError(404, "The invitation is unknown, expired or used up");
    }
    if (!admits(invitation, account.email)) throw new ApiError(403, "The invitation is for other people");
    const member = { workspace_id: String(invitation.workspace_id), user_id: account.id };
    const members = service.store.table("members");
    if (members.count(member) > 0) throw new ApiError(409, "The account is already a member");
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

const budgetPath = "/workspaces/{id}/budget";

/** The API's section "Authentication" does not show the scope of the budget endpoints. */
function budgetScope(right: "read" | "write") {
  return ({ budgetScope: group }: Variants) => (group === "none" ? null : `${group}:${right}`);
}

const budget: Operation[] = [
  operation("get", budgetPath, {
    scope: budgetScope("read"),
    handle(call) {
      const id = call.params.id ?? "";
      const workspace = requireWorkspace(call, id, "MEMBER");
      const asOf = call.asOf("workspaces", "single");
      const row = call.service.store.table("workspaces").first({ id }, asOf) ?? workspace;
      const budget = Number(row.budget);
      const current_spend = Number(row.current_spend);
      return { kind: "bare", body: { budget, current_spend, remaining: budget - current_spend } };
    },
  }),
  ...changes(budgetPath, {
    scope: budgetScope("write"),
    // The API's section "Limits", 3.
    body: z.object({ budget: z.number().min(0).max(1_000_000) }),
    handle(call) {
      const { budget } = call.body;
      const id = call.params.id ?? "";
      requireWorkspace(call, id, "ADMIN");
      const { store, variants } = call.service;
      if (variants.budgetRefused) return { kind: "bare", body: { success: false, budget } };
      const row = store.table("workspaces").update(id, storedRow({ budget }, variants, "change"));
      return { kind: "bare", body: { success: true, budget: Number(row?.budget) } };
    },
  }),
];

/** The API document says only "short-lived". */
const LIFE_SECONDS = 3600;

/** Creates a key for inference (the API's section "Gateway token"). The caller is an app, not a person. */
const gateToken = operation("post", "/workspaces/{id}/gate-token", {
  auth: "app",
  scope: () => null,
  body: z.object({ client_id: z.string().optional(), client_secret: z.string().optional() }).optional(),
  handle(call) {
    const workspaceId = call.params.id ?? "";
    requireWorkspace(call, workspaceId, "MEMBER");
    const gate_key = call.service.tokens.issue({
      kind: "gate",
      userId: call.account.id,
      appId: call.grant.appId,
      scopes: [],
      details: { workspace_id: workspaceId },
      expiresInSeconds: LIFE_SECONDS,
    });
    return { kind: "bare", body: { gate_key } };
  },
});

/** The endpoints of workspaces, and of the objects that every workspace has. */
export const workspaces: Operation[] = [
  ...[list, read, create, rename("patch"), rename("put"), remove],
  ...[...members, invite, ...budget, gateToken],
];
