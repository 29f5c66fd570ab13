import { any } from "../any.ts";
import { type Exchange, exchange, type Group, get, ok, post } from "../exchange.ts";
import type { Json } from "../fill.ts";
import { ending, type Template } from "../template.ts";
import { invalid, missing } from "./refused.ts";
import { aWorkspace } from "./setup.ts";

const row = "Members, POST /workspaces/{id}/members";
const path = "/workspaces/{ws}/members";

const refused = (law: string, body: Json): Exchange => invalid(law, row, post(path, body));

const invitation = (code: string, max_uses: Template): Template => ({
  id: any.id,
  code: any.text.as(code),
  link: ending(`/invite/{${code}}`),
  expires_at: any.timestamp,
  max_uses,
});

export const invitations: Group = {
  about: "invitations",
  setup: [aWorkspace],
  life: [
    exchange(
      "an invitation is a link with its code, its limit and its end",
      `${row}; Resources, Invitation`,
      post(path, { restricted_to: ["ada@example.com", "bob@example.com"], max_uses: 2, expires_in_days: 14 }),
      ok({ data: invitation("code", 2) }),
    ),
  ],
  further: [
    exchange(
      "every option of an invitation may be left out",
      row,
      post(path, {}),
      ok({ data: invitation("other", any.integer) }, '"{code}"'),
    ),
    exchange(
      "an invitation makes nobody a member",
      "Members, GET /workspaces/{id}/members",
      get(path),
      ok({ data: [{ role: "OWNER" }] }),
    ),
    refused("restricted_to is a list", { restricted_to: "ada@example.com" }),
    refused("restricted_to is a list of strings", { restricted_to: [7] }),
    refused("max_uses is an integer", { max_uses: 1.5 }),
    refused("max_uses is no string", { max_uses: "2" }),
    refused("expires_in_days is an integer", { expires_in_days: 0.5 }),
    refused("expires_in_days is no string", { expires_in_days: "14" }),
    missing("nobody is invited to a missing workspace", post("/workspaces/no-such-item/members", {})),
  ],
};
