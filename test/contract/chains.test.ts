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
const kinds = allKinds
  .filter(({ kind }) => kind.endpoints.remove !== undefined)
  .map((each) => ({ ...each, own: each.kind.source.inputs.shape }));

type Which = "first" | "second";

/** One gateway, and a stack of one kind over many processes. */
class Chain {
  readonly engine: Engine;

  constructor(
    readonly at: World,
    readonly kind: Kind,
    [before, after]: readonly [By, By],
  ) {
    this.engine = new Engine(at.env, { first: before, following: after });
  }

  inputs(which: Which): Values {
    const sample = which === "first" ? requiredInputs : secondInputs;
    return { ...sample(this.kind, this.at.refs), ...asOurs(this.kind) };
  }

  declared(name: string, which: Which, more: Values = {}): Declared {
    return { name, kind: this.kind.name, inputs: { ...this.inputs(which), ...more } };
  }

  /** The ids on the gateway of what a declaration means: by the value that tells the two samples apart. */
  ids(which: Which): string[] {
    return this.at.idsOf(this.kind, this.inputs(which));
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
    expect(await this.engine.up([this.declared("bob", "first")])).toBe("done");
    return this.ids("first")[0];
  }

  deletions(): string[] {
    return this.at.gateway.log.entries({ method: "DELETE" }).map(({ path }) => path);
  }
}

async function chain(
  kind: Kind,
  variant: Variants = {},
  by: readonly [By, By] = oneProcess,
): Promise<Chain & AsyncDisposable> {
  const at = await world(variant);
  return Object.assign(new Chain(at, kind, by), { [Symbol.asyncDispose]: () => at[Symbol.asyncDispose]() });
}

const oneProcess: readonly [By, By] = [{ adapter: chosenAdapter() }, { adapter: chosenAdapter() }];

/** What the resources are made by in the first run, and in all that follow. */
const frames: Readonly<Record<string, readonly [before: By, after: By]>> = {
  "one process": oneProcess,
  "the switch to the plugin": [{ adapter: "dynamic" }, { adapter: "native" }],
  "the switch from the plugin": [{ adapter: "native" }, { adapter: "dynamic" }],
  "another provider of the program": [
    { adapter: "native", provider: "a" },
    { adapter: "native", provider: "b" },
  ],
  "a plugin of another version": [
    { adapter: "native", process: "1" },
    { adapter: "native", process: "2" },
  ],
};

// Each frame but the first names its adapters, so that one of the two lanes tries them all.
const tried = Object.entries(frames).filter(([, by]) => by === oneProcess || chosenAdapter() === "dynamic");

