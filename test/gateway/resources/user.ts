import { z } from "@hono/zod-openapi";
import { ApiError } from "../http/api-error.ts";
import { operation, scope } from "../http/operation.ts";

/** The API's section "User". */
export const user = operation({
  tag: "User",
  method: "get",
  path: "/user",
  summary: "Read the account behind the token",
  scope: scope("profile:read"),
  returns: {
    kind: "single",
    schema: z.object({
      id: z.string(),
      email: z.string(),
      username: z.string().nullable(),
      role: z.string(),
      account_type: z.enum(["PERSONAL", "ORGANIZATION"]),
      plan: z.string().nullable(),
      email_verified: z.boolean(),
      created_at: z.string(),
    }),
  },
  errors: [403],
  handle({ service, account }) {
    const row = service.accounts.find(account.id);
    if (row === undefined) throw new ApiError(404, "The account is gone");
    return { kind: "single", item: row };
  },
});
