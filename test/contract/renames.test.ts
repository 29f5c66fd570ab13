import { describe, expect, onTestFinished, test } from "vitest";
import { config } from "../../provider/kinds/config.js";
import type { Kind } from "../../provider/spec/kind.js";
import { share } from "../harness/tests/depth.ts";
import { Engine, type Mishap } from "./support/engine/engine.ts";
import type { Declared, Program } from "./support/engine/program.ts";
import { createdKinds, requiredInputs } from "./support/samples.ts";
import { world } from "./support/world.ts";

/** Kinds whose objects can be given another name. */
const renameable = createdKinds.filter(
  ({ kind: { endpoints, naturalKey, fields } }) =>
    endpoints.patch !== undefined && naturalKey.some((name) => fields.get(name)?.replace !== true),
);

/** A gateway that refuses two objects of one name, and a stack of one kind on it. */
async function renames(kind: Kind, more: (own: string) => Declared["inputs"] = () => ({})) {
  const at = await world();
  onTestFinished(() => at[Symbol.asyncDispose]());
  const engine = new Engine(at.env);
  const field = kind.fields.get(kind.naturalKey.at(-1) ?? "") ?? expect.unreachable();
  /** A program of resources a, b, c with these names on the gateway. */
  const program = (...names: string[]): Program =>
    names.flatMap((called, index) => {
      const name = "abc".charAt(index);
      const inputs = { ...requiredInputs(kind, at.refs), [field.name]: called, ...more(name) };
      return called === "" ? [] : [{ name, kind: kind.name, inputs }];
    });
  const ids = () => ["a", "b", "c"].map((name) => engine.idOf(name));
  /** What becomes of a run, with its error. */
  const up = async (next: Program, mishap?: Mishap) => {
    const outcome = await engine.up(next, mishap);
    return outcome === "failed" ? `failed: ${engine.errors.at(-1)}` : outcome;
  };
  const nameOf = (id: string | undefined) => at.rows(kind).find((row) => row.id === id)?.[field.readFrom];
  return {
    ...{ at, engine, program, ids, up, nameOf },
    /** Brings up resources of these names. Gives their ids. */
    begin: async (...names: string[]) => {
      expect(await up(program(...names))).toBe("done");
      return ids();
    },
    /** Fails unless the state and the gateway have what is declared, each once, and nothing else. */
    expectSettled: (next: Program) => {
      const sorted = (all: readonly unknown[][]) => all.map(String).sort();
      expect(engine.resources.map(({ name, status }) => `${name} ${status}`).sort()).toEqual(
        next.map(({ name }) => `${name} stays`).sort(),
      );
      expect(sorted(at.rows(kind).map((row) => [row.id, row[field.readFrom]]))).toEqual(
        sorted(next.map(({ name, inputs }) => [engine.idOf(name), inputs[field.name]])),
      );
      for (const { name, inputs } of next)
        expect(at.differences(kind, inputs, engine.idOf(name)), name).toEqual([]);
    },
  };
}

test("objects of exactly five kinds can be renamed", () => {
  expect(renameable.map(({ name }) => name).sort()).toEqual([
    "Mapping",
    "Model",
    "ModelProvider",
    "Prompt",
    "Workspace",
  ]);
});

