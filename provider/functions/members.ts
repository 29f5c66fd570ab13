import { z } from "zod";
import { member } from "../kinds/member.js";
import { output, type Read } from "./read/call.js";
import { type ManyArgs, none, objectsOf, type ResultOf } from "./read/reading.js";
import { many } from "./read/rows.js";

/** The people in a workspace (API document, section "Member"). */
const members = objectsOf(
  member,
  member.inputs.omit({ email: true, username: true }).extend({
    /** Account id of the person. */
    userId: z.string(),
    /** Role of the person. The owner's role is `OWNER`, which cannot be assigned. */
    role: z.enum(["OWNER", ...member.inputs.shape.role.options]),
  }),
  none,
);

/** A person in a workspace, as returned by {@link getMembers}. */
export interface GetMembersResult extends ResultOf<typeof members.result> {}
export type GetMembersArgs = ManyArgs<typeof members>;

/**
 * Reads the members of a workspace with their roles, including the owner. `id` is
 * the membership's id, and `userId` is the person's id. `user` is `{ id, username, email }`.
 *
 * @example
 * ```ts
 * const { id: workspaceId } = await gateway.getWorkspace({ name: "Support assistant" });
 * const members = await gateway.getMembers({ workspaceId });
 * export const admins = members.filter(({ role }) => role === "ADMIN").map(({ user }) => user.email);
 * ```
 */
export const getMembers: Read<GetMembersArgs, GetMembersResult[]> = many(members);
export const getMembersOutput = output(getMembers);
