import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { prompt } from "../../../provider/kinds/prompt.js";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import { FakeGateway, faults } from "../support/fake-gateway.ts";
import { Process } from "../support/process.ts";

const declared = { workspaceId: "w-1", name: "tone", content: "Be brief." };
const apart: (typeof declared & { environment?: string })[] = [
  declared,
  { ...declared, environment: "PRODUCTION" },
  { ...declared, environment: "STAGING" },
];
const schedules = fc.array(fc.constantFrom(...faults), { maxLength: 8 });

interface Outcome {
  readonly id?: string;
  readonly error?: string;
}

const outcome = (obtaining: Promise<{ id: string }>): Promise<Outcome> =>
  obtaining.then(
    ({ id }) => ({ id }),
    (error) => ({ error: String(error) }),
  );

/** Tries a law for schedules of faults. */
function forAll<T>(
  cases: fc.Arbitrary<T>,
  numRuns: number,
  law: (its: ReturnType<typeof open>, schedule: (typeof faults)[number][], each: T) => Promise<void>,
) {
  return fc.assert(
    fc.asyncProperty(schedules, fc.boolean(), cases, (schedule, uniqueNames, each) =>
      law(open(uniqueNames), [...schedule], each),
    ),
    { numRuns },
  );
}

function open(uniqueNames: boolean) {
  const io = new VirtualIo();
  const gateway = new FakeGateway(io, { uniqueNames });
  const rows = (named = "tone") => gateway.rows("prompts").filter(({ name }) => name === named);
  return {
    gateway,
    rows,
    ids: () => rows().map(({ id }) => id),
    run: () => new Process(gateway.send, io),
    settle: () => {
      gateway.faults = [];
      return io.sleep(120_000);
    },
  };
}

describe("no schedule of faults", () => {
  test("makes an object twice, or loses one that was reported, in this run or the next, and a run with adopt ends with the one object", () =>
    forAll(fc.constant(declared), 200, async ({ gateway, run, ids, settle }, schedule) => {
      gateway.faults = schedule;
      const first = await outcome(run().obtain(prompt, declared));
      if (first.id !== undefined) expect(ids()).toEqual([first.id]);
      await settle();
      const left = ids();
      expect(left.length).toBeLessThanOrEqual(1);
      const second = await outcome(run().obtain(prompt, declared));
      expect(ids()).toHaveLength(1);
      if (left.length === 0) expect(second).toEqual({ id: ids()[0] });
      else expect(second.error).toContain(`already exists, with id ${left[0]}`);
      const { id } = await run().obtain(prompt, { ...declared, adopt: true });
      expect(ids()).toEqual([id]);
    }));

  test("takes over an object that somebody else made before", () =>
    forAll(fc.constant("Theirs."), 150, async ({ gateway, rows, run, settle }, schedule, content) => {
      const { id } = gateway.put("prompts", { workspace_id: "w-1", name: "tone", content });
      await settle();
      gateway.faults = schedule;
      await expect(run().obtain(prompt, declared)).rejects.toThrow();
      expect(rows()).toMatchObject([{ id, content }]);
    }));

  test("confuses objects of other names that are made at the same time", () =>
    forAll(fc.constant(["tone", "style", "rules"]), 150, async ({ gateway, run, rows }, schedule, names) => {
      gateway.faults = schedule;
      const process = run();
      const made = names.map((name) => outcome(process.obtain(prompt, { ...declared, name })));
      for (const [index, { id }] of (await Promise.all(made)).entries()) {
        const there = rows(names[index]);
        expect(there.length).toBeLessThanOrEqual(1);
        if (id !== undefined) expect(there).toMatchObject([{ id }]);
      }
    }));

  const some = fc.shuffledSubarray(apart, { minLength: 2 });

  test("confuses or doubles objects of one name that are made at the same time, in this run or the next", () =>
    forAll(some, 300, async (_either, schedule, wanted) => {
      const { gateway, run, rows, settle } = open(false);
      gateway.faults = schedule;
      const first = run();
      const made = await Promise.all(wanted.map((each) => outcome(first.obtain(prompt, each))));
      for (const [index, { id }] of made.entries()) {
        const row = rows().find((each) => each.id === id);
        if (id !== undefined) expect(row?.environment).toBe(wanted[index]?.environment);
      }
      await settle();
      expect(rows().length).toBeLessThanOrEqual(wanted.length);
      const next = run();
      for (const [index, { id }] of made.entries()) {
        if (id === undefined) continue;
        next.registry.take("/prompts w-1", id, "kept");
        next.registry.planned.declare(prompt, id, wanted[index] ?? declared);
      }
      const missing = wanted.filter((_each, index) => made[index]?.id === undefined);
      await Promise.all(missing.map((each) => outcome(next.obtain(prompt, each))));
      expect(rows().length).toBeLessThanOrEqual(wanted.length);
    }));
});
