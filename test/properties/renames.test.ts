import { describe, expect, test } from "vitest";
import type { Mishap } from "../contract/support/engine/engine.ts";
import type { Declared, Program } from "../contract/support/engine/program.ts";
import { allKinds } from "../contract/support/samples.ts";
import type { Variants } from "../contract/support/variants.ts";
import { share } from "../harness/tests/depth.ts";
import { ModelStack } from "./model/stack.ts";
import { nameColumn } from "./model/world.ts";

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

type Renameable = (typeof renameable)[number];

/** A gateway that refuses two objects of one name, unless its variant allows it, and a stack of one kind on it. */
async function renames(kind: Renameable, variants: Variants = {}) {
  const stack = await ModelStack.open(variants);
  const { world, engine } = stack;
  const { workspaceId } = world.around;
  const upstream = { name: "upstream", base_url: "https://upstream.example/v1", priority: 1 };
  const inWorkspace = { workspace_id: workspaceId, compatibility: "OPENAI_SDK" };
  await world.gateway.console("POST", "/providers", { ...inWorkspace, ...upstream });
  const providerId = String(world.rows("ModelProvider")[0]?.id);
  const address = { baseUrl: "https://one.example/v1", priority: 1, compatibility: "OPENAI_SDK" };
  const costs = { inputCost: 1, outputCost: 1, contextWindow: 1000 };
  const declared: Record<Renameable, Declared["inputs"]> = {
    Workspace: {},
    ModelProvider: { workspaceId, ...address },
    Model: { workspaceId, providerId, displayName: "GPT", type: "chat", ...costs },
    Prompt: { workspaceId, content: "Be brief." },
    Mapping: { workspaceId, targetModel: "openai/gpt" },
  };
  const at = {
    world,
    /** Brings up resources of these names. Gives their ids. */
    begin: async (...names: string[]) => {
      expect(await at.up(at.program(...names))).toBe("done");
      return at.ids;
    },
    /** A program of resources a, b, c with these names on the gateway. */
    program: (...names: string[]): Program =>
      names.flatMap((name, index) => {
        const inputs = { ...declared[kind], [kind === "Mapping" ? "sourceName" : "name"]: name };
        const own = { name: "abc".charAt(index), kind, inputs };
        return name === "" ? [] : [own];
      }),
    get ids(): (string | undefined)[] {
      return ["a", "b", "c"].map((name) => engine.stored(name)?.id);
    },
    nameOf: (id: string | undefined) => world.row(kind, id)?.[nameColumn(kind)],
    up: (program: Program, mishap?: Mishap) => stack.up(program, mishap),
    leftToDo: (program: Program) => stack.leftToDo(program),
    wrong: (program: Program) => stack.wrong(program, new Set([providerId])),
    [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose](),
  };
  return at;
}

describe.each(renameable)("%s", (kind) => {
  describe.each([{ parallel: true }, { parallel: false }])("%o", (course) => {
    test.each([
      ["the names move on by one", ["x", "y", "z"], ["y", "z", "new"]],
      ["the names move back by one", ["x", "y", "z"], ["new", "x", "y"]],
      ["a new object gets the name that another one gives up", ["", "y"], ["y", "z"]],
      ["a new object gets the first name of a chain", ["", "x", "y"], ["x", "y", "z"]],
    ])("%s in one run, and every object stays", async (_what, before, after) => {
      await using stack = await renames(kind);
      const ids = await stack.begin(...before);
      const program = stack.program(...after);
      expect(await stack.up(program, course)).toBe("done");
      expect(stack.wrong(program)).toEqual([]);
      expect(stack.ids).toEqual(ids.map((id, index) => id ?? stack.ids[index]));
      expect(await stack.leftToDo(program)).toEqual([]);
    });

    test.each([
      ["two objects", ["x", "y"], ["y", "x"]],
      ["three objects", ["x", "y", "z"], ["y", "z", "x"]],
    ])(
      "%s cannot exchange names in one run: the error says how, and that converges",
      async (_what, before, after) => {
        await using stack = await renames(kind);
        const ids = await stack.begin(...before);
        const [first = "", ...others] = after;
        expect(await stack.up(stack.program(...after), course)).toMatch(
          /still has its new name.*first give one of them a temporary name/,
        );
        expect(ids.map(stack.nameOf).sort()).toEqual([...before, undefined].slice(0, 3).sort());
        expect(await stack.up(stack.program("third", ...others), course)).toBe("done");
        expect(await stack.up(stack.program(first, ...others), course)).toBe("done");
        expect(stack.wrong(stack.program(...after))).toEqual([]);
        expect(stack.ids).toEqual(ids);
      },
    );

    test.each(share([1, 2, 3, 4, 5, 6, 7, 8], renameable.indexOf(kind)))(
      "killed before request %i of a chain of renames, the next run ends it",
      async (count) => {
        await using stack = await renames(kind);
        const ids = await stack.begin("x", "y");
        const program = stack.program("y", "z");
        await stack.up(program, { ...course, kill: { who: "engine", at: "request", count } });
        expect(await stack.up(program, course)).toBe("done");
        expect(stack.wrong(program)).toEqual([]);
        expect(stack.ids).toEqual(ids);
      },
    );
  });

  test("an object that has its new name keeps it, though lists still show the old one to what is created after it", async () => {
    await using stack = await renames(kind);
    const [id] = await stack.begin("x");
    const program = stack.program("y", "x");
    stack.world.gateway.faults.add({ method: "GET", kind: "stale" });
    await stack.up(program, { parallel: false });
    expect(stack.nameOf(id)).toBe("y");
    stack.world.gateway.faults.clear();
    expect(await stack.up(program)).toBe("done");
    expect(stack.wrong(program)).toEqual([]);
  });

  test("a chain of names that ends at an object which keeps its name changes nothing", async () => {
    await using stack = await renames(kind);
    const ids = await stack.begin("x", "y", "z");
    expect(await stack.up(stack.program("y", "z"), { parallel: false })).toContain("409");
    expect(ids.map(stack.nameOf)).toEqual(["x", "y", "z"]);
    expect(await stack.up(stack.program("x", "y", "z"), { parallel: false })).toBe("done");
  });

  test("a name that an object has whose resource is gone from the program is not taken from it", async () => {
    await using stack = await renames(kind);
    await stack.begin("x", "y");
    expect(await stack.up(stack.program("y"))).toContain("409");
    expect(stack.ids.filter((id) => stack.world.row(kind, id) !== undefined)).toHaveLength(2);
  });
});
