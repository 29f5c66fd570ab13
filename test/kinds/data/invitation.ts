import { ref } from "../../e2e/support/declaration.ts";
import { any } from "../../golden/any.ts";
import { type Exchange, exchange, type Group, ok, post } from "../../golden/exchange.ts";
import type { Json } from "../../golden/fill.ts";
import { aWorkspace, invalid, missing } from "../../golden/shared.ts";
import { ending, type Template } from "../../golden/template.ts";
import { type KindData, nothingGiven, wholeNumber, wrong } from "../kind-data.ts";

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

const invitations: Group = {
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
    refused("restricted_to is a list", { restricted_to: "ada@example.com" }),
    refused("restricted_to is a list of strings", { restricted_to: [7] }),
    refused("max_uses is an integer", { max_uses: 1.5 }),
    refused("expires_in_days is an integer", { expires_in_days: 0.5 }),
    missing("nobody is invited to a missing workspace", post("/workspaces/no-such-item/members", {})),
  ],
};

export default {
  kind: "Invitation",
  readme: "a link for joining a workspace | works until it expires",
  golden: { groups: [invitations], outputs: ["code", "link", "expiresAt"], inputs: { workspaceId: "{ws}" } },
  samples: () => ({
    restrictedTo: [["zoe@example.com", "ada@example.com"], ["eve@example.com"]],
    maxUses: [3, 1],
    expiresInDays: [7, 1],
  }),
  wrong: [
    wrong("wrong types", {
      workspaceId: ["w"],
      restrictedTo: ["ada@example.com", "must be a list"],
      maxUses: [1.5, wholeNumber],
      expiresInDays: ["7", wholeNumber],
    }),
    nothingGiven("workspaceId"),
  ],
  doubts: [
    ["maxUses", 0, "is below 1"],
    ["expiresInDays", 0, "is below 1"],
  ],
  declared: {
    name: "welcome",
    args: {
      workspaceId: ref("team"),
      restrictedTo: ["member@example.com", "admin@example.com"],
      maxUses: 2,
      expiresInDays: 7,
    },
  },
} satisfies KindData;
