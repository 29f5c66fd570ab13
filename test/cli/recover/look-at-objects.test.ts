import { describe, expect } from "vitest";
import { type DoubtedObject, lookAtObject, type ObjectFinding } from "../../../cli/recover/search.js";
import { modelProvider } from "../../../provider/kinds/model-provider.js";
import type { Kind } from "../../../provider/spec/kind.js";
import type { Values } from "../../../provider/spec/values.js";
import { allKinds, createdKinds, secondValue, sentFields } from "../../contract/support/samples.ts";
import { test, type World, world } from "../../contract/support/world.ts";
import { contextsAt } from "./support.ts";

const issuedKinds = allKinds.filter(({ kind }) => kind.source.how === "issued");
const changed = createdKinds.filter(({ kind }) => kind.endpoints.patch !== undefined);
const adopted = allKinds.filter(({ kind }) => kind.source.how === "adopted");

/** An object that an `up` has recorded. */
async function recorded(at: World, kind: Kind, more: Values = {}): Promise<DoubtedObject> {
  await at.stack.operation().up("it", kind.name, { ...at.full(kind), ...more });
  return { ...at.stack.resource("it"), urn: "urn", kind, deleting: false };
}

/** What of an object is to be seen that runs since a time may have written. */
async function seen(at: World, object: DoubtedObject, since?: number): Promise<ObjectFinding["is"]> {
  const runs = since === undefined ? [] : [{ from: since }];
  return (await lookAtObject(object, runs, contextsAt(at))).is;
}

function writes(at: World): unknown[] {
  return at.gateway.log.entries({}).filter(({ method }) => method !== "GET");
}

describe.each(createdKinds)("$name", ({ kind }) => {
  test.for([0, 2])(
    "a deleted object is gone if %d reads lag, and nothing is written",
    async (count, { at }) => {
      const object = await recorded(at, kind);
      await at.asConsole("DELETE", kind, object.id, {});
      at.gateway.log.clear();
      if (count > 0) at.gateway.faults.add({ kind: "stale", method: "GET", count });
      expect(await seen(at, { ...object, deleting: true })).toBe("gone");
      expect(await seen(at, object)).toBe("gone");
      expect(writes(at)).toEqual([]);
    },
  );

  test("what is there as it was recorded is the same, whenever a run was under way", async ({ at }) => {
    const object = await recorded(at, kind);
    for (const deleting of [false, true]) {
      expect(await seen(at, { ...object, deleting }, 0)).toBe("same");
    }
  });

  test.for([
    { fault: { kind: "status", status: 403 }, says: /(scope|permission)[\s\S]*Nothing was changed/ },
    { fault: { kind: "status", status: 401 }, says: /ACCESS_TOKEN[\s\S]*Nothing was changed/ },
    { fault: undefined, says: "Nothing was changed" },
  ] as const)(
    "nothing is gone if the gateway answers $fault, or the token is of another account",
    async ({ fault, says }, { at }) => {
      const object = await recorded(at, kind);
      if (fault === undefined) at.env.WORKSPACE_GATEWAY_ACCESS_TOKEN = at.gateway.token({ user: "stranger" });
      else at.gateway.faults.add({ ...fault, method: "GET" });
      await expect(seen(at, object, 0)).rejects.toThrow(says);
    },
  );
});

describe.each([...changed, ...adopted])("$name", ({ kind }) => {
  const fields = sentFields(kind).filter(
    ({ name, replace, writeOnly, exclusive }) =>
      !replace && !writeOnly && !exclusive && !kind.naturalKey.includes(name),
  );

  test.skipIf(fields.length === 0)(
    "what was changed while a run was under way may be its work",
    async ({ at }) => {
      const object = await recorded(at, kind);
      const before = Date.now();
      const news = Object.fromEntries(fields.map((field) => [field.name, secondValue(kind, at.refs, field)]));
      await at.stack.operation().up("it", kind.name, { ...object.inputs, ...news });
      expect(await seen(at, object, before)).toBe("written");
      expect(await seen(at, object)).toBe("same");
    },
  );
});

const restored = adopted.filter(
  ({ kind }) => kind.source.how === "adopted" && kind.source.onDestroy.includes("restore"),
);

test.for(restored)("a $name that a destroy has put back is to be written again", async ({ kind }, { at }) => {
  const object = await recorded(at, kind, { onDestroy: "restore" });
  await at.stack.operation().destroy("it");
  expect(await seen(at, { ...object, deleting: true })).toBe("written");
});

test("a key that a run may have changed is to be sent again, but not one that was written before", async () => {
  await using at = await world({ dateSkewMs: 0 });
  const object = await recorded(at, modelProvider);
  const before = Date.now();
  await at.asConsole("PATCH", modelProvider, object.id, { apiKey: "sk-of-the-killed-run" });
  expect(await seen(at, object, before)).toBe("written");
  expect(await seen(at, object, before + 60_000)).toBe("same");
});

test.for(issuedKinds)("a $name, which nobody can look for, stays as it was", async ({ kind }, { at }) => {
  expect(await seen(at, { ...(await recorded(at, kind)), deleting: true }, 0)).toBe("same");
});
