import { expect, test } from "vitest";
import { clickAccount } from "./support/clicked-account.ts";
import { Exports } from "./support/exports.ts";
import { life } from "./support/life.ts";
import { ok } from "./support/outcome.ts";

// The tests of this file work on one account, in this order: with objects of one name and odd ids, on a gateway that normalizes
// what it stores.
const w = life({ variants: { canonical: true, ids: "odd", twins: true, gatewayName: "name" } }, clickAccount);
const exports = new Exports(w);

test("one command makes the program, the stack and its import", async () => {
  await exports.made("account", "--leave-keys", "--import", "--stack", "test");
  await exports.hasNoChanges("account");
  await exports.isAsDeclared("account");
  expect(w.calls.writes()).toEqual([]);
});

test("an import skips what the stack has already", async () => {
  const before = await exports.resources("account");
  expect(before.length).toBeGreaterThan(15);
  await exports.importsAgain("account");
  expect(await exports.resources("account")).toEqual(before);
  await exports.previewsEmpty("account");
});

test("what is taken out of the program before its first `up` stays as it is", async () => {
  const program = await exports.text("account", "support.ts");
  const shorter = program.replace(/^ *(enabled|description|environment|isDefault): .*\n/gm, "");
  expect(program.split("\n").length - shorter.split("\n").length).toBeGreaterThan(2);
  await exports.write("account", "support.ts", shorter);
  w.calls.take();
  await ok(exports.pulumi("account", ["up", "--yes", "--skip-preview"]));
  expect(w.calls.writes()).toEqual([]);
  await exports.hasNoChanges("account");
});
