import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { prompt } from "../../../provider/kinds/prompt.js";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import { FakeGateway, faults } from "../support/fake-gateway.ts";
import { Process } from "../support/process.ts";

const declared = { workspaceId: "w-1", name: "tone", content: "Be brief." };
/** What objects of one name may be declared as, each once. */
const apart: (typeof declared & { environment?: string })[] = [
  declared,
  { ...declared, environment: "PRODUCTION" },
  { ...declared, environment: "STAGING" },
];
const named = { workspace_id: "w-1", name: "tone" };

const schedules = fc.array(fc.constantFrom(...faults), { maxLength: 8 });
const gateways = fc.boolean().map((uniqueNames) => ({ uniqueNames }));

type Outcome = { id: string } | { error: string };

async function outcome(obtaining: Promise<{ id: string }>): Promise<Outcome> {
  return obtaining.then(
    ({ id }) => ({ id }),
    (error) => ({ error: String(error) }),
  );
}

function idsOf(gateway: FakeGateway): unknown[] {
  return gateway
    .rows("prompts")
    .filter(({ name }) => name === "tone")
    .map(({ id }) => id);
}

/** Tries a law for schedules of faults, on gateways that allow twins and on others. */
function forAll(
  law: (io: VirtualIo, gateway: FakeGateway, happen: () => void) => Promise<void>,
): Promise<void> {
  return fc.assert(
    fc.asyncProperty(schedules, gateways, async (schedule, habits) => {
      const io = new VirtualIo();
      const gateway = new FakeGateway(io, habits);
      await law(io, gateway, () => {
        gateway.faults = [...schedule];
      });
    }),
    { numRuns: 150 },
  );
}

describe("no schedule of faults", () => {
  test("makes an object twice, or loses one that was reported, in this run or the next", () =>
    forAll(async (io, gateway, happen) => {
      happen();
      const first = await outcome(new Process(gateway.send, io).obtain(prompt, declared));
      if ("id" in first) {
        expect(idsOf(gateway)).toEqual([first.id]);
        return;
      }
      gateway.faults = [];
      await io.sleep(120_000);
      const left = idsOf(gateway);
      expect(left.length).toBeLessThanOrEqual(1);
      const second = await outcome(new Process(gateway.send, io).obtain(prompt, declared));
      expect(idsOf(gateway)).toHaveLength(1);
      if ("error" in second) {
        expect(left).toHaveLength(1);
        expect(second.error).toContain(`exists already, with id ${left[0]}`);
      } else {
        expect(left).toEqual([]);
      }
    }));

  test("makes a run with adopt do anything but end with the one object", () =>
    forAll(async (io, gateway, happen) => {
      happen();
      await outcome(new Process(gateway.send, io).obtain(prompt, declared));
      gateway.faults = [];
      await io.sleep(120_000);
      const { id } = await new Process(gateway.send, io).obtain(prompt, { ...declared, adopt: true });
      expect(idsOf(gateway)).toEqual([id]);
    }));

  test("takes over an object that somebody else made before", () =>
    forAll(async (io, gateway, happen) => {
      const { id } = gateway.put("prompts", { ...named, content: "Theirs." });
      await io.sleep(60_000);
      happen();
      expect(await outcome(new Process(gateway.send, io).obtain(prompt, declared))).toHaveProperty("error");
      expect(idsOf(gateway)).toEqual([id]);
      expect(gateway.rows("prompts")).toMatchObject([{ content: "Theirs." }]);
    }));

  test("confuses objects of other names that are made at the same time", () =>
    forAll(async (io, gateway, happen) => {
      happen();
      const process = new Process(gateway.send, io);
      const names = ["tone", "style", "rules"];
      const outcomes = await Promise.all(
        names.map((name) => outcome(process.obtain(prompt, { ...declared, name }))),
      );
      for (const [index, result] of outcomes.entries()) {
        const ids = gateway.rows("prompts").filter(({ name }) => name === names[index]);
        expect(ids.length).toBeLessThanOrEqual(1);
        if ("id" in result) {
          expect(ids).toMatchObject([{ id: result.id }]);
        }
      }
    }));

  test("confuses or doubles objects of one name that are made at the same time, in this run or the next", () =>
    fc.assert(
      fc.asyncProperty(schedules, fc.shuffledSubarray(apart, { minLength: 2 }), async (schedule, wanted) => {
        const io = new VirtualIo();
        const gateway = new FakeGateway(io, { uniqueNames: false });
        gateway.faults = [...schedule];
        const first = new Process(gateway.send, io);
        const outcomes = await Promise.all(wanted.map((each) => outcome(first.obtain(prompt, each))));
        const environmentOf = (id: string) =>
          gateway.rows("prompts").find((row) => row.id === id)?.environment;
        for (const [index, result] of outcomes.entries()) {
          if ("id" in result) expect(environmentOf(result.id)).toBe(wanted[index]?.environment);
        }
        gateway.faults = [];
        await io.sleep(120_000);
        expect(idsOf(gateway).length).toBeLessThanOrEqual(wanted.length);
        const next = new Process(gateway.send, io);
        const open = wanted.filter((each, index) => {
          const result = outcomes[index];
          if (result === undefined || !("id" in result)) return true;
          next.registry.take("/prompts w-1", result.id, "kept");
          next.registry.planned.declare(prompt, result.id, each);
          return false;
        });
        await Promise.all(open.map((each) => outcome(next.obtain(prompt, each))));
        expect(idsOf(gateway).length).toBeLessThanOrEqual(wanted.length);
      }),
      { numRuns: 300 },
    ));
});
