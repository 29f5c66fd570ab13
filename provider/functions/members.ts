import { z } from "zod";
import { member } from "../kinds/member.js";
import type { Read } from "./read/call.js";
import { type ManyArgs, many } from "./read/many.js";
import { output } from "./read/output.js";
import { identity, none, ofWorkspace } from "./read/places.js";
import { placeOf, reading, shownBy } from "./read/reading.js";
import type { ResultOf } from "./read/result.js";

/** The people in a workspace (api.md, "Member"). */
export const members = reading({
  ...placeOf(member),
  where: ofWorkspace,
  by: none,
  result: z.object({
    ...identity,
    ...member.inputs.omit({ userId: true, email: true, username: true }).shape,
    ...shownBy(member),
    /** Account id of the person. */
    userId: z.string(),
    /** `OWNER` is shown, though it cannot be assigned. */
    role: z.enum(["OWNER", ...member.inputs.shape.role.options]),
  }),
});

/** A person in a workspace, as {@link getMembers} reads them. */
export interface GetMembersResult extends ResultOf<typeof members.result> {}
/** Whose members {@link getMembers} reads. */
export type GetMembersArgs = ManyArgs<typeof members>;

/**
 * Reads the members of a workspace with their roles, the owner included (api.md, "Member"; scope `members:read`). `id`
 * is the membership's, `userId` the person's; `user` is `{ id, username, email }`. Fails if the gateway cut the list,
 * and with a {@link GatewayError} if it refuses or cannot be reached.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const { id: workspaceId } = await gateway.getWorkspace({ name: "Support assistant" });
 * const members = await gateway.getMembers({ workspaceId });
 * export const admins = members.filter(({ role }) => role === "ADMIN").map(({ user }) => user.email);
 * ```
 */
export const getMembers: Read<GetMembersArgs, GetMembersResult[]> = many("getMembers", members);

/**
 * As {@link getMembers} (scope `members:read`), for arguments that are outputs and for `dependsOn`. What fails there
 * fails the run here.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * export const size = gateway.getMembersOutput({ workspaceId: team.id }).length;
 * ```
 */
export const getMembersOutput = output(getMembers);
