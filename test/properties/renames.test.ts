import { describe, expect, test } from "vitest";
import { allKinds } from "../contract/support/samples.ts";
import type { Variants } from "../contract/support/variants.ts";
import { share } from "../harness/tests/depth.ts";
import { type Mishap, ModelEngine } from "./model/engine/engine.ts";
import type { Declared, Program } from "./model/program/program.ts";
import { differences } from "./model/story/expected.ts";
import { ModelWorld, type TableOfKind } from "./model/world.ts";

/** Kinds whose objects can be given another name. */
const renameable = ["Workspace", "ModelProvider", "Model", "Prompt", "Mapping"] as const;

test("these are all kinds whose objects can be given another name", () => {
  const others = allKinds.filter(
    ({ kind }) =>
      kind.source.how === "created" &&
      kind.endpoints.patch !== undefined &&
      kind.naturalKey.some((name) => kind.fields.get(name)?.replace !== true),
  );
  expect(others.map(({ name }) => name).sort()).toEqual([...renameable].sort());
});

/** A gateway that refuses two objects of one name, unless its variant allows it, and a stack of one kind on it. */
class Renames {
  readonly engine: ModelEngine;

  private constructor(
    readonly world: ModelWorld,
    private readonly kind: TableOfKind,
    private readonly providerId: string,
  ) {
    this.engine = new ModelEngine(world.env(world.gateway.token({ user: "owner" })));
  }

