import { writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { deploy } from "../../../cli/testing/index.js";
import { Chance } from "../../e2e/support/chance.ts";
import { share } from "../../harness/tests/depth.ts";
import { programFile } from "./support/program-folder.ts";
import {
  expectationsOf,
  harmless,
  misroutes,
  type RoutedSetup,
  routedProgram,
  setupOf,
} from "./support/routed-program.ts";

// Twenty programs, each with what its team expects of it. Which edits of them does a unit test notice?

/** A deploy takes a second: `MISROUTES=50` tries all. */
const all = Array.from({ length: 50 }, (_, index) => index);
const seeds = process.env.MISROUTES === undefined ? share(all) : all.slice(0, Number(process.env.MISROUTES));

/** The seeds of the edits after which the file of the setup before is no longer met. */
async function noticed(edits: typeof misroutes): Promise<number[]> {
  const program = await programFile(routedProgram);
  const found = await Promise.all(
    inTwos(seeds, async (seed) => {
      const setup = setupOf(seed);
      const routes = program.replace("index.ts", `${edits === misroutes ? "mis" : "fine"}-${seed}.yaml`);
      await writeFile(routes, expectationsOf(setup));
      const edit = edits[seed % edits.length] ?? expect.unreachable();
      const stack = await deploy(program, {
        config: { setup: edit(setup, new Chance(seed)) satisfies RoutedSetup },
      });
      return (await stack.unmet(routes)).length > 0 ? [seed] : [];
    }),
  );
  return found.flat().toSorted((a, b) => a - b);
}

/** Two at a time: each is a process. */
function inTwos<T>(all: readonly number[], work: (seed: number) => Promise<T[]>): Promise<T[]>[] {
  return [0, 1].map(async (lane) => {
    const done: T[] = [];
    for (const seed of all.filter((_, index) => index % 2 === lane)) done.push(...(await work(seed)));
    return done;
  });
}

test("every seeded misroute is noticed", { timeout: 300_000 }, async () => {
  expect(await noticed(misroutes)).toEqual(seeds);
});

test("no harmless edit is", { timeout: 300_000 }, async () => {
  expect(await noticed(harmless)).toEqual([]);
});
