import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { adopted, field, harmless, kind } from "../spec/index.js";
import { id, inWorkspace, timestamps, workspaceId } from "./shared.js";

/** A person's role in a workspace (API document, section "Member"). */
export const member = kind("Member", {
  source: adopted({
    onDestroy: ["delete", "keep"],
    whenMissing: "Invite the person first (Invitation), and declare the member after the link is redeemed.",
    shows: ["user.email", "user.username", "role"],
    refuse: {
      at: "role",
      value: "OWNER",
      what: "the owner",
      because: "the API can assign only the roles ADMIN and MEMBER",
    },
    ownAccountAt: "user_id",
  }),
  endpoints: {
    list: "/workspaces/{workspaceId}/members",
    patch: "/workspaces/{workspaceId}/members/{id}",
    remove: "/workspaces/{workspaceId}/members/{id}",
    parent: inWorkspace,
  },
  scope: "members",
  naturalKey: [],
  inputs: z.strictObject({
    /** Id of the workspace that the person is in. */
    workspaceId: workspaceId(),
    /**
     * Account id of the person.
     *
     * @default none: set exactly one of `userId`, `email` and `username`
     */
    userId: field(id(), { selects: "user.id", danger: harmless }).optional(),
    /**
     * Email address of the person. Letter case is ignored.
     *
     * @default none: set exactly one of `userId`, `email` and `username`
     */
    email: field(z.string().min(1), { selects: "user.email", anyCase: true, danger: harmless }).optional(),
    /**
     * User name of the person.
     *
     * @default none: set exactly one of `userId`, `email` and `username`
     */
    username: field(z.string().min(1), { selects: "user.username", danger: harmless }).optional(),
    /** Role of the person in the workspace; `OWNER` cannot be assigned. */
    role: field(z.enum(["ADMIN", "MEMBER"]), {
      danger: [
        {
          when: "to",
          value: "ADMIN",
          rule: "role-raised",
          level: "refused",
          says: "becomes an administrator",
        },
        {
          when: "from",
          value: "ADMIN",
          rule: "role-lowered",
          level: "refused",
          says: "is no longer an administrator",
        },
      ],
    }),
  }),
  danger: {
    create: [{ rule: "member-added", level: "medium", says: "is given the declared role in the workspace" }],
    delete: [{ rule: "access-removed", level: "refused", says: "loses access to the workspace" }],
  },
  outputs: z.object({
    /** The person: account id, user name and email address. */
    user: field(
      z.object({
        id: z.string().describe("Account id."),
        username: z.string().describe("User name."),
        email: z.string().describe("Email address."),
      }),
      { madeOf: ["workspaceId", "userId", "email", "username"] },
    ),
    /** When the membership was created, ISO 8601. */
    createdAt: timestamps.createdAt,
  }),
});

/** The arguments of a {@link Member}: the workspace, the person (by id, email or user name), and the role. */
export interface MemberArgs extends ArgsOf<typeof member> {}

/**
 * The role of a person who is already in a workspace.
 *
 * - Replaced on changes to: `workspaceId`; a `userId`, `email` or `username` that selects a different person.
 * - On destroy: removed from the workspace; with `onDestroy: "keep"`, the person stays in the workspace,
 *   which then cannot be destroyed unless it has `forceDestroy`.
 * - Scopes: `members:read`, `members:write`, `profile:read`.
 * - Errors: the person is not in the workspace. The error lists the members; send an {@link Invitation}
 *   first. The owner and the account that the token belongs to cannot be managed. The account's role might
 * not permit changes to members (403); the API does not document which roles do.
 *
 * @example
 * ```ts
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * new gateway.Member("ada", { workspaceId: team.id, email: "ada@example.com", role: "ADMIN" });
 * ```
 */
export class Member extends resource(member) {}
