import { afterAll, beforeAll, expect, test } from "vitest";
import { clickAccount } from "./support/clicked-account.ts";
import { Exports } from "./support/exports.ts";
import { type World, world } from "./support/world.ts";

// The tests of this file work on one account, in this order.
let w: World;
let exports: Exports;
beforeAll(async () => {
  w = await world();
  await clickAccount(w);
  exports = new Exports(w);
});
afterAll(() => w?.dispose());

test("one command makes the program, the stack and its import", async () => {
  await exports.made("account", "--leave-keys", "--import", "--stack", "test");
  await exports.hasNoChanges("account");
  expect(w.calls.writes()).toEqual([]);
});

test("the same command once more, into the export, leaves the stack as it is", async () => {
  const before = await exports.resources("account");
  expect(before.length).toBeGreaterThan(15);
  await exports.made("account", "--into", "--import", "--stack", "test");
  expect(await exports.resources("account")).toEqual(before);
  await exports.previewsEmpty("account");
});

test("of the workspaces that are named, all is exported, and nothing of the others", async () => {
  await exports.made("sales", "--leave-keys", "--workspace", "Sales", "--import", "--stack", "test");
  await exports.previewsEmpty("sales");
  const texts = Object.values(await exports.texts("sales")).join("\n");
  expect(texts).toContain("Sell.");
  expect(texts).not.toContain("Be brief.");
  expect(w.calls.writes()).toEqual([]);
});
