import { expect, test } from "vitest";
import { clickAccount } from "./support/clicked-account.ts";
import { Exports } from "./support/exports.ts";
import { life } from "./support/life.ts";

// The tests of this file work on one account, in this order.
const w = life({}, clickAccount);
const exports = new Exports(w);

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
