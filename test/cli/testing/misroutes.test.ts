import { writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { deploy } from "../../../cli/testing/index.js";
import type { Declared } from "../../e2e/support/declaration.ts";
import { startGateway } from "../../gateway/index.ts";
import { share } from "../../harness/tests/depth.ts";
import { caseOf, type Edit, harmless, misroutes } from "../expectations/support/seeds.ts";
import { programFile } from "./support/program-folder.ts";

// The edits that `check` and the guard of a review are tried with: which of them does a unit test notice?

/** A deploy takes a second: `MISROUTES=50` tries all. */
const all = Array.from({ length: 50 }, (_, index) => index);
const cases = process.env.MISROUTES === undefined ? share(all) : all.slice(0, Number(process.env.MISROUTES));

/** Declares what the config lists. Where a model was taken away, its name is left in the text of the program. */
const program = `
const made: Record<string, any> = {};
const value = (given: any) => (given?.ref === undefined ? given : made[given.ref]?.[given.output] ?? "main/" + given.ref);
for (const { kind, name, args } of new pulumi.Config().requireObject<any[]>("objects")) {
  const values = Object.entries(args).map(([key, given]) => [key, value(given)]);
  made[name] = new (gateway as any)[kind](name, Object.fromEntries(values));
}
`;

/** Everybody whom an edit makes a member. */
const joined = ["ada", "ben", "eve", "kim", "lee"];

/** What was tried, and which of it no longer meets the file of its team. */
async function tried(edits: readonly Edit[]) {
  const file = await programFile(program);
  const told = await Promise.all(
    inTwos(async (at) => {
      const { program: seeded, edit } = caseOf(edits, at);
      const routes = file.replace("index.ts", `${at}.yaml`);
      await writeFile(routes, seeded.routes);
      const objects: readonly Declared[] = edit.edit(seeded.objects);
      // One of the harmless edits makes a chain of two mappings of one name.
      const gateway = await startGateway({ keepsAlive: false, variants: { twins: true } });
      const stack = await deploy(file, { config: { objects }, joined, gateways: { default: gateway } });
      return { what: `${at}: ${edit.what}`, isNoticed: (await stack.unmet(routes)).length > 0 };
    }),
  );
  const what = told.flat();
  return {
    what: what.map((each) => each.what),
    noticed: what.filter(({ isNoticed }) => isNoticed).map((each) => each.what),
  };
}

/** Two at a time: each is a process. */
function inTwos<T>(work: (at: number) => Promise<T>): Promise<T[]>[] {
  return [0, 1].map(async (lane) => {
    const done: T[] = [];
    for (const at of cases.filter((_, index) => index % 2 === lane)) done.push(await work(at));
    return done;
  });
}

test("every seeded misroute is noticed", { timeout: 300_000 }, async () => {
  const { what, noticed } = await tried(misroutes);
  expect(noticed).toEqual(what);
});

test("no harmless edit is", { timeout: 300_000 }, async () => {
  expect((await tried(harmless)).noticed).toEqual([]);
});
