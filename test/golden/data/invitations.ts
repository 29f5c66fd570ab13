import { any } from "../any.ts";
import type { Exchange, Group } from "../exchange.ts";
import type { Json } from "../fill.ts";
import { ending } from "../template.ts";
import { invalid } from "./refused.ts";
import { aWorkspace } from "./setup.ts";

const row = "Members, POST /workspaces/{id}/members";
const path = "/workspaces/{ws}/members";

const refused = (law: string, body: Json): Exchange => invalid(law, row, "POST", path, body);

export const invitations: Group = {
  about: "invitations",
  setup: [aWorkspace],
  life: [
    {
      law: "an invitation is a link with its code, its limit and its end",
      row: `${row}; Resources, Invitation`,
      request: {
        method: "POST",
        path,
        body: { restricted_to: ["ada@example.com", "bob@example.com"], max_uses: 2, expires_in_days: 14 },
      },
      response: {
        status: 200,
        body: {
          data: {
            id: any.id,
            code: any.text.as("code"),
            link: ending("/invite/{code}"),
            expires_at: any.timestamp,
            max_uses: 2,
          },
        },
      },
    },
  ],
  further: [
    {
      law: "every option of an invitation may be left out",
      row,
      request: { method: "POST", path, body: {} },
      response: {
        status: 200,
        body: {
          data: {
            id: any.id,
            code: any.text.as("other"),
            link: ending("/invite/{other}"),
            expires_at: any.timestamp,
            max_uses: any.integer,
          },
        },
        never: '"{code}"',
      },
    },
    {
      law: "an invitation makes nobody a member",
      row: "Members, GET /workspaces/{id}/members",
      request: { method: "GET", path },
      response: { status: 200, body: { data: [{ role: "OWNER" }] } },
    },
    refused("restricted_to is a list", { restricted_to: "ada@example.com" }),
    refused("restricted_to is a list of strings", { restricted_to: [7] }),
    refused("max_uses is an integer", { max_uses: 1.5 }),
    refused("max_uses is no string", { max_uses: "2" }),
    refused("expires_in_days is an integer", { expires_in_days: 0.5 }),
    refused("expires_in_days is no string", { expires_in_days: "14" }),
    {
      law: "nobody is invited to a missing workspace",
      row: "Errors, 404",
      request: { method: "POST", path: "/workspaces/no-such-item/members", body: {} },
      response: { status: 404 },
    },
  ],
};
