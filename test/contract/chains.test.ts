import { describe, expect, test } from "vitest";
import type { Kind } from "../../provider/spec/kind.js";
import type { Values } from "../../provider/spec/values.js";
import { chosenAdapter } from "../harness/adapter.ts";
import { Engine, killedAt, type Mishap } from "./support/engine/engine.ts";
import type { Declared } from "./support/engine/program.ts";
import type { By } from "./support/provider.ts";
import { allKinds, asOurs, requiredInputs, secondInputs } from "./support/samples.ts";
import { type World, world } from "./support/world.ts";

/** Kinds whose objects can be made by a program, or be there before it, and are deleted with their resource. */
const kinds = allKinds.filter(({ kind }) => kind.endpoints.remove !== undefined);

type Which = "first" | "second";

/** Which resource declares which of the two objects. */
type Names = Readonly<Record<string, Which>>;

/** One gateway, and a stack of one kind over many processes. */
class Chain {
  readonly engine: Engine;

  constructor(
    readonly at: World,
    readonly kind: Kind,
    [first, following]: readonly By[] = [],
  ) {
    this.engine = new Engine(at.env, { ...(first && { first }), ...(following && { following }) });
  }

  inputs(which: Which): Values {
    const sample = which === "first" ? requiredInputs : secondInputs;
    return { ...sample(this.kind, this.at.refs), ...asOurs(this.kind) };
  }

  program(names: Names): Declared[] {
    return Object.entries(names).map(([name, which]) => ({
      name,
      kind: this.kind.name,
      inputs: this.inputs(which),
    }));
  }

  up(names: Names, mishap?: Mishap): Promise<string> {
    return this.engine.up(this.program(names), mishap);
  }

  /** Fails if the run does. */
  async done(names: Names, mishap?: Mishap): Promise<void> {
    const outcome = await this.up(names, mishap);
    expect(outcome, this.engine.errors.join()).toBe("done");
  }

  /** The ids on the gateway of what a declaration means: by the value that tells the two samples apart. */
  ids(which: Which): string[] {
    return this.at.idsOf(this.kind, this.inputs(which));
  }

  /** How many objects there are of each declaration. */
  get counts(): number[] {
    return [this.ids("first").length, this.ids("second").length];
  }

  /** A first run, of bob alone; the id of its object. */
  async begin(): Promise<string | undefined> {
    await this.done(bob);
    return this.ids("first")[0];
  }

