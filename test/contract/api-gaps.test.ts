import { expect } from "vitest";
import { budget } from "../../provider/kinds/budget.js";
import { config } from "../../provider/kinds/config.js";
import { test, world } from "./support/world.ts";

/** What the API document does not show, and no other file of this folder tries both ways; docs/guarantees.md has all. */

test.each([
  ["workspaces", ["workspaces:read", "workspaces:write"]],
  ["members", ["members:read", "members:write"]],
  ["none", ["prompts:read"]],
] as const)("a budget needs the scope that the gateway requires: %s", async (budgetScope, scopes) => {
  await using at = await world({ budgetScope });
  const inputs = at.full(budget);
  const stack = at.as({ scopes: [...scopes] });
  await stack.operation().up("it", "Budget", inputs);
  expect(await stack.operation().refresh()).toEqual([]);
  if (budgetScope !== "none") {
    const less = at.as({ scopes: ["prompts:read"] }).operation();
    await expect(less.up("it", "Budget", inputs)).rejects.toThrow(
      /returned 403: .*needs the scope workspaces:read \(assumed: the API does not document it\)/,
    );
  }
});

test.each([403, 404] as const)(
  "a workspace that only its owner can delete is not treated as deleted: %i",
  async (deleteNonOwner) => {
    await using at = await world({ deleteNonOwner });
    const inputs = { name: "team", forceDestroy: true };
    await at.up("Workspace", inputs);
    at.gateway.seed.member(at.it.id, "admin");
    const stack = at.as({ user: "admin" });
    await expect(stack.operation().destroy("it")).rejects.toThrow(`returned ${deleteNonOwner}`);
    expect(at.gateway.rows("workspaces").map(({ name }) => name)).toContain("team");
  },
);

test("a request for a gateway key carries the app's credentials if so configured", async ({ at }) => {
  at.env.WORKSPACE_GATEWAY_APP_AUTH = "body";
  await at.up("GatewayKey", { workspaceId: at.refs.workspaceId });
  const body = { client_id: expect.any(String), client_secret: "***" };
  expect(at.writes().map((entry) => entry.body)).toEqual([body]);
});

test.each([
  [false, 0],
  [true, 1],
])(
  "a default config that loses its flag to another is reported if the gateway removes it: %s",
  async (exclusiveDefault, losses) => {
    await using at = await world({ exclusiveDefault });
    const inputs = at.full(config);
    await at.up("Config", inputs);
    await at.stack.operation().up("other", "Config", { ...inputs, name: "other" });
    at.stack.warnings.length = 0;
    expect(await at.refresh()).toEqual([]);
    const lost = at.stack.warnings.filter((line) => line.includes("isDefault was lost to another"));
    expect(lost).toHaveLength(losses);
    expect(await at.preview("Config", inputs)).toBe("same");
    expect(at.gateway.rows("configs").filter((row) => Boolean(row.is_default))).toHaveLength(2 - losses);
  },
);
