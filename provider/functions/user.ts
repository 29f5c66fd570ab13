import { z } from "zod";
import type { Read } from "./read/call.js";
import type { ManyArgs } from "./read/many.js";
import { only } from "./read/only.js";
import { output } from "./read/output.js";
import { identity, none } from "./read/places.js";
import { reading } from "./read/reading.js";
import type { ResultOf } from "./read/result.js";

/** The account behind the token (api.md, "User"). */
const user = reading({
  get: "/user",
  scope: "profile:read",
  where: none,
  by: none,
  result: z.object({
    ...identity,
    email: z.string(),
    username: z.string().nullable(),
    /** For example `USER`; the API does not list the roles. */
    role: z.string(),
    accountType: z.enum(["PERSONAL", "ORGANIZATION"]),
    /** For example `free` or `pro`. */
    plan: z.string().nullable(),
    emailVerified: z.boolean(),
    createdAt: z.string(),
  }),
});

export interface GetUserResult extends ResultOf<typeof user.result> {}
export type GetUserArgs = ManyArgs<typeof user>;

/**
 * Reads the account behind the token: the person who approved, or the owner of the app (api.md, "User"; scope
 * `profile:read`). `createdAt` is ISO 8601; `username` and `plan` are null if there is none.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * export const runsAs = gateway.getUser().then((user) => `${user.email} (${user.accountType})`);
 * ```
 */
export const getUser: Read<GetUserArgs, GetUserResult> = only("getUser", user);

/**
 * As {@link getUser}, for arguments that are outputs.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * export const email = gateway.getUserOutput().email;
 * ```
 */
export const getUserOutput = output(getUser);
