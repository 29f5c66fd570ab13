import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Kind } from "../../provider/spec/kind.js";
import type { Values } from "../../provider/spec/values.js";
import { chosenAdapter } from "../harness/adapter.ts";
import { Engine, killedAt, type Mishap } from "./support/engine/engine.ts";
import type { Declared } from "./support/engine/program.ts";
import type { By } from "./support/provider.ts";
import {
  allKinds,
  asOurs,
  requiredInputs,
  secondInputs,
  secondValue,
  sentFields,
} from "./support/samples.ts";
import type { Variants } from "./support/variants.ts";
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

  program(names: Names, more: Values = {}): Declared[] {
    return Object.entries(names).map(([name, which]) => ({
      name,
      kind: this.kind.name,
      inputs: { ...this.inputs(which), ...more },
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

  /** Another value for a field that can be changed in place, if there is one besides the name. */
  edit(): Values {
    const field = sentFields(this.kind).find(
      ({ name, replace, writeOnly }) =>
        this.kind.endpoints.patch !== undefined &&
        !replace &&
        !writeOnly &&
        !this.kind.naturalKey.includes(name) &&
        name !== "name",
    );
    return field === undefined ? {} : { [field.name]: secondValue(this.kind, this.at.refs, field) };
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
      expect(run.engine.warnings.join("\n")).toContain("belongs to another resource in the program");
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
  test.each(kinds)("$name: the second resource is refused and destroys nothing", async ({ kind }) => {
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
  test("a switch to another connection of the same gateway writes nothing", async () => {
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

/** Runs of CHAINS=500 look further than the tests' few. */
const numRuns = Number(process.env.CHAINS ?? 4);

const names = { first: ["bob", "robert"], second: ["eve", "mallory"] };
const nameOf = (which: Which) => fc.option(fc.constantFrom(...names[which]), { nil: undefined });
const mishaps: fc.Arbitrary<Mishap> = fc.oneof(
  fc.constant({}),
  fc.constant({ refreshed: true }),
  fc.record({ failsAfter: fc.nat(2) }),
  fc.integer({ min: 1, max: 3 }).map(killedAt),
  fc.record({ targets: fc.subarray([...names.first, ...names.second]) }),
);
const steps = fc.record({
  /** Which name declares which of the two objects, if one does. */
  first: nameOf("first"),
  second: nameOf("second"),
  reversed: fc.boolean(),
  mishap: mishaps,
  refresh: fc.boolean(),
  /** Whether the program declares another value of a field than before. */
  edited: fc.boolean(),
  /** What the console does to an object before: a deletion shows only in a refresh, so one follows. */
  console: fc.option(fc.constantFrom("edits", "deletes"), { nil: undefined }),
});
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

const gateways: [string, Variants][] = [
  ["", {}],
  [" where the gateway allows twins", { twins: true }],
];

describe.each(gateways)("a series of runs, some of them failed, killed or targeted%s,", (_where, variant) => {
  test.each(kinds)("loses and duplicates no object, and ends as declared: $name", async ({ kind }) => {
    const property = fc.asyncProperty(
      fc.array(steps, { minLength: 2, maxLength: 6 }),
      async (chainOfSteps) => {
        await using run = new Chain(await world(variant), kind);
        for (const step of chainOfSteps) await play(run, step);
        if (kind.endpoints.create === undefined) await run.at.restore(kind);
        await run.engine.refresh();
        // A run may say that an object has to leave its old resource first: then the next one carries on.
        const all: Names = { bob: "first", eve: "second" };
        if ((await run.up(all)) !== "done") await run.done(all);
        expect([run.ids("first"), run.ids("second")]).toEqual([
          [run.engine.idOf("bob")],
          [run.engine.idOf("eve")],
        ]);
        expect(run.at.differences(kind, run.inputs("first"), run.engine.idOf("bob"))).toEqual([]);
        expect(await run.engine.destroy(), run.engine.errors.join("\n")).toBe("done");
        expect([...run.ids("first"), ...run.ids("second")]).toEqual([]);
      },
    );
    await fc.assert(property, { numRuns, seed: 20_261_121 });
  });
});

async function play(run: Chain, step: Step): Promise<void> {
  const { first, second, reversed, mishap, edited } = step;
  const isDeleted = await useConsole(run, step.console);
  if (step.refresh || isDeleted) await run.engine.refresh();
  const values = edited ? run.edit() : {};
  const program = [
    ...(first === undefined ? [] : run.program({ [first]: "first" }, values)),
    ...(second === undefined ? [] : run.program({ [second]: "second" }, values)),
  ];
  const before = { first: run.ids("first"), second: run.ids("second") };
  const outcome = await run.engine.up(reversed ? program.reverse() : program, mishap);
  const whole = outcome === "done" && mishap.targets === undefined;
  for (const [which, name] of [
    ["first", first],
    ["second", second],
  ] as const) {
    const after = run.ids(which);
    expect(after.length, "never two").toBeLessThanOrEqual(1);
    if (name !== undefined && mishap.targets === undefined) {
      expect(after, `what is declared stays: ${run.engine.errors.at(-1)}`).toEqual(
        before[which].length > 0 ? before[which] : after,
      );
    }
    if (whole && name !== undefined) expect(after, "what a whole run declares is there").toHaveLength(1);
    if (whole && name !== undefined) expect(run.engine.idOf(name)).toBe(after[0]);
  }
}

/** Whether an object was deleted; what programs cannot make anew is only edited. */
async function useConsole(run: Chain, what: Step["console"]): Promise<boolean> {
  const [id] = run.ids("first");
  const isDeleted = what === "deletes" && run.kind.endpoints.create !== undefined;
  if (id === undefined || what === undefined) return false;
  if (!isDeleted && run.kind.endpoints.patch === undefined) return false;
  await run.at.asConsole(isDeleted ? "DELETE" : "PATCH", run.kind, id, isDeleted ? {} : run.edit());
  return isDeleted;
}
