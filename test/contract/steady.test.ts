import { describe, expect, test } from "vitest";
import { allKinds, createdKinds, readableKinds, requiredInputs } from "./support/samples.ts";
import { variantNames, variants } from "./support/variants.ts";
import { expectSteady, world } from "./support/world.ts";

describe.each(variantNames)("on a gateway with %s", (variant) => {
  // What only the answer to a create tells cannot be had from an empty one.
  const tellsAll = variants[variant]?.write === "empty" ? readableKinds : allKinds;

  test.each(tellsAll)(
    "$name: after an update, the preview is empty and a refresh changes nothing",
    async ({ kind }) => {
      await using at = await world(variants[variant]);
      const inputs = at.full(kind);
      expect(await at.up(kind, inputs)).toBe("create");
      await expectSteady(at, kind, inputs);
      expect(at.it.outputs).toMatchObject(inputs);
    },
  );

  test.each(readableKinds)(
    "$name: values that the gateway adds to required inputs are not differences",
    async ({ kind }) => {
      await using at = await world(variants[variant]);
      const inputs = requiredInputs(kind, at.refs);
      await at.up(kind, inputs);
      await expectSteady(at, kind, inputs);
      expect(Object.keys(at.it.inputs).sort()).toEqual(Object.keys(inputs).sort());
    },
  );

  test.each(createdKinds)(
    "$name: delete leaves nothing, and succeeds when the object is already gone",
    async ({ kind }) => {
      await using at = await world(variants[variant]);
      await at.up(kind, at.full(kind));
      const copy = at.it;
      await at.destroy();
      expect(at.rows(kind).map((row) => row.id)).not.toContain(copy.id);
      at.stack.resources.set("it", copy);
      await expect(at.destroy()).resolves.toBeUndefined();
    },
  );
});