  deletions(): string[] {
    return this.at.gateway.log.entries({ method: "DELETE" }).map(({ path }) => path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.at[Symbol.asyncDispose]();
  }
}

const oneProcess: readonly By[] = [{ adapter: chosenAdapter() }, { adapter: chosenAdapter() }];

/** What the resources are made by in the first run, and in all that follow. */
const frames: Readonly<Record<string, readonly By[]>> = {
  "one process": oneProcess,
  "the switch to the plugin": [{ adapter: "dynamic" }, { adapter: "native" }],
  "the switch from the plugin": [{ adapter: "native" }, { adapter: "dynamic" }],
  "another provider of the program": ["a", "b"].map((provider) => ({ adapter: "native", provider })),
  "a plugin of another version": ["1", "2"].map((process) => ({ adapter: "native", process })),
};

// Each frame but the first names its adapters, so that one of the two lanes tries them all.
const tried = Object.entries(frames).filter(([, by]) => by === oneProcess || chosenAdapter() === "dynamic");

const bob: Names = { bob: "first" };
const robert: Names = { robert: "first" };
const failed: Mishap = { failsAfter: 1 };

describe.each(tried)("by %s", (_frame, by) => {
  describe.each(kinds)("$name", ({ kind }) => {
    const law = (name: string, holds: (run: Chain) => Promise<unknown>) =>
      test(name, async () => {
        await using run = new Chain(await world(), kind, by);
        await holds(run);
      });

    for (const [what, mishap] of Object.entries<Mishap>({
      "a run that failed": failed,
      "a run of the new name alone": { targets: ["robert"] },
      "a run that was killed while it deleted the old one": killedAt(2),
    }))
      law(`renamed, and ${what}: the next run leaves the object to its new name`, async (run) => {
        const id = await run.begin();
        await run.up(robert, mishap);
        await run.done(robert);
        expect(run.ids("first")).toEqual([id]);
        expect(run.deletions()).toEqual([]);
        expect(run.engine.resources.map(({ name }) => name)).toEqual(["robert"]);
        expect(await run.engine.refresh()).toBe("done");
        expect(run.engine.idOf("robert")).toBe(id);
      });

    law("renamed, a failed run, and back again: the object stays with its old name", async (run) => {
      const id = await run.begin();
      await run.up(robert, failed);
      await run.done(bob);
      expect(run.ids("first")).toEqual([id]);
      expect(run.engine.resources.map(({ name }) => name)).toEqual(["bob"]);
    });

    law("renamed in a run that has refreshed the old name before, the object stays", async (run) => {
      const id = await run.begin();
      await run.done(robert, { refreshed: true });
      expect(run.ids("first")).toEqual([id]);
      expect(run.engine.resources.map(({ name }) => name)).toEqual(["robert"]);
    });

    law("what is no longer declared is deleted, also by a run that has refreshed it before", async (run) => {
      await run.up({ bob: "first", eve: "second" });
      await run.done({ eve: "second" }, { refreshed: true });
      expect(run.counts).toEqual([0, 1]);
    });

    law("two resources of one object are told, and taking one out leaves the object", async (run) => {
      const id = await run.begin();
      const both: Names = { bob: "first", robert: "first" };
      await run.up(both, { targets: ["robert"] });
      await run.done(both);
      expect(run.engine.warnings.join("\n")).toContain("belongs to another resource of the program");
      await run.done(robert);
      expect(run.ids("first")).toEqual([id]);
    });

    law("renamed, a failed run, and then destroyed: nothing is left", async (run) => {
      await run.begin();
      await run.up(robert, failed);
      expect(await run.engine.destroy()).toBe("done");
      expect(run.ids("first")).toEqual([]);
      expect(run.engine.resources).toEqual([]);
    });

    law("renamed, a failed run, and another object for the new name: the old one is deleted", async (run) => {
      await run.begin();
      await run.up(robert, failed);
      await run.done({ robert: "second" });
      expect(run.ids("second")).toEqual([run.engine.idOf("robert")]);
      expect(run.ids("first").filter((id) => id !== run.engine.idOf("robert"))).toEqual([]);
    });

    law("two resources that change places keep both objects", async (run) => {
      await run.up({ bob: "first", eve: "second" });
      expect(run.counts).toEqual([1, 1]);
      await run.up({ eve: "first", bob: "second" });
      await run.up({ eve: "first", bob: "second" });
      expect(run.counts).toEqual([1, 1]);
    });

    law("a claim that was refused takes nothing from the rightful owner", async (run) => {
      await run.begin();
      expect(await run.up({ bob: "first", eve: "first" })).toBe("failed");
      expect(run.engine.errors.at(-1)).toMatch(/belongs to (another|the) resource/);
      expect(run.ids("first")).toHaveLength(1);
      expect(await run.engine.destroy()).toBe("done");
      expect(run.ids("first")).toEqual([]);
    });
  });
});

const both = ["a", "b"].map((provider): By => ({ adapter: "native", provider }));
const pairs: readonly (readonly [string, readonly By[]])[] = [
  ["two providers of the program", both],
  ["the two adapters", [{ adapter: "dynamic" }, { adapter: "native" }]],
];

describe.each(pairs)("two resources for one object, by %s", (_frame, bys) => {
  test.each(kinds)("$name: the second is refused, and destroys nothing", async ({ kind }) => {
    for (const apart of [false, true]) {
      await using run = new Chain(await world(), kind);
      const program = run.program({ bob: "first", eve: "first" }).map((declared, index) => {
        const by = bys[index];
        return { ...declared, ...(by && { by }) };
      });
      const alone = program.slice(0, 1);
      if (apart) await run.engine.up(alone);
      expect(await run.engine.up(program)).toBe("failed");
      expect(run.engine.errors.at(-1)).toContain("belongs to another resource");
      const ids = run.ids("first");
      expect(ids).toEqual([run.engine.idOf("bob")]);
      expect(await run.engine.up(alone), run.engine.errors.at(-1)).toBe("done");
      expect(run.ids("first")).toEqual(ids);
    }
  });
});

describe.each(kinds)("$name", ({ kind }) => {
  test("another connection to the same gateway is another name for it: nothing is written", async () => {
    await using run = new Chain(await world(), kind);
    const { adopt: _adopt, ...inputs } = run.inputs("first");
    const declared = (connection: Values): Declared[] => [
      { name: "bob", kind: kind.name, inputs: { ...inputs, ...connection } },
    ];
    await run.engine.up(declared({}));
    const [id] = run.ids("first");
    run.at.gateway.log.clear();
    expect(await run.engine.up(declared({ connection: "eu" })), run.engine.errors.join()).toBe("done");
    expect(run.at.writes()).toEqual([]);
    expect(await run.engine.up(declared({ connection: "west" }))).toBe("done");
    expect(run.ids("first")).toEqual([id]);
    expect(run.deletions()).toEqual([]);
  });
});