describe.each(renameable)("$name", ({ kind, name: kindName }) => {
  const place = renameable.findIndex(({ name }) => name === kindName);

  describe.each([{ parallel: true }, { parallel: false }])("%o", (course) => {
    test.each([
      ["the names move on by one", ["x", "y", "z"], ["y", "z", "new"]],
      ["the names move back by one", ["x", "y", "z"], ["new", "x", "y"]],
      ["a new object gets the name that another one gives up", ["", "y"], ["y", "z"]],
      ["a new object gets the first name of a chain", ["", "x", "y"], ["x", "y", "z"]],
    ])("%s in one run, and existing objects keep their ids", async (_what, before, after) => {
      const stack = await renames(kind);
      const ids = await stack.begin(...before);
      const program = stack.program(...after);
      expect(await stack.up(program, course)).toBe("done");
      stack.expectSettled(program);
      expect(stack.ids()).toEqual(ids.map((id, index) => id ?? stack.ids()[index]));
      stack.at.gateway.log.clear();
      expect(await stack.up(program)).toBe("done");
      expect(stack.at.writes()).toEqual([]);
    });

    test.each([
      ["two objects", ["x", "y"], ["y", "x"]],
      ["three objects", ["x", "y", "z"], ["y", "z", "x"]],
    ])(
      "%s cannot swap names in one run, and the steps in the error message converge",
      async (_what, before, after) => {
        const stack = await renames(kind);
        const ids = await stack.begin(...before);
        const [first = "", ...others] = after;
        expect(await stack.up(stack.program(...after), course)).toMatch(
          /still has the new name.*first give one of them a temporary name/,
        );
        expect(ids.map(stack.nameOf).sort()).toEqual([...before, undefined].slice(0, 3).sort());
        expect(await stack.up(stack.program("third", ...others), course)).toBe("done");
        expect(await stack.up(stack.program(first, ...others), course)).toBe("done");
        stack.expectSettled(stack.program(...after));
        expect(stack.ids()).toEqual(ids);
      },
    );

    test.each(share([1, 2, 3, 4, 5, 6, 7, 8], place))(
      "after a kill before request %i of a chain of renames, the next run completes the chain",
      async (count) => {
        const stack = await renames(kind);
        const ids = await stack.begin("x", "y");
        const program = stack.program("y", "z");
        await stack.up(program, { ...course, kill: { at: "request", count } });
        expect(await stack.up(program, course)).toBe("done");
        stack.expectSettled(program);
        expect(stack.ids()).toEqual(ids);
      },
    );
  });

  test("an object keeps its new name even if stale lists still show the old name to a later create", async () => {
    const stack = await renames(kind);
    const [id] = await stack.begin("x");
    const program = stack.program("y", "x");
    stack.at.gateway.faults.add({ method: "GET", kind: "stale" });
    await stack.up(program, { parallel: false });
    expect(stack.nameOf(id)).toBe("y");
    stack.at.gateway.faults.clear();
    expect(await stack.up(program)).toBe("done");
    stack.expectSettled(program);
  });

  test("a chain of renames fails with 409 and changes nothing if its last name is still taken", async () => {
    const stack = await renames(kind);
    const ids = await stack.begin("x", "y", "z");
    expect(await stack.up(stack.program("y", "z"), { parallel: false })).toContain("409");
    expect(ids.map(stack.nameOf)).toEqual(["x", "y", "z"]);
    expect(await stack.up(stack.program("x", "y", "z"), { parallel: false })).toBe("done");
  });

  test("a rename to the name of an object whose resource was removed from the program fails with 409", async () => {
    const stack = await renames(kind);
    await stack.begin("x", "y");
    expect(await stack.up(stack.program("y"))).toContain("409");
    expect(stack.at.rows(kind)).toHaveLength(2);
  });
});

// The API cannot change a config, so each change replaces its object.
test.each([
  { adopts: false, parallel: false },
  { adopts: false, parallel: true },
  { adopts: true, parallel: false },
  { adopts: true, parallel: true },
])(
  "replaced objects cannot swap names in one run, and the error explains how to do it: %o",
  async ({ adopts, parallel }) => {
    const { at, program, up, expectSettled } = await renames(config, (own) => ({
      description: own,
      ...(adopts && { adopt: true }),
    }));
    const goes = (...names: string[]) => up(program(...names), { parallel });
    expect(await goes("x", "y")).toBe("done");
    expect(await goes("y", "x")).toMatch(/still has the new name.*To swap names/);
    expect(
      at
        .rows(config)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["x", "y"]);
    expect(await goes("z", "x")).toContain("still has its name");
    for (const names of [
      ["z", "y"],
      ["z", "x"],
      ["y", "x"],
    ])
      expect(await goes(...names)).toBe("done");
    expectSettled(program("y", "x"));
  },
);

test("with retainOnDelete, a replacement with the same name fails until the name is free", async () => {
  let revision = 1;
  const { at, engine, program, up, expectSettled } = await renames(config, () => ({
    description: `${revision}`,
  }));
  const retained = () => program("x").map((each) => ({ ...each, retainOnDelete: true }));
  expect(await up(retained())).toBe("done");
  revision = 2;
  const refusal = /still has its name\. [\s\S]*If `retainOnDelete` keeps the object/;
  expect(await up(retained())).toMatch(refusal);
  expect(await up(retained()), "again").toMatch(refusal);
  const [kept] = at.rows(config);
  expect(kept).toMatchObject({ name: "x", description: "1" });
  await at.asConsole("DELETE", config, String(kept?.id), {});
  expect(await up(retained())).toBe("done");
  expect(engine.idOf("a")).not.toBe(kept?.id);
  expectSettled(retained());
});
