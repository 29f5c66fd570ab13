import { z } from "zod";
import { only } from "./only.js";
import { output } from "./output.js";
import { identity, none } from "./places.js";
import { reading } from "./reading.js";

/** The account behind the token (api.md, "User"). */
export const user = reading({
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
export const getUser = only("getUser", user);

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
