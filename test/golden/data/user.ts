import { any } from "../any.ts";
import type { Group } from "../exchange.ts";

export const user: Group = {
  about: "user",
  setup: [],
  life: [
    {
      law: "the user has the documented fields and no secret",
      row: "User, GET /user; Resources, User",
      request: { method: "GET", path: "/user" },
      response: {
        status: 200,
        body: {
          data: {
            id: any.id,
            email: any.text,
            username: any.stringOrNull,
            role: any.text,
            account_type: any.oneOf("PERSONAL", "ORGANIZATION"),
            plan: any.stringOrNull,
            email_verified: any.boolean,
            created_at: any.timestamp,
          },
        },
        never: /"[^"]*(password|token|secret|two_factor|2fa|totp)[^"]*"\s*:/i,
      },
    },
  ],
  further: [
    {
      law: "profile:read alone reads the user",
      row: "Authentication 3, User",
      as: { user: "owner", scopes: ["profile:read"] },
      request: { method: "GET", path: "/user" },
      response: { status: 200, body: { data: { id: any.id.as("owner") } } },
    },
    {
      law: "another token is another account",
      row: "User, GET /user: the account behind the token",
      as: { user: "member" },
      request: { method: "GET", path: "/user" },
      response: { status: 200, body: { data: { id: any.id } }, never: '"{owner}"' },
    },
  ],
};
