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
    /** Role of the person. The owner has `OWNER`, which cannot be assigned. */
    role: z.enum(["OWNER", ...member.inputs.shape.role.options]),
  }),
});

/** A person in a workspace, as {@link getMembers} reads them. */
export interface GetMembersResult extends ResultOf<typeof members.result> {}
/** The workspace whose members {@link getMembers} reads. */
export type GetMembersArgs = ManyArgs<typeof members>;

/**
 * Reads the members of a workspace with their roles, including the owner (api.md, "Member"; scope
 * `members:read`). `id` is the id of the membership, `userId` the id of the person. `user` is
 * `{ id, username, email }`. Fails if the gateway did not send the whole list. Fails with a
 * {@link GatewayError} if the gateway refuses or cannot be reached.
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
 * Does the same as {@link getMembers} (scope `members:read`). Its arguments may be outputs, and it takes
 * `dependsOn`. If the read fails, the run fails.
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
