import { describe, expect, test } from "vitest";
import { ModelEngine } from "./model/engine/engine.ts";
import type { Declared, Program } from "./model/program/program.ts";
import { differences } from "./model/story/expected.ts";
import { ModelWorld } from "./model/world.ts";

/** A stack of configs. The API cannot change one, so that each change replaces its object. */
class Configs {
  readonly engine: ModelEngine;

  private constructor(readonly world: ModelWorld) {
    this.engine = new ModelEngine(world.env(world.gateway.token({ user: "owner" })), () => world.now());
  }

  static async open(adopts: boolean): Promise<Configs & AsyncDisposable> {
    const configs = new Configs(await ModelWorld.open({}, adopts));
    return Object.assign(configs, { [Symbol.asyncDispose]: () => configs.world[Symbol.asyncDispose]() });
  }

  /** Configs a, b, … of these names, each with a description of its own. */
  program(names: readonly string[], more: Partial<Declared> = {}, revision = 1): Program {
    const { workspaceId, adopts } = this.world.around;
    return names.map((name, index) => {
      const own = "abc".charAt(index);
      const args = {
        workspaceId,
        name,
        description: `${own} ${revision}`,
        ...(adopts ? { adopt: true } : {}),
      };
      return { name: own, kind: "Config", args, aliases: [], protect: false, ...more };
    });
  }

  async up(program: Program, parallel = false): Promise<string> {
    this.world.passes();
    const outcome = await this.engine.up(program, { parallel });
    return outcome === "failed" ? `failed: ${this.engine.errors.at(-1)}` : outcome;
  }

  wrong(program: Program): string[] {
    return differences(this.world, this.engine, program);
  }
}

describe.each([
  { adopts: false, parallel: false },
  { adopts: false, parallel: true },
  { adopts: true, parallel: false },
  { adopts: true, parallel: true },
])("adopt: $adopts, side by side: $parallel", ({ adopts, parallel }) => {
  test("objects that are replaced cannot exchange names in one run: the error says how, and that converges", async () => {
    await using stack = await Configs.open(adopts);
    expect(await stack.up(stack.program(["x", "y"]), parallel)).toBe("done");
    const swapped = stack.program(["y", "x"]);
    const refused = await stack.up(swapped, parallel);
    expect(refused).toMatch(/still has its name.*one needs a third name/);
    expect(
      stack.world
        .rows("Config")
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["x", "y"]);
    expect(await stack.up(stack.program(["z", "x"]), parallel)).toContain("still has its name");
    expect(await stack.up(stack.program(["z", "y"]), parallel)).toBe("done");
    expect(await stack.up(stack.program(["z", "x"]), parallel)).toBe("done");
    expect(await stack.up(swapped, parallel)).toBe("done");
    expect(stack.wrong(swapped)).toEqual([]);
  });
});

test("where a replaced object is to stay, its replacement of the same name is refused, and made when the name is free", async () => {
  await using stack = await Configs.open(false);
  const options = { retainOnDelete: true };
  expect(await stack.up(stack.program(["x"], options))).toBe("done");
  const changed = stack.program(["x"], options, 2);
  for (const run of [1, 2]) {
    expect(await stack.up(changed), `run ${run}`).toMatch(
      /still has its name\. .*if `retainOnDelete` keeps the object/,
    );
  }
  const [kept] = stack.world.rows("Config");
  expect(kept).toMatchObject({ name: "x", description: "a 1" });
  await stack.world.console("DELETE", "Config", kept ?? {}, {});
  expect(await stack.up(changed)).toBe("done");
  expect(stack.wrong(changed)).toEqual([]);
});
