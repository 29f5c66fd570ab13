import { z } from "zod";
import { output, type Read } from "./read/call.js";
import { identity, type ManyArgs, none, type ResultOf } from "./read/reading.js";
import { only } from "./read/rows.js";

/** The account that the token belongs to (API document, section "User"). */
const user = {
  name: "User",
  get: "/user",
  scope: "profile:read",
  where: none,
  by: none,
  result: z.object({
    ...identity,
    /** Email address of the account. */
    email: z.string(),
    /** User name of the account; null if none is set. */
    username: z.string().nullable(),
    /** Role of the account, for example `USER`; the API does not list the roles. */
    role: z.string(),
    /** Whether the account belongs to a person or an organization. */
    accountType: z.enum(["PERSONAL", "ORGANIZATION"]),
    /** Plan of the account, for example `free` or `pro`; null if the account has none. */
    plan: z.string().nullable(),
    /** Whether the email address is verified. */
    emailVerified: z.boolean(),
    /** When the account was created, ISO 8601. */
    createdAt: z.string(),
  }),
};

/** The account that the token belongs to, as returned by {@link getUser}. */
export interface GetUserResult extends ResultOf<typeof user.result> {}
export type GetUserArgs = ManyArgs<typeof user>;

/**
 * Reads the account that the token belongs to: the person who approved the login, or the owner of the app.
 * `createdAt` is ISO 8601. `username` and `plan` are null if the account has none.
 *
 * @example
 * ```ts
 * export const { email, accountType } = await gateway.getUser();
 * ```
 */
export const getUser: Read<GetUserArgs, GetUserResult> = only(user);
export const getUserOutput = output(getUser);
