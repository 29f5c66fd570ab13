import { ref } from "../../e2e/support/declaration.ts";
import { any } from "../../golden/any.ts";
import { asks, type Exchange, exchange, type Group, get, ok, patch } from "../../golden/exchange.ts";
import type { Json } from "../../golden/fill.ts";
import { aWorkspace, invalid, missing } from "../../golden/shared.ts";
import { absent } from "../../golden/template.ts";
import { type KindData, nothingGiven, wrong } from "../kind-data.ts";

const update = "Budget, PATCH /workspaces/{id}/budget";
const path = "/workspaces/{ws}/budget";
const read = asks("Budget, GET /workspaces/{id}/budget; Response shape", get(path));

const spent = { current_spend: any.number, remaining: any.number };

const allowed = (law: string, row: string, budget: number): Exchange =>
  exchange(law, row, patch(path, { budget }), ok({ success: true, budget }));

const refused = (law: string, body: Json): Exchange => invalid(law, `${update}; Limits 3`, patch(path, body));

const sets = (law: string, user: "admin" | "member", status: number): Exchange => {
  const row = "Authentication 4: Updating the budget needs an administrator role on the workspace";
  return exchange(law, row, patch(path, { budget: 5 }), status, { user });
};

const budget: Group = {
  about: "budget",
  setup: [aWorkspace],
  given: [
    { member: { workspace: "{ws}", user: "admin", role: "ADMIN" } },
    { member: { workspace: "{ws}", user: "member", role: "MEMBER" } },
  ],
  life: [
    read("a budget is read unwrapped", ok({ data: absent, budget: any.number, ...spent })),
    exchange(
      "update answers with success and the budget, unwrapped",
      update,
      patch(path, { budget: 2500 }),
      ok({ data: absent, success: true, budget: 2500 }),
    ),
    read("the new budget is read back", ok({ budget: 2500, ...spent })),
    allowed("a budget need not be whole", `${update}: number`, 12.5),
    read("a budget that is not whole is read back", ok({ budget: 12.5, ...spent })),
  ],
  further: [
    allowed("a budget of 0 is allowed", `${update}; Limits 3`, 0),
    allowed("a budget of 1000000 is allowed", `${update}; Limits 3`, 1_000_000),
    refused("a budget below 0 is refused", { budget: -1 }),
    refused("a budget above 1000000 is refused", { budget: 1_000_001 }),
    refused("a budget is required", {}),
    exchange(
      "one who is no member does not read the budget",
      "Authentication 4: Reading the budget needs workspace membership",
      get(path),
      403,
      { user: "stranger" },
    ),
    sets("an administrator sets the budget", "admin", 200),
    sets("a member does not set the budget", "member", 403),
    missing("the budget of a missing workspace is not found", get("/workspaces/no-such-item/budget")),
  ],
};

export default {
  kind: "Budget",
  readme: "the monthly spend cap of a workspace | kept",
  golden: { groups: [budget], outputs: [], inputs: { workspaceId: "{ws}" } },
  samples: () => ({ budget: [250.5, 0] }),
  wrong: [
    wrong("too low a budget", { workspaceId: ["w"], budget: [-1, "must be at least 0"] }),
    wrong("too high a budget and another end than it can have", {
      workspaceId: ["w"],
      budget: [1_000_001, "must be at most 1000000"],
      onDestroy: ["delete", 'must be one of "keep", "restore"'],
    }),
    nothingGiven("workspaceId", "budget"),
  ],
  declared: { name: "cap", args: { workspaceId: ref("team"), budget: 250.5 } },
} satisfies KindData;
