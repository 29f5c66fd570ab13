import { describe, expect } from "vitest";
import { mapping } from "../../provider/kinds/mapping.js";
import type { Kind } from "../../provider/spec/kind.js";
import { hidden } from "../../provider/spec/values.js";
import { allKinds, createdKinds, readableKinds, requiredInputs, secondInputs } from "./support/samples.ts";
import type { Variants } from "./support/variants.ts";
import { test, type World, world } from "./support/world.ts";

const anything = /^/;
const unknownAccount = expect.stringMatching(
  /counts as deleted.*does not record which account.*profile:read/,
);

describe.each(readableKinds)("$name", ({ kind }) => {
  test.for([403, 500, 401])("a %i response is never treated as gone", async (status, { at }) => {
    at.env.WORKSPACE_GATEWAY_RETRY_BUDGET = "1";
    await at.made(kind);
    at.gateway.faults.add({ kind: "status", status, path: anything });
    await expect(at.refresh()).rejects.toThrow(String(status));
    expect(at.stack.resources.size).toBe(1);
  });

  test("an object is not treated as gone with the token of another account", async ({ at }) => {
    await at.made(kind);
    const other = at.as({ user: "stranger" });
    await expect(other.operation().refresh()).rejects.toThrow(/WORKSPACE_GATEWAY_ACCESS_TOKEN/);
    expect(other.resources.size).toBe(1);
  });
});

describe.each(createdKinds)("$name", ({ kind }) => {
  const lookUp = (at: World, id: string) => {
    const place = kind.endpoints.parent === undefined ? {} : { workspaceId: at.refs.workspaceId };
    return at.stack.operation().get(kind.name, id, place);
  };

  test("an object is gone if its list lacks it and its path returns 404; up recreates it", async ({ at }) => {
    await at.made(kind);
    await at.console("DELETE", kind, "it");
    at.stack.warnings.length = 0;
    expect(await at.refresh()).toEqual(["it"]);
    expect(at.stack.warnings).toEqual([]);
    expect(at.stack.resources.size).toBe(0);
    const reads = at.gateway.log.entries({ method: "GET", path: kind.endpoints.list ?? "" });
    const answers = Object.groupBy(reads, ({ status }) => String(status));
    expect(Object.keys(answers)).toEqual(["200", "404"]);
    expect(answers["200"]).toHaveLength(answers["404"]?.length ?? 0);
    expect(await at.up(kind, at.full(kind))).toBe("create");
  });

  test("a refresh warns about a deleted object if the account that wrote it is unknown", async ({ at }) => {
    await at.made(kind);
    delete at.it.outputs[hidden.account];
    await at.console("DELETE", kind, "it");
    at.stack.warnings.length = 0;
    expect(await at.refresh()).toEqual(["it"]);
    // An account that sees the workspace also sees what is in it.
    const isDoubtful = kind.endpoints.parent === undefined;
    expect(at.stack.warnings).toEqual(isDoubtful ? [unknownAccount] : []);
  });

  test("a destroy also warns, and so does the loss of a whole workspace", async ({ at }) => {
    await at.made(kind);
    delete at.it.outputs[hidden.account];
    await at.console("DELETE", kind, "it");
    await at.gateway.console("DELETE", `/workspaces/${at.refs.workspaceId}`);
    at.stack.warnings.length = 0;
    await at.destroy();
    expect(at.stack.warnings).toContainEqual(unknownAccount);
  });

  test("a new object that stale reads do not show yet is not treated as gone", async ({ at }) => {
    await at.made(kind);
    const path = kind.endpoints.list ?? "";
    const lag = at.gateway.faults.add({ kind: "stale", method: "GET", path, count: 4 });
    expect(await at.refresh()).toEqual([]);
    expect(at.stack.resources.size).toBe(1);
    // What a crawl has written meanwhile is not shown yet, but the object is.
    expect(lag.hits).toBe(kind.wait === undefined ? 4 : 1);
  });

  test("nothing is treated as gone or deleted if every request returns 404", async ({ at }) => {
    await at.made(kind);
    at.gateway.faults.add({ kind: "status", status: 404, path: /^/ });
    await expect(at.refresh()).rejects.toThrow("404");
    await expect(at.destroy()).rejects.toThrow("404");
    expect(at.stack.resources.size).toBe(1);
  });

  test("get of a missing object fails", async ({ at }) => {
    const missing = `${kind.name}.get: no object on the gateway has the id no-such-id`;
    await expect(lookUp(at, "no-such-id")).rejects.toThrow(missing);
  });

  test("get of an existing object returns every value that the gateway shows", async ({ at }) => {
    await at.made(kind);
    const { id, inputs } = at.it;
    const seen = await lookUp(at, id);
    for (const field of [...kind.fields.values()].filter((each) => !each.local && !each.writeOnly)) {
      expect(seen[field.name]).toEqual(inputs[field.name]);
    }
    for (const output of kind.outputFields.keys()) expect(seen[output]).toBeDefined();
  });
});

