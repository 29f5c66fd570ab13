import { describe, expect } from "vitest";
import { mapping } from "../../provider/kinds/mapping.js";
import { createdKinds } from "./support/samples.ts";
import { test, type World, world } from "./support/world.ts";

describe.each(createdKinds)("$name", ({ kind }) => {
  test("deleted in the console, it is gone once its list answered without it and its own path 404, and up creates it anew", async () => {
    await using at = await world();
    await at.made(kind);
    await at.console("DELETE", kind, "it");
    expect(await at.refresh()).toEqual(["it"]);
    expect(at.stack.resources.size).toBe(0);
    const reads = at.gateway.log.entries({ method: "GET", path: kind.endpoints.list ?? "" });
    const answers = Object.groupBy(reads, ({ status }) => String(status));
    expect(Object.keys(answers)).toEqual(["200", "404"]);
    expect(answers["200"]).toHaveLength(answers["404"]?.length ?? 0);
    expect(await at.up(kind, at.full(kind))).toBe("create");
  });

  test("just made by the last run, and not shown yet by reads that lag behind, it is not gone", async () => {
    await using at = await world();
    await at.made(kind);
    const path = kind.endpoints.list ?? "";
    const lag = at.gateway.faults.add({ kind: "stale", method: "GET", path, count: 4 });
    expect(await at.refresh()).toEqual([]);
    expect(at.stack.resources.size).toBe(1);
    // What a crawl has written meanwhile is not shown yet, but the object is.
    expect(lag.hits).toBe(kind.wait === undefined ? 4 : 1);
  });

  test("in a list that was cut it is not gone", async ({ at }) => {
    await at.made(kind);
    at.gateway.variants.cut = 0;
    expect(await at.refresh()).toEqual([]);
  });

  test.each([403, 500, 401])("an answer of %i is never taken for gone", async (status) => {
    await using at = await world({}, { WORKSPACE_GATEWAY_RETRY_BUDGET: "1" });
    await at.made(kind);
    at.gateway.faults.add({ kind: "status", status, path: /^/ });
    await expect(at.refresh()).rejects.toThrow(String(status));
    expect(at.stack.resources.size).toBe(1);
  });

  test("a server that answers 404 to everything is a wrong URL: nothing is gone and nothing is taken for deleted", async () => {
    await using at = await world();
    await at.made(kind);
    at.gateway.faults.add({ kind: "status", status: 404, path: /^/ });
    await expect(at.refresh()).rejects.toThrow("404");
    await expect(at.destroy()).rejects.toThrow("404");
    expect(at.stack.resources.size).toBe(1);
  });

  test("to the token of another account it is not gone", async ({ at }) => {
    await at.made(kind);
    const other = at.as({ user: "stranger" });
    await expect(other.operation().refresh()).rejects.toThrow(/WORKSPACE_GATEWAY_ACCESS_TOKEN/);
    expect(other.resources.size).toBe(1);
  });

  test("get of a missing object fails", async ({ at }) => {
    const lookup = kind.endpoints.parent === undefined ? {} : { workspaceId: at.refs.workspaceId };
    await expect(at.stack.operation().get(kind.name, "no-such-id", lookup)).rejects.toThrow(
      `${kind.name}.get: nothing on the gateway has the id no-such-id`,
    );
  });

  test("get of an existing object gives all that the gateway shows", async ({ at }) => {
    await at.made(kind);
    const { id, inputs } = at.it;
    const lookup = kind.endpoints.parent === undefined ? {} : { workspaceId: at.refs.workspaceId };
    const seen = await at.stack.operation().get(kind.name, id, lookup);
    for (const field of [...kind.fields.values()].filter((each) => !each.local && !each.writeOnly)) {
      expect(seen[field.name]).toEqual(inputs[field.name]);
    }
    for (const output of kind.outputFields.keys()) {
      expect(seen[output]).toBeDefined();
    }
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
  "objects of a workspace that was deleted in the console are gone, where the gateway answers %s for it",
  async (missingWorkspace) => {
    await using at = await world({ missingWorkspace });
    await deletedAround(at);
    expect((await at.refresh()).sort()).toEqual(["it", "team"]);
  },
);

describe("where the gateway answers 403 for a workspace that was deleted", () => {
  const wayOn = (id: string) =>
    new RegExp(
      `403.*workspace ${id} is not among those that this account sees.*pulumi state delete --target-dependents`,
    );

  test.each(["team", "it"])("nothing is gone, and a refresh of %s names the way on", async (name) => {
    await using at = await world({ missingWorkspace: 403 });
    const id = await deletedAround(at);
    at.stack.resources.delete(name === "it" ? "team" : "it");
    await expect(at.refresh()).rejects.toThrow(wayOn(id));
    expect([...at.stack.resources.keys()]).toEqual([name]);
  });

  test.each(["team", "it"])("destroying %s fails and names the way on", async (name) => {
    await using at = await world({ missingWorkspace: 403 });
    const id = await deletedAround(at);
    await expect(at.stack.operation().destroy(name)).rejects.toThrow(wayOn(id));
  });

  test("changing an object in it fails and names the way on", async () => {
    await using at = await world({ missingWorkspace: 403 });
    const workspaceId = await deletedAround(at);
    const changed = { workspaceId, sourceName: "a", targetModel: "c" };
    await expect(at.up("Mapping", changed)).rejects.toThrow(wayOn(workspaceId));
  });

  test.each(["cut", "forbidden"])("no way on is named while the list of workspaces is %s", async (how) => {
    await using at = await world({ missingWorkspace: 403 });
    await deletedAround(at);
    if (how === "cut") at.gateway.variants.cut = 0;
    else at.gateway.faults.add({ kind: "status", status: 403, path: /^\/workspaces$/ });
    await expect(at.destroy()).rejects.not.toThrow("pulumi state delete");
  });
});

test("a 403 in a workspace that the account sees tells of the scope alone", async ({ at }) => {
  await at.made(mapping);
  at.gateway.faults.add({ kind: "status", status: 403, path: "/mappings" });
  const refused = at.refresh();
  await expect(refused).rejects.toThrow("mapping:read");
  await expect(refused).rejects.not.toThrow("pulumi state delete");
});
