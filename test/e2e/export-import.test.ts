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
  let taken = 0;
  for (const [file, text] of Object.entries(await exports.texts("account"))) {
    const shorter = file.endsWith(".ts")
      ? text.replace(/^ *(enabled|description|environment): .*\n/gm, "")
      : text;
    taken += text.split("\n").length - shorter.split("\n").length;
    if (shorter !== text) await exports.write("account", file, shorter);
  }
  expect(taken).toBeGreaterThan(2);
  w.calls.take();
  await ok(exports.pulumi("account", ["up", "--yes", "--skip-preview"]));
  expect(w.calls.writes()).toEqual([]);
  await exports.hasNoChanges("account");
});