async function deletedAround(at: World): Promise<string> {
  await at.stack.operation().up("team", "Workspace", { name: "team" });
  const workspaceId = at.stack.resource("team").id;
  await at.up("Mapping", { workspaceId, sourceName: "a", targetModel: "b" });
  await at.gateway.console("DELETE", `/workspaces/${workspaceId}`);
  return workspaceId;
}

test.each([404, "empty"] as const)(
  "objects of a deleted workspace are gone if the gateway returns %s for it",
  async (missingWorkspace) => {
    await using at = await world({ missingWorkspace });
    await deletedAround(at);
    expect((await at.refresh()).sort()).toEqual(["it", "team"]);
  },
);

describe("if the gateway returns 403 for a deleted workspace", () => {
  const wayOn = (id: string) =>
    new RegExp(`403.*This account cannot see the workspace ${id}.*pulumi state delete --target-dependents`);

  test.each(["team", "it"])("nothing is gone, and a refresh of %s says what to do", async (name) => {
    await using at = await world({ missingWorkspace: 403 });
    const id = await deletedAround(at);
    at.stack.resources.delete(name === "it" ? "team" : "it");
    await expect(at.refresh()).rejects.toThrow(wayOn(id));
    expect([...at.stack.resources.keys()]).toEqual([name]);
  });

  test.each(["team", "it"])("destroying %s fails and says what to do", async (name) => {
    await using at = await world({ missingWorkspace: 403 });
    const id = await deletedAround(at);
    await expect(at.stack.operation().destroy(name)).rejects.toThrow(wayOn(id));
  });

  test("changing an object in it fails and says what to do", async () => {
    await using at = await world({ missingWorkspace: 403 });
    const workspaceId = await deletedAround(at);
    const changed = { workspaceId, sourceName: "a", targetModel: "c" };
    await expect(at.up("Mapping", changed)).rejects.toThrow(wayOn(workspaceId));
  });

  test.each(["cut", "forbidden"])(
    "no state delete is suggested while the list of workspaces is %s",
    async (how) => {
      await using at = await world({ missingWorkspace: 403 });
      await deletedAround(at);
      if (how === "cut") at.gateway.variants.cut = 0;
      else at.gateway.faults.add({ kind: "status", status: 403, path: /^\/workspaces$/ });
      await expect(at.destroy()).rejects.not.toThrow("pulumi state delete");
    },
  );
});

test("a 403 in a workspace that the account can see names only the scope", async ({ at }) => {
  await at.made(mapping);
  at.gateway.faults.add({ kind: "status", status: 403, path: "/mappings" });
  const refused = at.refresh();
  await expect(refused).rejects.toThrow("mapping:read");
  await expect(refused).rejects.not.toThrow("pulumi state delete");
});

const listedKinds = allKinds.filter(({ kind }) => kind.endpoints.list !== undefined);

/** Takes the two samples of a kind into the stack. Every list has at least two rows then, and its first page shows one. */
async function bothUp(at: World, kind: Kind): Promise<void> {
  at.stack.operation();
  await at.stack.up("first", kind.name, requiredInputs(kind, at.refs));
  await at.stack.up("it", kind.name, secondInputs(kind, at.refs));
}

describe.each(["page", "limit", "both"] as const)("if lists support %s", (paging) => {
  test.each(listedKinds)("$name: an object beyond the first page is found and read", async ({ kind }) => {
    await using at = await world({ paging, pageSize: 1 });
    await bothUp(at, kind);
    expect(await at.refresh()).toEqual([]);
    expect(at.stack.resources.size).toBe(2);
  });
});

describe.each<[string, Partial<Variants>]>([
  ["that ignores page and limit", { paging: "ignored" }],
  ["that refuses page and limit", { paging: "refused" }],
  ["whose pages do not come to the total", { paging: "both", overcount: 1 }],
  ["that bounds the limit and ignores page", { paging: "limit", maxLimit: 1 }],
])("a gateway %s", (_what, variants) => {
  test.for(createdKinds)("$name: nothing is created that its list may hide", async ({ kind }, { at }) => {
    await bothUp(at, kind);
    Object.assign(at.gateway.variants, { ...variants, pageSize: 1 });
    at.gateway.log.clear();
    const again = at.stack.operation().up("again", kind.name, secondInputs(kind, at.refs));
    await expect(again).rejects.toThrow(
      "the gateway truncated the list of objects of this kind after 1 rows",
    );
    expect(at.writes()).toEqual([]);
    expect(await at.refresh()).toEqual([]);
  });
});
