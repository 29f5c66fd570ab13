import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { flags, kind, minted } from "../spec/index.js";
import { below, inWorkspace, workspaceId } from "./shared.js";

/** A link that makes whoever redeems it a member of a workspace (api.md, "Invitation"). */
export const invitation = kind("Invitation", {
  source: minted("its link can be redeemed until it expires, there is no call that withdraws it"),
  endpoints: { create: "/workspaces/{workspaceId}/members", parent: inWorkspace },
  scope: "members",
  naturalKey: [],
  inputs: z.strictObject({
    workspaceId: workspaceId(),
    /** Email addresses that may redeem it; anybody with the link, if left out. */
    restrictedTo: z.array(z.string()).register(flags, { unordered: true }).optional(),
    /** Redemptions allowed. */
    maxUses: z
      .int()
      .register(flags, { doubt: below(1) })
      .optional(),
    /** Validity in days. */
    expiresInDays: z
      .int()
      .register(flags, { doubt: below(1) })
      .optional(),
  }),
  outputs: z.object({
    /** Redemption code. */
    code: z.string().register(flags, { secret: true, createOnly: true }),
    /** Shareable link with the code. */
    link: z.string().register(flags, { secret: true, createOnly: true }),
    /** When it expires, ISO 8601. */
    expiresAt: z.string().register(flags, { createOnly: true }),
  }),
});

export interface InvitationArgs extends ArgsOf<typeof invitation> {}

/**
 * A link that makes whoever redeems it a member of a workspace (api.md, "Invitation"). It is made once: it is never
 * made anew because it expired or was redeemed, only if an argument changes.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * const invitation = new gateway.Invitation("ada", { workspaceId: team.id, restrictedTo: ["ada@example.com"], maxUses: 1 });
 * export const link = invitation.link; // a secret output
 * ```
 */
export class Invitation extends resource(invitation) {}
