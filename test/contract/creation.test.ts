import { describe, expect } from "vitest";
import type { Kind } from "../../provider/spec/kind.js";
import { allKinds, asOurs, createdKinds, updatableFields } from "./support/samples.ts";
import { expectSteady, test, type World, world } from "./support/world.ts";

const path = ({ endpoints }: Kind) => endpoints.create ?? "";

describe.each(createdKinds)("$name", ({ kind }) => {
  test("an object of the same name is not changed, and the error has its id and the options", async ({
    at,
  }) => {
    await at.up(kind, at.full(kind));
    const { id } = at.it;
    const before = at.rows(kind);
    at.gateway.log.clear();
    const again = at.stack.operation().up("again", kind.name, at.full(kind));
    await expect(again).rejects.toThrow(
      new RegExp(
        `${id}.*Nothing was changed.*aliases.*adopt: true.*workspace-gateway:adopt.*import.*${id}`,
        "s",
      ),
    );
    expect(at.rows(kind)).toEqual(before);
    expect(at.gateway.log.entries({}).every((entry) => entry.method === "GET")).toBe(true);
  });

  test("an object of the same name is a conflict even if the gateway allows duplicates", async ({ at }) => {
    at.gateway.variants.twins = true;
    await at.up(kind, at.full(kind));
    const again = at.stack.operation().up("again", kind.name, at.full(kind));
    await expect(again).rejects.toThrow("already exists");
    expect(at.rows(kind)).toHaveLength(1);
  });

  test("adopt takes over an existing object, and destroying its old resource keeps it", async ({ at }) => {
    await at.stack.operation().up("old", kind.name, at.full(kind));
    const { id } = at.stack.resource("old");
    at.stack.operation();
    await at.stack.up("new", kind.name, { ...at.full(kind), adopt: true });
    expect(at.stack.resource("new").id).toBe(id);
    await at.stack.destroy("old");
    expect(at.rows(kind).map((row) => row.id)).toEqual([id]);
    expect(await at.refresh()).toEqual([]);
  });

  test.each([
    { kind: "reset-after" },
    { kind: "status-after", status: 503 },
    { kind: "hang-after" },
  ] as const)("a lost response ($kind) causes neither a duplicate nor an orphan", async (fault) => {
    await using at = await world({}, { WORKSPACE_GATEWAY_REQUEST_TIMEOUT: "1" });
    at.gateway.faults.add({ method: "POST", path: path(kind), count: 1, ...fault });
    await at.up(kind, at.full(kind));
    expect(at.rows(kind).map((row) => row.id)).toEqual([at.it.id]);
    expect(at.gateway.log.entries({ method: "POST" })).toHaveLength(1);
  });

  test("a POST that is lost before it is carried out is reported and not sent again", async ({ at }) => {
    at.gateway.faults.add({ kind: "reset-before", method: "POST", path: path(kind), count: 1 });
    await expect(at.up(kind, at.full(kind))).rejects.toThrow(/may have been created/);
    expect(at.rows(kind)).toHaveLength(0);
    expect(at.stack.resources.size).toBe(0);
    await at.up(kind, at.full(kind));
    expect(at.rows(kind)).toHaveLength(1);
  });

  test("a create that fails after the id is known is recorded, and the next up completes it", async () => {
    await using at = await world({ write: "empty", location: true }, { WORKSPACE_GATEWAY_RETRY_BUDGET: "1" });
    const failing = { kind: "status", status: 500, method: "GET" } as const;
    const fault = at.gateway.faults.add({ ...failing, path: `${path(kind)}/` });
    await expect(at.up(kind, at.full(kind))).rejects.toThrow("500");
    expect(at.it.id).toBe(at.rows(kind)[0]?.id);
    fault.remove();
    expect(await at.refresh()).toEqual([]);
    expect(await at.up(kind, at.full(kind))).toBe("update");
    expect(at.rows(kind)).toHaveLength(1);
    await expectSteady(at, kind, at.full(kind));
  });

  test("secrets leave the provider only in the engine's envelope", async ({ at }) => {
    const secrets = [...kind.fields.values()].filter((field) => field.secret).map((field) => field.name);
    await at.up(kind, at.full(kind));
    expect(at.stack.sealed).toEqual(secrets);
    await at.refresh();
    expect(at.stack.sealed).toEqual(secrets);
  });
});

const mappingOf = ({ refs }: World) => ({ workspaceId: refs.workspaceId, sourceName: "a", targetModel: "b" });

test("a resource whose object was adopted by another resource is refused", async ({ at }) => {
  const inputs = mappingOf(at);
  await at.stack.operation().up("old", "Mapping", inputs);
  at.stack.operation();
  await at.stack.up("new", "Mapping", { ...inputs, adopt: true });
  await expect(at.stack.up("old", "Mapping", inputs)).rejects.toThrow(
    /belongs to another resource in the program.*\(the other keeps the object\)\.$/,
  );
});

test("a create in a workspace that the same run created lists nothing first", async ({ at }) => {
  at.stack.operation();
  await at.stack.up("team", "Workspace", { name: "team" });
  at.gateway.log.clear();
  await at.stack.up("it", "Mapping", { ...mappingOf(at), workspaceId: at.stack.resource("team").id });
  expect(at.gateway.log.entries()).toMatchObject([{ method: "POST", path: "/mappings" }]);
});

test.for(allKinds)(
  "the account is checked before the first write to a $name, and a disallowed one writes nothing",
  async ({ kind }, { at }) => {
    const allow = (account: string) => Object.assign(at.env, { WORKSPACE_GATEWAY_ALLOWED_ACCOUNTS: account });
    const [field] = updatableFields.filter((each) => each.kind === kind);
    const { onDestroy: _keeps, ...ours } = asOurs(kind);
    const full = { ...at.full(kind), ...ours };
    const changed = field && at.changed(kind, field.field, full);
    const runs = [full, ...(changed ? [changed] : [])].map((inputs) => () => at.up(kind, inputs));
    for (const run of [...runs, () => at.destroy()]) {
      allow("somebody-else");
      at.gateway.log.clear();
      const refusal = await run().then(
        () => undefined, // a destroy that only forgets
        String,
      );
      expect(refusal ?? "somebody-else ALLOWED_ACCOUNTS").toMatch(/somebody-else[\s\S]*ALLOWED_ACCOUNTS/);
      expect(at.writes()).toEqual([]);
      allow(at.gateway.account("owner").id);
      at.gateway.log.clear();
      if (refusal !== undefined) await run();
      const requests = at.requests();
      const firstWrite = requests.findIndex((request) => !request.startsWith("GET "));
      const isWritten = firstWrite >= 0;
      expect(isWritten ? requests.slice(0, firstWrite) : ["GET /user"]).toContain("GET /user");
    }
  },
);
