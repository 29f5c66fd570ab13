import { expect } from "vitest";
import { budget } from "../../provider/kinds/budget.js";
import { config } from "../../provider/kinds/config.js";
import { invitation } from "../../provider/kinds/invitation.js";
import { member } from "../../provider/kinds/member.js";
import { model } from "../../provider/kinds/model.js";
import { modelProvider } from "../../provider/kinds/model-provider.js";
import { quota } from "../../provider/kinds/quota.js";
import { siteIndex } from "../../provider/kinds/site-index.js";
import { secondInputs } from "./support/samples.ts";
import { expectSteady, test, world } from "./support/world.ts";

/** What the API document does not show, and no other file of this folder tries both ways; docs/guarantees.md has all. */

test.each(["provider/name", "name"] as const)(
  "the gateway name of a model is what the gateway makes of it: %s",
  async (gatewayName) => {
    await using at = await world({ gatewayName });
    const inputs = at.full(model);
    await at.up("Model", inputs);
    const shown = at.it.outputs.gatewayName;
    expect(shown).toBe(gatewayName === "name" ? inputs.name : `first/${String(inputs.name)}`);
    await expectSteady(at, "Model", inputs);
  },
);

test.each([
  ["workspaces", ["workspaces:read", "workspaces:write"]],
  ["members", ["members:read", "members:write"]],
  ["none", ["prompts:read"]],
] as const)(
  "a budget is read and changed with the scope that the gateway asks for: %s",
  async (budgetScope, scopes) => {
    await using at = await world({ budgetScope });
    const inputs = at.full(budget);
    const stack = at.as({ scopes: [...scopes] });
    await stack.operation().up("it", "Budget", inputs);
    expect(await stack.operation().refresh()).toEqual([]);
    if (budgetScope !== "none") {
      const refused = at
        .as({ scopes: ["prompts:read"] })
        .operation()
        .up("it", "Budget", inputs);
      await expect(refused).rejects.toThrow(
        /answered 403: .*needs the scope workspaces:read \(assumed: the API does not show it\)/,
      );
    }
  },
);

test.each([
  ["MEMBER", "update"],
  ["ADMIN", undefined],
] as const)("who may change a member is the gateway's word: at least %s", async (membersManagedBy, step) => {
  await using at = await world({ membersManagedBy });
  await at.up("Member", secondInputs(member, at.refs));
  const { inputs } = at.it;
  const changed = { ...inputs, role: inputs.role === "ADMIN" ? "MEMBER" : "ADMIN" };
  const changing = at.as({ user: "member" }).operation().up("it", "Member", changed);
  if (step === undefined) {
    await expect(changing).rejects.toThrow("answered 403");
  } else {
    expect(await changing).toBe(step);
  }
});

test.each([403, 404] as const)(
  "a workspace that somebody else may not delete is not taken for deleted: %i",
  async (deleteNonOwner) => {
    await using at = await world({ deleteNonOwner });
    const inputs = { name: "team", forceDestroy: true };
    await at.up("Workspace", inputs);
    at.gateway.seed.member(at.it.id, "admin");
    const stack = at.as({ user: "admin" });
    await expect(stack.operation().destroy("it")).rejects.toThrow(`answered ${deleteNonOwner}`);
    expect(at.gateway.rows("workspaces").map(({ name }) => name)).toContain("team");
  },
);

test("a quota is never created: one that is not there is told, and one that is there is changed", async ({
  at,
}) => {
  const missing = at.up("Quota", { ...at.full(quota), match: { name: "nothing" } });
  await expect(missing).rejects.toThrow("The API shows no way to create a quota");
  await at.up("Quota", at.full(quota));
  expect(new Set(at.writes().map(({ method }) => method))).toEqual(new Set(["PATCH"]));
});

test("an index is never updated: a change of what the gateway has makes it anew, and of what is ours sends nothing", async ({
  at,
}) => {
  const inputs = await at.made(siteIndex);
  expect(await at.up("Index", { ...inputs, waitForIndexed: false })).toBe("update");
  expect(at.writes()).toEqual([]);
  await at.up("Index", { ...inputs, title: "another" });
  expect(
    at
      .writes()
      .map(({ method }) => method)
      .sort(),
  ).toEqual(["DELETE", "POST"]);
});

test.each([
  ["basic", {}],
  ["body", { client_id: expect.any(String), client_secret: "***" }],
])(
  "the request for a gateway key has no field but the app's own, where they go into the body: %s",
  async (appAuth, body) => {
    await using at = await world({}, { WORKSPACE_GATEWAY_APP_AUTH: appAuth });
    await at.up("GatewayKey", { workspaceId: at.refs.workspaceId });
    expect(at.writes().map((entry) => entry.body)).toEqual([body]);
  },
);

test.each([
  [false, 0],
  [true, 1],
])(
  "two default configs stand where the gateway keeps both flags, and a loss is told where it does not: %s",
  async (exclusiveDefault, losses) => {
    await using at = await world({ exclusiveDefault });
    const inputs = at.full(config);
    await at.up("Config", inputs);
    await at.stack.operation().up("other", "Config", { ...inputs, name: "other" });
    at.stack.warnings.length = 0;
    expect(await at.refresh()).toEqual([]);
    expect(at.stack.warnings.filter((line) => line.includes("isDefault was lost to another"))).toHaveLength(
      losses,
    );
    expect(await at.preview("Config", inputs)).toBe("same");
    expect(at.gateway.rows("configs").filter((row) => Boolean(row.is_default))).toHaveLength(2 - losses);
  },
);

test.each([false, true])(
  "another order of a set is no change, whether the gateway keeps the order or sorts it (%s)",
  async (canonical) => {
    await using at = await world({ canonical });
    const modelOptions = ["b", "c", "a"];
    const provider = { ...at.full(modelProvider), modelOptions };
    await at.up("ModelProvider", provider);
    expect(await at.refresh()).toEqual([]);
    const turned = { ...provider, modelOptions: modelOptions.toReversed() };
    expect(await at.preview("ModelProvider", turned)).toBe("same");
    const restrictedTo = ["grace@example.com", "ada@example.com"];
    const invited = { ...at.full(invitation), restrictedTo };
    await at.stack.operation().up("link", "Invitation", invited);
    const preview = (next: string[]) =>
      at.stack.operation().preview("link", "Invitation", { ...invited, restrictedTo: next });
    expect(await preview(restrictedTo.toReversed())).toBe("same");
    expect(await preview(["ada@example.com"])).toBe("replace");
  },
);
