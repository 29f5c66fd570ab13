import { describe, expect } from "vitest";
import { budget } from "../../provider/kinds/budget.js";
import { member } from "../../provider/kinds/member.js";
import { quota } from "../../provider/kinds/quota.js";
import { workspace } from "../../provider/kinds/workspace.js";
import type { Values } from "../../provider/spec/values.js";
import { chosenAdapter } from "../harness/adapter.ts";
import { Engine, type Mishap } from "./support/engine/engine.ts";
import type { By } from "./support/provider.ts";
import { allKinds } from "./support/samples.ts";
import { expectSteady, test, type World, world } from "./support/world.ts";

function budgetOf(at: World): unknown {
  return at.gateway.rows("workspaces").find((row) => row.id === at.refs.workspaceId)?.budget;
}

function setBudget(at: World, value: number): Promise<unknown> {
  return at.gateway.console("PATCH", `/workspaces/${at.refs.workspaceId}/budget`, { budget: value });
}

test.for(allKinds.filter(({ kind }) => kind !== workspace))(
  "$name is created in a workspace that an earlier run declared",
  async ({ kind }, { at }) => {
    const team = { name: "first", adopt: true };
    await at.stack.operation().up("team", "Workspace", team);
    at.stack.operation();
    expect(await at.stack.up("team", "Workspace", team)).toBe("same");
    expect(await at.stack.up("it", kind.name, at.full(kind))).toBe("create");
  },
);

describe("Budget", () => {
  test("does not prevent the deletion of a workspace that the same run declared", async ({ at }) => {
    at.stack.operation();
    await at.stack.up("team", "Workspace", { name: "third" });
    const { id } = at.stack.resource("team");
    await at.stack.up("cap", "Budget", { workspaceId: id, budget: 1 });
    await at.stack.destroy("team");
    expect(at.gateway.rows("workspaces").map((row) => row.id)).not.toContain(id);
  });

  test("keeps its value when it is destroyed, and nothing is sent", async ({ at }) => {
    await at.up("Budget", at.full(budget));
    at.gateway.log.clear();
    await at.destroy();
    expect(at.writes()).toEqual([]);
    expect(budgetOf(at)).toBe(250.5);
    expect(at.stack.warnings.at(-1)).toMatch(
      /is not deleted[\s\S]*keeps budget 250.5[\s\S]*onDestroy: "restore"/,
    );
  });

  test.each([
    ["the value from before comes back", undefined, 77, ""],
    ["a value that somebody has changed since is left", 1234, 1234, "changed outside of Pulumi"],
  ])("with restore, %s", async (_law, since, after, said) => {
    await using at = await world();
    await setBudget(at, 77);
    for (const value of [250, 300])
      await at.up("Budget", { ...at.full(budget), budget: value, onDestroy: "restore" });
    if (since !== undefined) await setBudget(at, since);
    await at.destroy();
    expect(budgetOf(at)).toBe(after);
    expect(at.stack.warnings.join("\n")).toContain(said);
  });

  test("success: false in a 200 is a failure", async ({ at }) => {
    at.gateway.variants.budgetRefused = true;
    await expect(at.up("Budget", at.full(budget))).rejects.toThrow("success: false");
    expect(at.stack.resources.size).toBe(0);
  });
});

