import { expect, test } from "vitest";
import { Ledger } from "../../../provider/lifecycle/ledger.js";

test("an object is claimed by one resource only", () => {
  const ledger = new Ledger();
  expect(ledger.claim("models a", "1")).toBe(true);
  expect(ledger.claim("models a", "1")).toBe(false);
  expect(ledger.held("models a", "1")).toBe(true);
  expect(ledger.held("models a", "2")).toBe(false);
});

test("what a resource keeps is not claimed by another: it goes on keeping it, and may destroy it", () => {
  const ledger = new Ledger();
  expect(ledger.keep("models a", "1")).toBe("nobody");
  expect(ledger.claim("models a", "1")).toBe(false);
  expect(ledger.keep("models a", "1")).toBe("kept");
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
  const tries = ["models a", "models a", "models b"];
  expect(tries.map((collection) => ledger.reserve(collection, "x"))).toEqual([true, false, true]);
});

test("objects of two collections may have the same id", () => {
  const ledger = new Ledger();
  ledger.keep("/workspaces ", "1");
  expect(ledger.claim("Budget 1", "1")).toBe(true);
  expect(ledger.keep("/workspaces ", "1")).toBe("kept");
  ledger.touch("Budget 1", "1");
  expect(ledger.stranger("/workspaces ", "1")).toBe(true);
});

test("only what this process had nothing to do with is a stranger", () => {
  const ledger = new Ledger();
  ledger.claim("models a", "claimed");
  ledger.touch("models a", "touched");
  ledger.create("models a", "created");
  const all = ["claimed", "touched", "created", "other"];
  expect(all.filter((id) => ledger.stranger("models a", id))).toEqual(["other"]);
  expect(all.filter((id) => ledger.created("models a", id))).toEqual(["created"]);
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

test("a resource whose object was taken over does not keep it", () => {
  const ledger = new Ledger();
  expect(ledger.claim("models a", "1")).toBe(true);
  expect([ledger.keep("models a", "1"), ledger.keeps("models a", "1")]).toEqual(["claimed", false]);
});

test("a name is free if its object is deleted before its replacement is created", () => {
  const ledger = new Ledger();
  const object = { collection: "models a", id: "1", deletedFirst: true };
  ledger.replace("x", object);
  ledger.replace("y", { ...object, id: "2", deletedFirst: false });
  expect(["x", "y", "z"].map((identity) => ledger.vacated(identity))).toEqual([true, false, false]);
  expect(ledger.awaitsReplacement("models a", "1")).toBe(object);
  ledger.replacementCreated("x");
  expect(ledger.awaitsReplacement("models a", "1")).toBeUndefined();
});

test("a process that has created, changed or deleted something has written; what it has looked at or claimed is no write", async () => {
  const idle = new Ledger();
  idle.claim("models a", "1");
  idle.keep("models a", "2");
  await idle.survey("models a", async () => ({ rows: [], complete: true }));
  expect(idle.hasWritten).toBe(false);
  const changed = new Ledger();
  changed.touch("models a", "1");
  const created = new Ledger();
  created.create("models a", "1");
  expect([changed.hasWritten, created.hasWritten]).toEqual([true, true]);
});

test("a gateway that gives the id of an object twice is told, and what has it keeps it", () => {
  const ledger = new Ledger();
  ledger.keep("models a", "1");
  expect(() => ledger.create("models a", "1")).toThrow(/id 1, which is that of another resource's object/);
  expect([ledger.keeps("models a", "1"), ledger.created("models a", "1")]).toEqual([true, false]);
});
