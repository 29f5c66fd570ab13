import { describe, expect, test } from "vitest";
import type { Declared, Program } from "../contract/support/engine/program.ts";
import { ModelStack } from "./model/stack.ts";

/** A stack of configs a, b, …: the API cannot change one, so that each change replaces its object. */
async function configs(adopts: boolean, parallel: boolean) {
  const stack = await ModelStack.open({}, adopts);
  const { world } = stack;
  const program = (names: readonly string[], more: Partial<Declared> = {}, revision = 1): Program =>
    names.map((name, index) => {
      const own = "abc".charAt(index);
      const description = `${own} ${revision}`;
      const inputs = {
        workspaceId: world.around.workspaceId,
        name,
        description,
        ...(adopts && { adopt: true }),
      };
      return { name: own, kind: "Config", inputs, ...more };
    });
  const up = (next: Program): Promise<string> => {
    world.passes();
    return stack.up(next, { parallel });
  };
  return { stack, world, program, up, [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose]() };
}

describe.each([
  { adopts: false, parallel: false },
  { adopts: false, parallel: true },
  { adopts: true, parallel: false },
  { adopts: true, parallel: true },
])("adopt: $adopts, side by side: $parallel", ({ adopts, parallel }) => {
  test("objects that are replaced cannot exchange names in one run: the error says how, and that converges", async () => {
    await using at = await configs(adopts, parallel);
    expect(await at.up(at.program(["x", "y"]))).toBe("done");
    const swapped = at.program(["y", "x"]);
    expect(await at.up(swapped)).toMatch(/still has its new name.*To swap names/);
    const names = at.world.rows("Config").map(({ name }) => name);
    expect(names.sort()).toEqual(["x", "y"]);
    expect(await at.up(at.program(["z", "x"]))).toContain("still has its name");
    expect(await at.up(at.program(["z", "y"]))).toBe("done");
    expect(await at.up(at.program(["z", "x"]))).toBe("done");
    expect(await at.up(swapped)).toBe("done");
    expect(at.stack.wrong(swapped)).toEqual([]);
  });
});

test("where a replaced object is to stay, its replacement of the same name is refused, and made when the name is free", async () => {
  await using at = await configs(false, false);
  const options = { retainOnDelete: true };
  expect(await at.up(at.program(["x"], options))).toBe("done");
  const changed = at.program(["x"], options, 2);
  const refusal = /still has its name\. .*if `retainOnDelete` keeps the object/;
  expect(await at.up(changed)).toMatch(refusal);
  expect(await at.up(changed), "again").toMatch(refusal);
  const [kept] = at.world.rows("Config");
  expect(kept).toMatchObject({ name: "x", description: "a 1" });
  await at.world.console("DELETE", "Config", kept ?? {}, {});
  expect(await at.up(changed)).toBe("done");
  expect(at.stack.wrong(changed)).toEqual([]);
});