describe("Quota", () => {
  test("is matched by its old name and gets the new one", async ({ at }) => {
    const inputs = { match: { name: "burst" }, name: "sustained" };
    await at.up("Quota", inputs);
    expect(at.row(quota, "it").name).toBe("sustained");
    expect(await at.preview("Quota", inputs)).toBe("same");
  });

  test("a match without an object is refused at preview with a list of objects, if the gateway responds", async ({
    at,
  }) => {
    const inputs = { match: { name: "bursts" }, maxRequests: 1 };
    await expect(at.up("Quota", inputs)).rejects.toThrow("The API does not document how to create a quota");
    expect(await at.stack.operation().check("Quota", inputs)).toEqual([
      expect.stringMatching(/match \{"name":"bursts"\} matches no object\. Existing objects: .*burst/),
    ]);
    at.gateway.faults.add({ kind: "status", status: 503, method: "GET", path: "/quotas" });
    expect(await at.stack.operation().check("Quota", inputs)).toEqual([]);
    expect(at.writes()).toEqual([]);
  });

  const [byId, byName] = [(id: string) => ({ id }), () => ({ name: "burst" })];

  test.each([
    ["its name", "its id", byName, byId, { name: "sustained" }],
    ["its name", "its present one", byName, () => ({ name: "sustained" }), { name: "sustained" }],
    ["its id", "its name", byId, byName, { maxRequests: 5 }],
    ["its name", "its id", byName, byId, { maxRequests: 5 }],
  ])("is the same quota if it is selected by %s and then by %s", async (_a, _b, first, then, values) => {
    await using at = await world();
    const id = String(at.rows(quota).find((row) => row.name === "burst")?.id);
    const up = (match: Values) => at.up("Quota", { match, ...values });
    await up(first(id));
    at.gateway.log.clear();
    expect(await up(then(id))).toBe("update");
    expect(at.writes()).toEqual([]);
    expect(at.it.id).toBe(id);
    expect(await at.refresh()).toEqual([]);
    if (!("name" in values)) expect(await up(first(id))).toBe("update");
  });

  test("a name from a truncated list selects nothing, because it may not be unique", async ({ at }) => {
    at.gateway.variants.cut = 1;
    const up = at.up("Quota", { match: { name: "burst" }, maxRequests: 5 });
    await expect(up).rejects.toThrow(/one object in the part of the list that the gateway returned/);
    expect(at.writes()).toEqual([]);
  });

  test("a match that selects another quota causes a replacement and keeps the former one", async ({ at }) => {
    await at.up("Quota", { match: { name: "burst" }, maxRequests: 5 });
    const daily = { match: { name: "daily" }, maxRequests: 5 };
    expect(await at.up("Quota", daily)).toBe("replace");
    expect(at.rows(quota)).toHaveLength(2);
  });

  test("is deleted if onDestroy is delete", async ({ at }) => {
    await at.up("Quota", { ...at.full(quota), onDestroy: "delete" });
    await at.destroy();
    expect(at.rows(quota).map((row) => row.name)).toEqual(["daily"]);
  });
});

