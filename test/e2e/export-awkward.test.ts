import { expect, test } from "vitest";
import { fillAwkwardly } from "./support/awkward-account.ts";
import { Exports } from "./support/exports.ts";
import { life } from "./support/life.ts";

// 300 objects with names that nobody would choose for a program. The tests are the stations of its way, in this order.
const w = life({}, () => fillAwkwardly({ gateway: w.gateway, seed: 12, site: w.site }));
const exports = new Exports(w);

test("an account of 300 objects becomes a program that compiles, in its own folder alone", async () => {
  const before = await exports.beside();
  const { output } = await exports.made("account", "--leave-keys");
  expect(await exports.beside()).toEqual(["account", ...before].sort());
  await exports.isWellWritten("account");
  const inEach = 9; // the list of each kind, the budget, and the list of workflows
  const asked = w.gateway.log
    .entries()
    .map(({ method, path, query }) => JSON.stringify([method, path, query]));
  expect(asked).toHaveLength(15 * inEach + 3); // and the workspaces, the quotas, and who asks
  expect(new Set(asked).size).toBe(asked.length);
  expect(w.calls.writes()).toEqual([]);
  expect(output).not.toContain("sk-canary");
});

test("no name of it reaches a terminal as it is, where it could move the cursor or turn the line around", async () => {
  const { output } = await exports.run("other", "--leave-keys", "--project", "account");
  expect(output.match(/[\p{Cc}\p{Bidi_Control}]/gu)?.filter((sign) => sign !== "\n") ?? []).toEqual([]);
  expect(await exports.texts("other")).toEqual(await exports.texts("account"));
});

test("all of it is imported, and then neither a preview nor a refresh has anything to say", async () => {
  // The engine rewrites its whole state for each object unless told otherwise; that is not what is tried here.
  await exports.imported("account", { PULUMI_SKIP_CHECKPOINTS: "true" });
  await exports.hasNoChanges("account");
  expect(w.calls.writes()).toEqual([]);
});
