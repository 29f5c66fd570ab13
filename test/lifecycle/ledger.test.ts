import { expect, test } from "vitest";
import { Ledger } from "../../provider/lifecycle/ledger.js";

test("an object is claimed by one resource only", () => {
  const ledger = new Ledger();
  expect(ledger.claim("1")).toBe(true);
  expect(ledger.claim("1")).toBe(false);
  expect(ledger.claimed("1")).toBe(true);
  expect(ledger.claimed("2")).toBe(false);
});

test("only what this process had nothing to do with is a stranger", () => {
  const ledger = new Ledger();
  ledger.claim("claimed");
  ledger.touch("touched");
  ledger.create("created");
  expect(["claimed", "touched", "created", "other"].map((id) => ledger.stranger(id))).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect(["claimed", "touched", "created", "other"].map((id) => ledger.created(id))).toEqual([
    false,
    false,
    true,
    false,
  ]);
});

test("a collection is surveyed once, by all who ask at the same moment too", async () => {
  const ledger = new Ledger();
  let loads = 0;
  const load = async () => ({ rows: [{ id: String(++loads) }], complete: true });
  const seen = await Promise.all([ledger.survey("models a", load), ledger.survey("models a", load)]);
  expect(await ledger.survey("models a", load)).toEqual(seen[0]);
  expect(loads).toBe(1);
  await ledger.survey("models b", load);
  expect(loads).toBe(2);
});

test("a survey that failed is made again", async () => {
  const ledger = new Ledger();
  await expect(
    ledger.survey("models a", async () => Promise.reject(new Error("no answer"))),
  ).rejects.toThrow();
  const rows = { rows: [], complete: true };
  expect(await ledger.survey("models a", async () => rows)).toEqual(rows);
});