describe("Member", () => {
  const inputs = (at: World) => ({ workspaceId: at.refs.workspaceId, email: "member@example.com" });

  const up = (at: World, more: Values) => at.up("Member", { ...inputs(at), role: "ADMIN", ...more });

  test.for(["userId", "username"])(
    "is the same person if selected by email and then by %s, and nothing is sent",
    async (selector, { at }) => {
      await up(at, {});
      const { id, username } = at.gateway.account("member");
      const { workspaceId } = at.refs;
      const again = { workspaceId, [selector]: selector === "userId" ? id : username, role: "ADMIN" };
      at.gateway.log.clear();
      expect(await at.up("Member", again)).toBe("update");
      expect(at.writes()).toEqual([]);
      const other = { workspaceId, username: "admin", role: "ADMIN" };
      expect(await at.preview("Member", other)).toBe("replace");
    },
  );

  test.each([
    ["nobody has is refused with who is there and Invitation", "zoe", /member@example.com[\s\S]*Invitation/],
    [
      "the owner has is refused: they cannot be managed",
      "owner",
      /the API can assign only the roles ADMIN and MEMBER/,
    ],
  ])("an email address that %s, and nothing is sent", async (_who, user, reason) => {
    await using at = await world();
    await expect(up(at, { email: `${user}@example.com` })).rejects.toThrow(reason);
    expect(at.writes()).toEqual([]);
  });

  test("the account behind the token cannot be managed", async ({ at }) => {
    const stack = at.as({ user: "admin" });
    const up = stack.up("it", "Member", { ...inputs(at), email: "admin@example.com", role: "MEMBER" });
    await expect(up).rejects.toThrow(/the token's own account.*lock itself out/);
  });

  test("OWNER is refused before any request", async ({ at }) => {
    expect(await at.stack.check("Member", { ...inputs(at), role: "OWNER" })).toEqual([
      'role must be one of "ADMIN", "MEMBER"',
    ]);
    expect(at.gateway.log.entries({})).toEqual([]);
  });

  test("a destroy removes the person's access unless onDestroy is keep", async ({ at }) => {
    const kept = { ...inputs(at), role: "ADMIN", onDestroy: "keep" };
    await at.up("Member", kept);
    expect(at.stack.warnings).toEqual([]);
    for (const forceDestroy of [false, true]) {
      const team = { name: "first", adopt: true, forceDestroy };
      const run = at.stack.operation();
      await run.up("team", "Workspace", team);
      const before = at.stack.warnings.length;
      await run.preview("it", "Member", kept);
      const warned = at.stack.warnings
        .slice(before)
        .filter((line) => line.includes("remains in the Workspace"));
      expect(warned).toHaveLength(forceDestroy ? 0 : 1);
    }
    const before = at.rows(member).length;
    await at.destroy();
    expect(at.rows(member)).toHaveLength(before);
    await up(at, {});
    await at.destroy();
    expect(at.rows(member)).toHaveLength(before - 1);
  });

  test("a refresh drops a member that was removed in the console", async ({ at }) => {
    await up(at, {});
    await at.console("DELETE", member, "it");
    expect(await at.refresh()).toEqual(["it"]);
    expect(at.stack.resources.size).toBe(0);
  });

  test("a truncated list fails the refresh and does not drop a member", async ({ at }) => {
    await up(at, {});
    at.gateway.variants.cut = 0;
    at.gateway.variants.total = true;
    await expect(at.refresh()).rejects.toThrow("truncated");
    expect(at.stack.resources.size).toBe(1);
  });
});

const first: By = { adapter: chosenAdapter() };
const other: By = { adapter: first.adapter === "native" ? "dynamic" : "native" };
const owned = (provider: string): By => ({ adapter: "native", provider });
const limits = [
  {
    kind: quota,
    field: "maxRequests",
    live: (at: World) => at.rows(quota).find(({ name }) => name === "burst")?.max_requests,
  },
  { kind: budget, field: "budget", live: budgetOf },
] as const;
/** By what the old resource and the new one are made, and the connections of the two. */
const ways = [
  { way: "in one process", by: first, next: first, connections: [] },
  { way: "with a switch of adapters", by: first, next: other, connections: [] },
  { way: "between two providers", by: owned("one"), next: owned("two"), connections: [] },
  { way: "between two connections", by: first, next: first, connections: ["eu", "west"] },
];
const renames = ways.flatMap((way) => [7, 9].map((value) => ({ ...way, value })));

describe.each(limits)("$kind.name with restore, renamed without an alias", ({ kind, field, live }) => {
  const declared = (at: World, name: string, more: Values) => {
    const own = kind === quota ? { match: { name: "burst" } } : { workspaceId: at.refs.workspaceId };
    return [{ name, kind: kind.name, inputs: { ...own, onDestroy: "restore", ...more } }];
  };
  const connection = (name?: string) => (name === undefined ? {} : { connection: name });

  /** Two runs: of the old resource, and of the new one in its place. */
  async function renamed(at: World, rename: (typeof renames)[number], how: Mishap = {}) {
    const { by, next, value, connections } = rename;
    const [from, to] = connections;
    const original = live(at);
    const engine = new Engine(at.env, { first: by, following: next });
    await engine.up(declared(at, "old", { [field]: 7, ...connection(from) }));
    await engine.up(declared(at, "new", { [field]: value, ...connection(to) }), how);
    return { original, engine };
  }

  test.for(renames)(
    "$way, with the value $value: a destroy says what it restores",
    async (rename, { at }) => {
      const { original, engine } = await renamed(at, rename);
      expect(engine.errors).toEqual([]);
      expect(engine.warnings.at(-1)).toMatch(
        new RegExp(
          `had ${field} ${original} before[\\s\\S]* ${field} 7 [\\s\\S]*onDestroy: "keep"[\\s\\S]*aliases`,
        ),
      );
      await engine.destroy();
      expect(live(at)).toBe(7);
      const said = rename.value === 7 ? "nothing to restore" : `Its original values are restored: ${field} 7`;
      expect(engine.warnings.at(-1)).toContain(said);
    },
  );

  test.for(renames)(
    "$way, with the value $value, after a refresh: the original value moves to the new name",
    async (rename, { at }) => {
      const { original, engine } = await renamed(at, rename, { refreshed: true });
      expect(engine.warnings.join()).not.toContain("aliases");
      await engine.destroy();
      expect(engine.errors).toEqual([]);
      expect(live(at)).toBe(original);
      expect(engine.warnings.at(-1)).toContain(`Its original values are restored: ${field} ${original}`);
    },
  );

  test.for(renames.flatMap((rename) => [true, false].map((isFirst) => ({ ...rename, isFirst }))))(
    "a destroy after a failed run restores the original: $way, $value, old one first: $isFirst",
    async ({ isFirst, ...rename }, { at }) => {
      const { original, engine } = await renamed(at, rename, { failsAfter: 1 });
      if (isFirst) engine.resources = engine.resources.toReversed();
      expect(await engine.destroy()).toBe("done");
      expect(live(at)).toBe(original);
    },
  );
});

test("a restore warns if the original values are unknown", async ({ at }) => {
  await at.up("Budget", { ...at.full(budget), onDestroy: "restore" });
  const { __found: _found, ...outputs } = at.it.outputs;
  at.stack.resources.set("it", { ...at.it, outputs });
  await at.destroy();
  expect(at.stack.warnings.at(-1)).toContain("its original values are unknown");
});

test("an email address in a different letter case selects the same person", async ({ at }) => {
  const { workspaceId } = at.refs;
  const declared = (email: string) => ({ workspaceId, email, role: "ADMIN" });
  await at.up("Member", declared("Member@Example.COM"));
  await expectSteady(at, "Member", declared("Member@Example.COM"));
  const { id } = at.it;
  at.gateway.log.clear();
  await at.up("Member", declared("member@example.com"));
  expect(at.it.id).toBe(id);
  expect(at.writes()).toEqual([]);
});