describe.each(tried)("by %s", (_frame, by) => {
  describe.each(kinds)("$name", ({ kind }) => {
    test.each<[string, (run: Chain) => Promise<unknown>]>([
      ["a run that failed", (run) => run.engine.up([run.declared("robert", "first")], { failsAfter: 1 })],
      [
        "a run of the new name alone",
        (run) => run.engine.up([run.declared("robert", "first")], { targets: ["robert"] }),
      ],
      [
        "a run that was killed while it deleted the old one",
        (run) => run.engine.up([run.declared("robert", "first")], killedAt(2)),
      ],
    ])("renamed, and %s: the next run leaves the object to its new name", async (_what, between) => {
      await using run = await chain(kind, {}, by);
      const id = await run.begin();
      await between(run);
      expect(await run.engine.up([run.declared("robert", "first")]), run.engine.errors.join()).toBe("done");
      expect(run.ids("first")).toEqual([id]);
      expect(run.deletions()).toEqual([]);
      expect(run.engine.resources.map(({ name }) => name)).toEqual(["robert"]);
      expect(await run.engine.refresh()).toBe("done");
      expect(run.engine.idOf("robert")).toBe(id);
    });

    test.each<[string, name: string, (run: Chain) => Promise<unknown>]>([
      [
        "renamed, a failed run, and back again: the object stays with its old name",
        "bob",
        async (run) => {
          await run.engine.up([run.declared("robert", "first")], { failsAfter: 1 });
          return run.engine.up([run.declared("bob", "first")]);
        },
      ],
      [
        "renamed in a run that has refreshed the old name before, the object stays",
        "robert",
        (run) => run.engine.up([run.declared("robert", "first")], { refreshed: true }),
      ],
    ])("%s", async (_law, name, runs) => {
      await using run = await chain(kind, {}, by);
      const id = await run.begin();
      expect(await runs(run)).toBe("done");
      expect(run.ids("first")).toEqual([id]);
      expect(run.engine.resources.map((stored) => stored.name)).toEqual([name]);
    });

    test("what is no longer declared is deleted, also by a run that has refreshed it before", async () => {
      await using run = await chain(kind, {}, by);
      await run.engine.up([run.declared("bob", "first"), run.declared("eve", "second")]);
      expect(await run.engine.up([run.declared("eve", "second")], { refreshed: true })).toBe("done");
      expect([run.ids("first"), run.ids("second")].map((ids) => ids.length)).toEqual([0, 1]);
    });

    test("two resources that a targeted run has given one object are told, and taking one out leaves it", async () => {
      await using run = await chain(kind, {}, by);
      const id = await run.begin();
      const both = [run.declared("bob", "first"), run.declared("robert", "first")];
      await run.engine.up(both, { targets: ["robert"] });
      expect(await run.engine.up(both), run.engine.errors.join()).toBe("done");
      expect(run.engine.warnings.join("\n")).toContain("belongs to another resource of the program");
      expect(await run.engine.up([run.declared("robert", "first")])).toBe("done");
      expect(run.ids("first")).toEqual([id]);
    });

    test("renamed, a failed run, and then destroyed: nothing is left", async () => {
      await using run = await chain(kind, {}, by);
      await run.begin();
      await run.engine.up([run.declared("robert", "first")], { failsAfter: 1 });
      expect(await run.engine.destroy()).toBe("done");
      expect(run.ids("first")).toEqual([]);
      expect(run.engine.resources).toEqual([]);
    });

    test("renamed, a failed run, and then the new name means another object: the old one is deleted", async () => {
      await using run = await chain(kind, {}, by);
      await run.begin();
      await run.engine.up([run.declared("robert", "first")], { failsAfter: 1 });
      expect(await run.engine.up([run.declared("robert", "second")]), run.engine.errors.join()).toBe("done");
      expect(run.ids("second")).toEqual([run.engine.idOf("robert")]);
      expect(run.ids("first").filter((id) => id !== run.engine.idOf("robert"))).toEqual([]);
    });

    test("two resources that change places keep both objects", async () => {
      await using run = await chain(kind, {}, by);
      await run.engine.up([run.declared("bob", "first"), run.declared("eve", "second")]);
      const before = [run.ids("first"), run.ids("second")];
      const swapped = [run.declared("eve", "first"), run.declared("bob", "second")];
      await run.engine.up(swapped);
      await run.engine.up(swapped);
      expect([run.ids("first"), run.ids("second")].map((ids) => ids.length)).toEqual([1, 1]);
      expect(before.map((ids) => ids.length)).toEqual([1, 1]);
    });

    test("a claim that was refused takes nothing from the rightful owner, who may destroy its object", async () => {
      await using run = await chain(kind, {}, by);
      await run.begin();
      expect(await run.engine.up([run.declared("bob", "first"), run.declared("eve", "first")])).toBe(
        "failed",
      );
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
  test.each(kinds)(
    "$name: the second is refused, in every order of runs, and destroys nothing",
    async ({ kind }) => {
      for (const apart of [false, true]) {
        await using run = await chain(kind);
        const [first, second] = ["bob", "eve"].map((name, index): Declared => {
          const by = bys[index];
          return { ...run.declared(name, "first"), ...(by === undefined ? {} : { by }) };
        });
        if (first === undefined || second === undefined) return expect.unreachable();
        if (apart) await run.engine.up([first]);
        expect(await run.engine.up([first, second])).toBe("failed");
        expect(run.engine.errors.at(-1)).toContain("belongs to another resource");
        const ids = run.ids("first");
        expect(ids).toEqual([run.engine.idOf("bob")]);
        expect(await run.engine.up([first]), run.engine.errors.at(-1)).toBe("done");
        expect(run.ids("first")).toEqual(ids);
      }
    },
  );
});

describe.each(kinds)("$name", ({ kind }) => {
  test("a connection that leads to the same gateway is another name for it: nothing is written", async () => {
    await using run = await chain(kind);
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

  test("a connection that the first release knew, and that is configured no more, is renamed and nothing written", async () => {
    await using run = await chain(kind);
    await run.engine.up([run.declared("bob", "first", { connection: "eu" })]);
    const [id] = run.ids("first");
    run.engine.resources = run.engine.resources.map((stored) => {
      const { __gateway: _mark, ...outputs } = stored.outputs;
      return { ...stored, outputs };
    });
    run.at.gateway.log.clear();
    for (const name of ["BASE_URL", "ACCESS_TOKEN"]) delete run.at.env[`WORKSPACE_GATEWAY_EU_${name}`];
    const renamed = [run.declared("bob", "first", { connection: "west" })];
    expect(await run.engine.up(renamed), run.engine.errors.join()).toBe("done");
    expect(run.at.writes()).toEqual([]);
    expect(run.ids("first")).toEqual([id]);
  });

  test("renamed and moved to another connection of the same gateway at once, the object stays", async () => {
    await using run = await chain(kind);
    const id = await run.begin();
    const moved = [run.declared("robert", "first", { connection: "eu" })];
    await run.engine.up(moved, { failsAfter: 1 });
    expect(await run.engine.up(moved), run.engine.errors.join()).toBe("done");
    expect(run.ids("first")).toEqual([id]);
    expect(run.deletions()).toEqual([]);
  });
});

/** Runs of CHAINS=500 look further than the tests' few. */
const numRuns = Number(process.env.CHAINS ?? 8);

interface Step {
  /** Which name declares which of the two objects, if one does. */
  readonly first: string | undefined;
  readonly second: string | undefined;
  readonly reversed: boolean;
  readonly mishap: Mishap;
  readonly refresh: boolean;
  /** Whether the program declares another value of a field than before. */
  readonly edited: boolean;
  /** What the console does to an object before: a deletion shows only in a refresh, so one follows. */
  readonly console: "edits" | "deletes" | undefined;
}

const names = { first: ["bob", "robert"], second: ["eve", "mallory"] };
const nameOf = (which: Which) => fc.option(fc.constantFrom(...names[which]), { nil: undefined });
const mishaps: fc.Arbitrary<Mishap> = fc.oneof(
  fc.constant({}),
  fc.constant({ refreshed: true }),
  fc.record({ failsAfter: fc.nat(2) }),
  fc.integer({ min: 1, max: 3 }).map(killedAt),
  fc.record({ targets: fc.subarray([...names.first, ...names.second]) }),
);
const steps: fc.Arbitrary<Step> = fc.record({
  first: nameOf("first"),
  second: nameOf("second"),
  reversed: fc.boolean(),
  mishap: mishaps,
  refresh: fc.boolean(),
  edited: fc.boolean(),
  console: fc.option(fc.constantFrom("edits", "deletes"), { nil: undefined }),
});

const gateways: [string, Variants][] = [
  ["", {}],
  [" where the gateway allows twins", { twins: true }],
];

describe.each(gateways)("a chain of runs, some of them failed, killed or targeted%s,", (_where, variant) => {
  test.each(kinds)(
    "loses and doubles nothing, and ends as declared: $name",
    { timeout: 120_000 },
    async ({ kind }) => {
      const property = fc.asyncProperty(
        fc.array(steps, { minLength: 2, maxLength: 6 }),
        async (chainOfSteps) => {
          await using run = await chain(kind, variant);
          for (const step of chainOfSteps) await play(run, step);
          const all = [run.declared("bob", "first"), run.declared("eve", "second")];
          if (kind.endpoints.create === undefined) await run.at.restore(kind);
          await run.engine.refresh();
          expect(await endOf(run, all), run.engine.errors.join("\n")).toBe("done");
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
    },
  );
});

/** A run may say that an object has to leave its old resource first: then the next one carries on. */
async function endOf(run: Chain, program: readonly Declared[]): Promise<string> {
  const outcome = await run.engine.up(program);
  return outcome === "done" ? outcome : run.engine.up(program);
}

async function play(run: Chain, step: Step): Promise<void> {
  const { first, second, reversed, mishap, refresh, edited } = step;
  const isDeleted = await useConsole(run, step.console);
  if (refresh || isDeleted) await run.engine.refresh();
  const values = edited ? run.edit() : {};
  const program = [
    ...(first === undefined ? [] : [run.declared(first, "first", values)]),
    ...(second === undefined ? [] : [run.declared(second, "second", values)]),
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
