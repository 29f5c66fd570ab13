import { expect, test } from "vitest";
import { clickAccount } from "./support/clicked-account.ts";
import { Exports } from "./support/exports.ts";
import { worldOfTest } from "./support/life.ts";

// Each other way to answer or to store gives the same program (test/export) and the same import (test/contract/imported.test.ts).
// Here the ways to store go through the engine, together.
test("an account with objects of one name and odd ids, normalised, is exported, imported and previewed empty", async () => {
  const w = await worldOfTest({
    variants: { canonical: true, ids: "odd", twins: true, gatewayName: "name" },
  });
  await clickAccount(w);
  const exports = new Exports(w);
  await exports.made("account", "--leave-keys");
  // The engine rewrites its whole state for each object unless told otherwise; that is not what is tried here.
  await exports.imported("account", { PULUMI_SKIP_CHECKPOINTS: "true" });
  await exports.hasNoChanges("account");
  expect(w.calls.writes()).toEqual([]);
});

test("an export that is interrupted leaves nothing behind", async () => {
  const w = await worldOfTest({});
  await clickAccount(w);
  const exports = new Exports(w);
  const before = await exports.beside();
  const hung = w.gateway.faults.add({ kind: "hang-before", method: "GET", path: "/prompts" });
  const running = exports.start("account");
  await expect.poll(() => hung.hits, { timeout: 60_000 }).toBeGreaterThan(0);
  running.kill("SIGINT");
  expect((await running.done).code).toBe(130);
  expect(await exports.beside()).toEqual(before);
});
