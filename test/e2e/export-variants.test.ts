import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Variants } from "../gateway/index.ts";
import { clickAccount } from "./support/clicked-account.ts";
import { Exports } from "./support/exports.ts";
import { fails } from "./support/outcome.ts";
import { exportsFrom } from "./support/variant-exports.ts";
import { type World, world } from "./support/world.ts";

// What a gateway may store in another way. What it may answer in another way: export-answers.test.ts.
const stores: { name: string; variants: Partial<Variants> }[] = [
  { name: "normalised values, and ids of any characters", variants: { canonical: true, ids: "odd" } },
  { name: "two objects of one name", variants: { twins: true, gatewayName: "name" } },
];

test.each(stores)("an account with $name is exported, imported and previewed empty", async ({ variants }) => {
  await exportsFrom(variants);
});

describe("what is not finished", () => {
  let w: World;
  let exports: Exports;
  beforeAll(async () => {
    w = await world();
    await clickAccount(w);
    exports = new Exports(w);
  });
  afterAll(() => w?.dispose());

  test("an export that is interrupted leaves nothing behind", async () => {
    const before = await exports.beside();
    const hung = w.gateway.faults.add({ kind: "hang-before", method: "GET", path: "/prompts" });
    const running = exports.start("account");
    await expect.poll(() => hung.hits, { timeout: 60_000 }).toBeGreaterThan(0);
    running.kill("SIGINT");
    expect((await running.done).code).toBe(130);
    expect(await exports.beside()).toEqual(before);
  });

  test("of a list that the gateway cuts, nothing is made: not half of an export", async () => {
    const before = await exports.beside();
    w.gateway.variants.cut = 1;
    expect(await fails(exports.run("account"))).toContain("the gateway cut the list of Workspaces");
    expect(await exports.beside()).toEqual(before);
  });
});
