import { z } from "@hono/zod-openapi";
import { changes, type Operation, operation } from "../http/operation.ts";
import type { Variants } from "../variants.ts";
import { requireWorkspace } from "./access.ts";
import { storedRow } from "./stored.ts";

const described = { tag: "Budget", path: "/workspaces/{id}/budget" };

/** The scope of the budget endpoints is not shown (the API's section "Authentication"). */
function budgetScope(right: "read" | "write") {
  return ({ budgetScope: group }: Variants) => (group === "none" ? null : `${group}:${right}`);
}

export const budget: Operation[] = [
  operation({
    ...described,
    method: "get",
    summary: "Read the monthly budget and what is left of it",
    scope: budgetScope("read"),
    returns: {
      kind: "bare",
      schema: z.object({ budget: z.number(), current_spend: z.number(), remaining: z.number() }),
    },
    errors: [403, 404],
    handle(call) {
      const id = call.params.id ?? "";
      const workspace = requireWorkspace(call, id, "MEMBER");
      const asOf = call.asOf("workspaces", "single");
      const row = call.service.store.table("workspaces").first({ id }, asOf) ?? workspace;
      const budget = Number(row.budget);
      const current_spend = Number(row.current_spend);
      return { kind: "bare", body: { budget, current_spend, remaining: budget - current_spend } };
    },
  }),
  ...changes({
    ...described,
    summary: "Set the monthly budget",
    scope: budgetScope("write"),
    // The API's section "Limits", 3.
    body: z.object({ budget: z.number().min(0).max(1_000_000) }),
    returns: { kind: "bare", schema: z.object({ success: z.boolean(), budget: z.number() }) },
    errors: [400, 403, 404],
    handle(call) {
      const { budget } = call.body;
      const id = call.params.id ?? "";
      requireWorkspace(call, id, "ADMIN");
      const { store, variants } = call.service;
      if (variants.budgetRefused) return { kind: "bare", body: { success: false, budget } };
      const row = store.table("workspaces").update(id, storedRow({ budget }, variants, "change"));
      return { kind: "bare", body: { success: true, budget: Number(row?.budget) } };
    },
  }),
];
