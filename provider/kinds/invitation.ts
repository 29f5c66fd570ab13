import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { field, issued, kind } from "../spec/index.js";
import { atLeast, inWorkspace, workspaceId } from "./shared.js";

const unlimited = { when: "none", rule: "invitation-wide", level: "high" } as const;

/** A link: the person who redeems it becomes a member of a workspace (the API's section "Invitation"). */
export const invitation = kind("Invitation", {
  source: issued(
    "its link can be redeemed until it expires, and the API has no call that ends it",
    "The people who join by this invitation",
  ),
  endpoints: { create: "/workspaces/{workspaceId}/members", parent: inWorkspace },
  scope: "members",
  naturalKey: [],
  inputs: z.strictObject({
    /** Id of the workspace that it invites to. */
    workspaceId: workspaceId(),
    /**
     * Email addresses of the people who may redeem it. The API does not say whether their order matters: this
     * package takes them for a set, so that another order is no change.
     *
     * @default the gateway's
     */
    restrictedTo: field(z.array(z.string()), {
      unordered: true,
      danger: [
        { ...unlimited, level: "refused", says: "lets in everybody who has its link" },
        { when: "changed", rule: "invitation-wide", level: "medium", says: "lets in other people" },
      ],
    }).optional(),
    /**
     * How many times it can be redeemed.
     *
     * @default the gateway's
     */
    maxUses: atLeast(1, {
      danger: [
        { ...unlimited, says: "lets in as many people as the gateway decides" },
        { when: "above", value: 10, rule: "invitation-wide", level: "medium", says: "lets many people in" },
        { when: "above", value: 100, rule: "invitation-wide", level: "refused", says: "lets a crowd in" },
      ],
    }).optional(),
    /**
     * For how many days it can be redeemed.
     *
     * @default the gateway's
     */
    expiresInDays: atLeast(1, {
      danger: [
        { ...unlimited, says: "works for as long as the gateway decides" },
        { when: "above", value: 30, rule: "invitation-wide", level: "medium", says: "works for long" },
        { when: "above", value: 365, rule: "invitation-wide", level: "refused", says: "works for years" },
      ],
    }).optional(),
  }),
  danger: { create: [], delete: [] },
  outputs: z.object({
    /** Redemption code. */
    code: field(z.string(), { secret: true, createOnly: true }),
    /** Shareable link with the code. */
    link: field(z.string(), { secret: true, createOnly: true }),
    /** When it expires, ISO 8601. */
    expiresAt: field(z.string(), { createOnly: true }),
  }),
});

/**
 * What an {@link Invitation} is declared with: the workspace, who may redeem it, how often and for how long.
 */
export interface InvitationArgs extends ArgsOf<typeof invitation> {}

/**
 * A link: the person who redeems it becomes a member of a workspace (the API's section "Invitation"). No new link is made
 * when this one has expired or was redeemed.
 *
 * - Replaced by a change of: everything.
 * - On destroy: nothing to call: the link works until it expires. People who have joined keep the workspace from being
 *   destroyed, unless that has `forceDestroy`.
 * - Scopes: `members:write`.
 * - Errors: the workspace does not exist, or the account cannot see it (404); the answer is lost: the next
 *   `up` makes another link.
 *
 * @example
 * ```ts
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * const invitation = new gateway.Invitation("ada", { workspaceId: team.id, restrictedTo: ["ada@example.com"], maxUses: 1 });
 * export const link = invitation.link; // a secret output
 * ```
 */
export class Invitation extends resource(invitation) {}
