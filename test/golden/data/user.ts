import { any } from "../any.ts";
import { exchange, type Group, get, ok } from "../exchange.ts";

const account = {
  id: any.id,
  email: any.text,
  username: any.stringOrNull,
  role: any.text,
  account_type: any.oneOf("PERSONAL", "ORGANIZATION"),
  plan: any.stringOrNull,
  email_verified: any.boolean,
  created_at: any.timestamp,
};

export const user: Group = {
  about: "user",
  setup: [],
  life: [
    exchange(
      "the user has the documented fields and no secret",
      "User, GET /user; Resources, User",
      get("/user"),
      ok({ data: account }, /"[^"]*(password|token|secret|two_factor|2fa|totp)[^"]*"\s*:/i),
    ),
  ],
  further: [
    exchange(
      "profile:read alone reads the user",
      "Authentication 3, User",
      get("/user"),
      ok({ data: { id: any.id.as("owner") } }),
      { user: "owner", scopes: ["profile:read"] },
    ),
    exchange(
      "another token is another account",
      "User, GET /user: the account behind the token",
      get("/user"),
      ok({ data: { id: any.id } }, '"{owner}"'),
      { user: "member" },
    ),
  ],
};
