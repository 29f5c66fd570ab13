import { expect, test } from "vitest";
import { Ledger } from "../../../provider/lifecycle/operation/ledger.js";

test("an object is claimed by one resource only", () => {
  const ledger = new Ledger();
  expect(ledger.claim("models a", "1")).toBe(true);
  expect(ledger.claim("models a", "1")).toBe(false);
  expect(ledger.claimed("models a", "1")).toBe(true);
  expect(ledger.claimed("models a", "2")).toBe(false);
});

test("what a resource keeps is not claimed by another, nor kept by it after that", () => {
  const ledger = new Ledger();
  expect(ledger.keep("models a", "1")).toBe(true);
  expect(ledger.claim("models a", "1")).toBe(false);
  expect(ledger.claim("models a", "2")).toBe(true);
  expect(ledger.keep("models a", "2")).toBe(false);
});

test("a claim that was refused is no claim: whose object it is, keeps it and may destroy it", () => {
  const ledger = new Ledger();
  ledger.keep("models a", "1");
  ledger.claim("models a", "1");
  expect(ledger.claimed("models a", "1")).toBe(false);
});

test("an object that its resource leaves may be claimed by another, and is then held", () => {
  const ledger = new Ledger();
  ledger.leave("models a", "1");
  expect(ledger.left("models a", "1")).toBe(true);
  expect(ledger.held("models a", "1")).toBe(false);
  expect(ledger.claim("models a", "1")).toBe(true);
  expect(ledger.held("models a", "1")).toBe(true);
});

test("a name is reserved once in a collection", () => {
  const ledger = new Ledger();
  const tries = [
    ["models a", "x"],
    ["models a", "x"],
    ["models b", "x"],
  ] as const;
  expect(tries.map(([collection, name]) => ledger.reserve(collection, name))).toEqual([true, false, true]);
});

test("objects of two collections may have the same id", () => {
  const ledger = new Ledger();
  ledger.keep("/workspaces ", "1");
  expect(ledger.claim("Budget 1", "1")).toBe(true);
  expect(ledger.claimed("/workspaces ", "1")).toBe(false);
  ledger.touch("Budget 1", "1");
  expect(ledger.stranger("/workspaces ", "1")).toBe(true);
});

test("only what this process had nothing to do with is a stranger", () => {
  const ledger = new Ledger();
  ledger.claim("models a", "claimed");
  ledger.touch("models a", "touched");
  ledger.create("models a", "created");
  const strangers = ["claimed", "touched", "created", "other"].filter((id) =>
    ledger.stranger("models a", id),
  );
  expect(strangers).toEqual(["other"]);
  expect(["claimed", "touched", "created", "other"].map((id) => ledger.created("models a", id))).toEqual([
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
