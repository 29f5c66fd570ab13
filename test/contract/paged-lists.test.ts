import { describe, expect } from "vitest";
import { model } from "../../provider/kinds/model.js";
import type { Kind } from "../../provider/spec/kind.js";
import { allKinds, createdKinds, requiredInputs, secondInputs } from "./support/samples.ts";
import type { Variants } from "./support/variants.ts";
import { test, type World, world } from "./support/world.ts";

const listedKinds = allKinds.filter(({ kind }) => kind.endpoints.list !== undefined);

/** Takes the two samples of a kind into the stack. Every list has at least two rows then, and its first page shows one. */
async function bothUp(at: World, kind: Kind): Promise<void> {
  at.stack.operation();
  await at.stack.up("first", kind.name, requiredInputs(kind, at.refs));
  await at.stack.up("it", kind.name, secondInputs(kind, at.refs));
}

describe.each(["page", "limit", "both"] as const)("where lists obey %s", (paging) => {
  test.each(listedKinds)("$name: what the first page does not show is found and read", async ({ kind }) => {
    await using at = await world({ paging, pageSize: 1 });
    await bothUp(at, kind);
    expect(await at.refresh()).toEqual([]);
    expect(at.stack.resources.size).toBe(2);
  });

  test.each(createdKinds)(
    "$name: what a later page shows is not doubled, and made again once it is deleted in the console",
    async ({ kind }) => {
      await using at = await world({ paging, pageSize: 1 });
      await bothUp(at, kind);
      const before = at.rows(kind);
      const again = at.stack.operation().up("again", kind.name, secondInputs(kind, at.refs));
      await expect(again).rejects.toThrow(at.it.id);
      expect(at.rows(kind)).toEqual(before);

      await at.console("DELETE", kind, "it");
      expect(await at.refresh()).toEqual(["it"]);
      expect(await at.up(kind, secondInputs(kind, at.refs))).toBe("create");
      expect(at.rows(kind)).toHaveLength(2);
      expect(await at.refresh()).toEqual([]);
    },
  );
});

test("a preview knows the outputs of an object that only a later page shows", async () => {
  await using at = await world({ paging: "page", pageSize: 1 });
  await bothUp(at, model);
  const inputs = { ...secondInputs(model, at.refs), displayName: "another" };
  const { gatewayName } = at.it.outputs;
  expect(await at.stack.operation().knownOutputs("it", "Model", inputs)).toMatchObject({ gatewayName });
});

describe.each<[string, Partial<Variants>]>([
  ["that ignores page and limit", { paging: "ignored" }],
  ["that refuses page and limit", { paging: "refused" }],
  ["whose pages do not come to the total", { paging: "both", overcount: 1 }],
  ["that bounds the limit and ignores page", { paging: "limit", maxLimit: 1 }],
])("a gateway %s", (_what, variants) => {
  test.for(createdKinds)("$name: nothing is made that its list may hide", async ({ kind }, { at }) => {
    await bothUp(at, kind);
    Object.assign(at.gateway.variants, { ...variants, pageSize: 1 });
    at.gateway.log.clear();
    const again = at.stack.operation().up("again", kind.name, secondInputs(kind, at.refs));
    await expect(again).rejects.toThrow("the gateway cut the list of its kind after 1 rows");
    expect(at.writes()).toEqual([]);
    expect(await at.refresh()).toEqual([]);
  });
});
