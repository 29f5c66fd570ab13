import { describe, expect, onTestFinished, test } from "vitest";
import type { Mishap } from "../contract/support/engine/engine.ts";
import type { Declared, Program } from "../contract/support/engine/program.ts";
import { allKinds } from "../contract/support/samples.ts";
import { share } from "../harness/tests/depth.ts";
import { differences } from "./model/judge.ts";
import { ModelWorld, nameColumn } from "./model/world.ts";

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

/** A gateway that refuses two objects of one name, and a stack of one kind on it. */
async function renames(kind: Renameable) {
  const world = await ModelWorld.open();
  onTestFinished(() => world[Symbol.asyncDispose]());
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
  /** A program of resources a, b, c with these names on the gateway. */
  const program = (...names: string[]): Program =>
    names.flatMap((name, index) => {
      const inputs = { ...declared[kind], [kind === "Mapping" ? "sourceName" : "name"]: name };
      return name === "" ? [] : [{ name: "abc".charAt(index), kind, inputs }];
    });
  const ids = () => ["a", "b", "c"].map((name) => world.engine.idOf(name));
  return {
    world,
    program,
    ids,
    /** Brings up resources of these names. Gives their ids. */
    begin: async (...names: string[]) => {
      expect(await world.up(program(...names))).toBe("done");
      return ids();
    },
    nameOf: (id: string | undefined) => world.row(kind, id)?.[nameColumn(kind)],
    up: (next: Program, mishap?: Mishap) => world.up(next, mishap),
    wrong: (next: Program) => differences(world, next, new Set([providerId])),
  };
}

describe.each(renameable)("%s", (kind) => {
  describe.each([{ parallel: true }, { parallel: false }])("%o", (course) => {
    test.each([
      ["the names move on by one", ["x", "y", "z"], ["y", "z", "new"]],
      ["the names move back by one", ["x", "y", "z"], ["new", "x", "y"]],
      ["a new object gets the name that another one gives up", ["", "y"], ["y", "z"]],
      ["a new object gets the first name of a chain", ["", "x", "y"], ["x", "y", "z"]],
    ])("%s in one run, and every object stays", async (_what, before, after) => {
      const stack = await renames(kind);
      const ids = await stack.begin(...before);
      const program = stack.program(...after);
      expect(await stack.up(program, course)).toBe("done");
      expect(stack.wrong(program)).toEqual([]);
      expect(stack.ids()).toEqual(ids.map((id, index) => id ?? stack.ids()[index]));
      stack.world.gateway.log.clear();
      expect(await stack.up(program)).toBe("done");
      expect(stack.world.writes).toEqual([]);
    });

    test.each([
      ["two objects", ["x", "y"], ["y", "x"]],
      ["three objects", ["x", "y", "z"], ["y", "z", "x"]],
    ])(
      "%s cannot exchange names in one run: the error says how, and that converges",
      async (_what, before, after) => {
        const stack = await renames(kind);
        const ids = await stack.begin(...before);
        const [first = "", ...others] = after;
        expect(await stack.up(stack.program(...after), course)).toMatch(
          /still has its new name.*first give one of them a temporary name/,
        );
        expect(ids.map(stack.nameOf).sort()).toEqual([...before, undefined].slice(0, 3).sort());
        expect(await stack.up(stack.program("third", ...others), course)).toBe("done");
        expect(await stack.up(stack.program(first, ...others), course)).toBe("done");
        expect(stack.wrong(stack.program(...after))).toEqual([]);
        expect(stack.ids()).toEqual(ids);
      },
    );

    test.each(share([1, 2, 3, 4, 5, 6, 7, 8], renameable.indexOf(kind)))(
      "killed before request %i of a chain of renames, the next run ends it",
      async (count) => {
        const stack = await renames(kind);
        const ids = await stack.begin("x", "y");
        const program = stack.program("y", "z");
        await stack.up(program, { ...course, kill: { who: "engine", at: "request", count } });
        expect(await stack.up(program, course)).toBe("done");
        expect(stack.wrong(program)).toEqual([]);
        expect(stack.ids()).toEqual(ids);
      },
    );
  });

  test("an object that has its new name keeps it, though lists still show the old one to what is created after it", async () => {
    const stack = await renames(kind);
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
    const stack = await renames(kind);
    const ids = await stack.begin("x", "y", "z");
    expect(await stack.up(stack.program("y", "z"), { parallel: false })).toContain("409");
    expect(ids.map(stack.nameOf)).toEqual(["x", "y", "z"]);
    expect(await stack.up(stack.program("x", "y", "z"), { parallel: false })).toBe("done");
  });

  test("a name that an object has whose resource is gone from the program is not taken from it", async () => {
    const stack = await renames(kind);
    await stack.begin("x", "y");
    expect(await stack.up(stack.program("y"))).toContain("409");
    expect(stack.ids().filter((id) => stack.world.row(kind, id) !== undefined)).toHaveLength(2);
  });
});

/** A stack of configs a, b, …: the API cannot change one, so that each change replaces its object. */
async function configs(adopts: boolean, parallel: boolean) {
  const world = await ModelWorld.open({}, adopts);
  onTestFinished(() => world[Symbol.asyncDispose]());
  const { workspaceId } = world.around;
  const program = (names: readonly string[], more: Partial<Declared> = {}, revision = 1): Program =>
    names.map((name, index) => {
      const own = "abc".charAt(index);
      const inputs = { workspaceId, name, description: `${own} ${revision}`, ...(adopts && { adopt: true }) };
      return { name: own, kind: "Config", inputs, ...more };
    });
  const up = (next: Program): Promise<string> => {
    world.passes();
    return world.up(next, { parallel });
  };
  return { world, program, up };
}

test.each([
  { adopts: false, parallel: false },
  { adopts: false, parallel: true },
  { adopts: true, parallel: false },
  { adopts: true, parallel: true },
])(
  "replaced objects cannot exchange names in one run: the error says how: %o",
  async ({ adopts, parallel }) => {
    const { world, program, up } = await configs(adopts, parallel);
    expect(await up(program(["x", "y"]))).toBe("done");
    const swapped = program(["y", "x"]);
    expect(await up(swapped)).toMatch(/still has its new name.*To swap names/);
    const names = world.rows("Config").map(({ name }) => name);
    expect(names.sort()).toEqual(["x", "y"]);
    expect(await up(program(["z", "x"]))).toContain("still has its name");
    expect(await up(program(["z", "y"]))).toBe("done");
    expect(await up(program(["z", "x"]))).toBe("done");
    expect(await up(swapped)).toBe("done");
    expect(differences(world, swapped)).toEqual([]);
  },
);

test("where a replaced object is to stay, its replacement of the same name waits for the name", async () => {
  const { world, program, up } = await configs(false, false);
  const options = { retainOnDelete: true };
  expect(await up(program(["x"], options))).toBe("done");
  const changed = program(["x"], options, 2);
  const refusal = /still has its name\. [\s\S]*If `retainOnDelete` keeps the object/;
  expect(await up(changed)).toMatch(refusal);
  expect(await up(changed), "again").toMatch(refusal);
  const [kept = {}] = world.rows("Config");
  expect(kept).toMatchObject({ name: "x", description: "a 1" });
  await world.console("DELETE", "Config", kept);
  expect(await up(changed)).toBe("done");
  expect(differences(world, changed)).toEqual([]);
});
