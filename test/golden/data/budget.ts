import { any } from "../any.ts";
import type { Caller, Exchange, Group } from "../exchange.ts";
import type { Json } from "../fill.ts";
import { absent } from "../template.ts";
import { invalid } from "./refused.ts";
import { aWorkspace } from "./setup.ts";

const read = "Budget, GET /workspaces/{id}/budget";
const update = "Budget, PATCH /workspaces/{id}/budget";
const path = "/workspaces/{ws}/budget";

const allowed = (budget: number): Exchange => ({
  law: `a budget of ${budget} is allowed`,
  row: `${update}; Limits 3`,
  request: { method: "PATCH", path, body: { budget } },
  response: { status: 200, body: { success: true, budget } },
});

const refused = (law: string, body: Json): Exchange =>
  invalid(law, `${update}; Limits 3`, "PATCH", path, body);

const reads = (law: string, as: Caller, status: number): Exchange => ({
  law,
  row: "Authentication 4: Reading the budget needs workspace membership",
  as,
  request: { method: "GET", path },
  response: { status },
});

const sets = (law: string, as: Caller, status: number): Exchange => ({
  law,
  row: "Authentication 4: Updating the budget needs an administrator role on the workspace",
  as,
  request: { method: "PATCH", path, body: { budget: 5 } },
  response: { status },
});

export const budget: Group = {
  about: "budget",
  setup: [aWorkspace],
  given: [
    { member: { workspace: "{ws}", user: "admin", role: "ADMIN" } },
    { member: { workspace: "{ws}", user: "member", role: "MEMBER" } },
  ],
  life: [
    {
      law: "a budget is read unwrapped",
      row: `${read}; Response shape`,
      request: { method: "GET", path },
      response: {
        status: 200,
        body: { data: absent, budget: any.number, current_spend: any.number, remaining: any.number },
      },
    },
    {
      law: "update answers with success and the budget, unwrapped",
      row: update,
      request: { method: "PATCH", path, body: { budget: 2500 } },
      response: { status: 200, body: { data: absent, success: true, budget: 2500 } },
    },
    {
      law: "the new budget is read back",
      row: read,
      request: { method: "GET", path },
      response: {
        status: 200,
        body: { budget: 2500, current_spend: any.number, remaining: any.number },
      },
    },
    {
      law: "a budget need not be whole",
      row: `${update}: number`,
      request: { method: "PATCH", path, body: { budget: 12.5 } },
      response: { status: 200, body: { success: true, budget: 12.5 } },
    },
    {
      law: "a budget that is not whole is read back",
      row: read,
      request: { method: "GET", path },
      response: {
        status: 200,
        body: { budget: 12.5, current_spend: any.number, remaining: any.number },
      },
    },
  ],
  further: [
    allowed(0),
    allowed(1_000_000),
    refused("a budget below 0 is refused", { budget: -1 }),
    refused("a budget above 1000000 is refused", { budget: 1_000_001 }),
    refused("a budget is required", {}),
    refused("a budget of null is refused", { budget: null }),
    refused("a budget is no string", { budget: "100" }),
    reads("an administrator reads the budget", { user: "admin" }, 200),
    reads("a member reads the budget", { user: "member" }, 200),
    reads("one who is no member does not read the budget", { user: "stranger" }, 403),
    sets("an administrator sets the budget", { user: "admin" }, 200),
    sets("a member does not set the budget", { user: "member" }, 403),
    sets("one who is no member does not set the budget", { user: "stranger" }, 403),
    {
      law: "the budget of a missing workspace is not found",
      row: "Errors, 404",
      request: { method: "GET", path: "/workspaces/no-such-item/budget" },
      response: { status: 404 },
    },
  ],
};
