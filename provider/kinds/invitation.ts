import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { field, issued, kind } from "../spec/index.js";
import { atLeast, inWorkspace, workspaceId } from "./shared.js";

const unlimited = { when: "none", rule: "invitation-wide", level: "high" } as const;

/** A link that adds anyone who redeems it to a workspace (API document, section "Invitation"). */
export const invitation = kind("Invitation", {
  source: issued(
    "its link can be redeemed until it expires, because the API cannot revoke it",
    "The people who join through this invitation",
  ),
  endpoints: { create: "/workspaces/{workspaceId}/members", parent: inWorkspace },
  scope: "members",
  naturalKey: [],
  inputs: z.strictObject({
    /** Id of the workspace that people are invited to. */
    workspaceId: workspaceId(),
    /**
     * Email addresses of the people who may redeem the link. The API does not document whether their order
     * matters, so this package treats them as a set: a different order is not a change.
     *
     * @default set by the gateway
     */
    restrictedTo: field(z.array(z.string()), {
      unordered: true,
      danger: [
        { ...unlimited, level: "refused", says: "admits everyone who has its link" },
        { when: "changed", rule: "invitation-wide", level: "medium", says: "admits other people" },
      ],
    }).optional(),
    /**
     * How many times the link can be redeemed.
     *
     * @default set by the gateway
     */
    maxUses: atLeast(1, {
      danger: [
        { ...unlimited, says: "admits as many people as the gateway allows" },
        {
          when: "above",
          value: 10,
          rule: "invitation-wide",
          level: "medium",
          says: "admits more than 10 people",
        },
        {
          when: "above",
          value: 100,
          rule: "invitation-wide",
          level: "refused",
          says: "admits more than 100 people",
        },
      ],
    }).optional(),
    /**
     * Number of days for which the link can be redeemed.
     *
     * @default set by the gateway
     */
    expiresInDays: atLeast(1, {
      danger: [
        { ...unlimited, says: "is valid for as long as the gateway decides" },
        {
          when: "above",
          value: 30,
          rule: "invitation-wide",
          level: "medium",
          says: "is valid for more than 30 days",
        },
        {
          when: "above",
          value: 365,
          rule: "invitation-wide",
          level: "refused",
          says: "is valid for more than a year",
        },
      ],
    }).optional(),
  }),
  danger: { create: [], delete: [] },
  outputs: z.object({
    /** Redemption code. */
    code: field(z.string(), { secret: true, createOnly: true }),
    /** Shareable link that contains the code. */
    link: field(z.string(), { secret: true, createOnly: true }),
    /** When the link expires, ISO 8601. */
    expiresAt: field(z.string(), { createOnly: true }),
  }),
});

/**
 * The arguments of an {@link Invitation}: the workspace, who may redeem the link, how many times, and for
 * how long.
 */
export interface InvitationArgs extends ArgsOf<typeof invitation> {}

/**
 * A link that adds anyone who redeems it to a workspace. No new link is created when this one expires
 * or is redeemed.
 *
 * - Replaced on changes to: everything.
 * - On destroy: nothing is sent to the gateway, and the link works until it expires. While people who joined
 *   through the link are in the workspace, the workspace cannot be destroyed unless it has `forceDestroy`.
 * - Scopes: `members:write`.
 * - Errors: the workspace does not exist, or the account cannot see it (404). If the response is lost, the
 *   next `up` creates another link.
 *
 * @example
 * ```ts
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * const invitation = new gateway.Invitation("ada", { workspaceId: team.id, restrictedTo: ["ada@example.com"],
 * maxUses: 1 }); export const link = invitation.link; // a secret output
 * ```
 */
export class Invitation extends resource(invitation) {}