  static async open(kind: TableOfKind, variants: Variants = {}): Promise<Renames & AsyncDisposable> {
    const world = await ModelWorld.open(variants, false);
    const upstream = { name: "upstream", base_url: "https://upstream.example/v1", priority: 1 };
    const inWorkspace = { workspace_id: world.around.workspaceId, compatibility: "OPENAI_SDK" };
    await world.gateway.console("POST", "/providers", { ...inWorkspace, ...upstream });
    const renames = new Renames(world, kind, String(world.rows("ModelProvider")[0]?.id));
    return Object.assign(renames, { [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() });
  }

  /** A program of resources a, b, c with these names on the gateway. */
  program(...names: string[]): Program {
    const { workspaceId } = this.world.around;
    const inputs: Record<(typeof renameable)[number], Declared["args"]> = {
      Workspace: {},
      ModelProvider: {
        baseUrl: "https://one.example/v1",
        priority: 1,
        compatibility: "OPENAI_SDK",
        workspaceId,
      },
      Model: {
        ...{ workspaceId, providerId: this.providerId, displayName: "GPT", type: "chat" },
        ...{ inputCost: 1, outputCost: 1, contextWindow: 1000 },
      },
      Prompt: { workspaceId, content: "Be brief." },
      Mapping: { workspaceId, targetModel: "openai/gpt" },
    };
    return names.flatMap((name, index) => {
      const kind = renameable.find((each) => each === this.kind);
      if (kind === undefined || name === "") return [];
      const field = kind === "Mapping" ? "sourceName" : "name";
      const options = { aliases: [], protect: false };
      return [{ name: "abc".charAt(index), kind, args: { ...inputs[kind], [field]: name }, ...options }];
    });
  }

  get ids(): (string | undefined)[] {
    return ["a", "b", "c"].map((name) => this.engine.stored(name)?.id);
  }

  async up(program: Program, mishap: Mishap = {}): Promise<string> {
    const outcome = await this.engine.up(program, mishap);
    return outcome === "failed" ? `failed: ${this.engine.errors.at(-1)}` : outcome;
  }

  wrong(program: Program): string[] {
    const besides = new Set(this.world.rows("ModelProvider").map(({ id }) => String(id)));
    return differences(
      this.world,
      this.engine,
      program,
      this.kind === "Model" ? besides : new Set([this.providerId]),
    );
  }
}

describe.each(renameable)("%s", (kind) => {
  describe.each([{ parallel: true }, { parallel: false }])("%o", (course) => {
    test.each([
      ["two objects change names", ["x", "y"], ["y", "x"]],
      ["three objects pass their names on in a circle", ["x", "y", "z"], ["y", "z", "x"]],
      ["the names move on by one", ["x", "y", "z"], ["y", "z", "new"]],
      ["a new object gets the name that another one gives up", ["", "y"], ["y", "z"]],
    ])("%s in one run, and every object stays", async (_what, before, after) => {
      await using stack = await Renames.open(kind);
      expect(await stack.up(stack.program(...before), course)).toBe("done");
      const { ids } = stack;
      const program = stack.program(...after);
      expect(await stack.up(program, course)).toBe("done");
      expect(stack.wrong(program)).toEqual([]);
      expect(stack.ids.filter((_id, index) => ids[index] !== undefined)).toEqual(
        ids.filter((id) => id !== undefined),
      );
      stack.world.gateway.log.clear();
      expect(await stack.up(program)).toBe("done");
      expect(stack.world.gateway.log.entries().filter(({ method }) => method !== "GET")).toEqual([]);
    });

    test.each(share([1, 2, 3, 4, 5, 6, 7, 8], renameable.indexOf(kind)))(
      "killed before request %i of a change of names, the next run ends it",
      async (count) => {
        await using stack = await Renames.open(kind);
        await stack.up(stack.program("x", "y"));
        const { ids } = stack;
        const program = stack.program("y", "x");
        await stack.up(program, { ...course, kill: { who: "engine", at: "request", count } });
        expect(await stack.up(program, course)).toBe("done");
        expect(stack.wrong(program)).toEqual([]);
        expect(stack.ids).toEqual(ids);
      },
    );
  });

  test("where two objects may have one name, a kill halfway through a change of names leaves both, and the next run ends it", async () => {
    await using stack = await Renames.open(kind, { twins: true });
    await stack.up(stack.program("x", "y"));
    const { ids } = stack;
    const program = stack.program("y", "x");
    const halfway = { parallel: false, kill: { who: "engine", at: "write", count: 1 } } as const;
    expect(await stack.up(program, halfway)).toBe("killed");
    const field = kind === "Mapping" ? "source_name" : "name";
    expect(ids.map((id) => stack.world.row(kind, id)?.[field])).toEqual(["y", "y", undefined]);
    expect(await stack.up(program)).toBe("done");
    expect(stack.wrong(program)).toEqual([]);
    expect(stack.ids).toEqual(ids);
  });

  test("an object that has its new name keeps it, though lists still show the old one to what is created after it", async () => {
    await using stack = await Renames.open(kind);
    await stack.up(stack.program("x"));
    const [id] = stack.ids;
    const program = stack.program("y", "x");
    stack.world.gateway.faults.add({ method: "GET", kind: "stale" });
    await stack.up(program, { parallel: false });
    const field = kind === "Mapping" ? "source_name" : "name";
    expect(stack.world.row(kind, id)?.[field]).toBe("y");
    stack.world.gateway.faults.clear();
    expect(await stack.up(program)).toBe("done");
    expect(stack.wrong(program)).toEqual([]);
  });

  test("an object that does not get its new name, after its old one went to another, gets one in the next run, also if that takes the renaming back", async () => {
    await using stack = await Renames.open(kind);
    await stack.up(stack.program("x", "y", "z"));
    expect(await stack.up(stack.program("y", "z"), { parallel: false })).toContain("409");
    const back = stack.program("x", "y", "z");
    expect(await stack.up(back, { parallel: false })).toBe("done");
    expect(stack.wrong(back)).toEqual([]);
    expect(await stack.up(back)).toBe("done");
  });

  test("a name that an object has whose resource is gone from the program is not taken from it", async () => {
    await using stack = await Renames.open(kind);
    await stack.up(stack.program("x", "y"));
    expect(await stack.up(stack.program("y"))).toContain("409");
    expect(stack.ids.filter((id) => stack.world.row(kind, id) !== undefined)).toHaveLength(2);
  });
});
