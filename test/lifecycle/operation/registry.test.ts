import { expect, test } from "vitest";
import { ObjectRegistry } from "../../../provider/lifecycle/registry.js";

type Way = "claimed" | "kept" | "created";

test.each<[string, ways: Way[], before: string[]]>([
  ["claimed has it alone", ["claimed", "claimed"], ["nobody", "claimed"]],
  ["kept is not claimed by another", ["kept", "claimed", "kept"], ["nobody", "kept", "kept"]],
  ["taken over is not kept by the resource before", ["claimed", "kept"], ["nobody", "claimed"]],
  ["created is created once", ["created", "created"], ["nobody", "created"]],
])("an object that is %s", (_law, ways, before) => {
  const registry = new ObjectRegistry();
  expect(ways.map((way) => registry.take("models a", "1", way))).toEqual(before);
  expect(registry.keeps("models a", "1")).toBe(ways[0] === "kept");
  expect(registry.held("models a", "1")).toBe(ways[0] !== "created");
  expect(registry.held("models a", "2")).toBe(false);
});

test("an object that its resource is leaving can be claimed by another resource, and is then held", () => {
  const registry = new ObjectRegistry();
  registry.at("models a", "1").leaving = true;
  expect(registry.at("models a", "1").leaving).toBe(true);
  expect(registry.held("models a", "1")).toBe(false);
  expect(registry.take("models a", "1", "claimed")).toBe("nobody");
  expect(registry.held("models a", "1")).toBe(true);
});

test("objects of two collections may have the same id", () => {
  const registry = new ObjectRegistry();
  registry.take("/workspaces ", "1", "kept");
  expect(registry.take("Budget 1", "1", "claimed")).toBe("nobody");
  expect(registry.take("/workspaces ", "1", "kept")).toBe("kept");
  registry.touch("Budget 1", "1");
  expect(registry.stranger("/workspaces ", "1")).toBe(true);
});

test("an object is a stranger only if this process did not claim, touch, or create it", () => {
  const registry = new ObjectRegistry();
  registry.take("models a", "claimed", "claimed");
  registry.touch("models a", "touched");
  registry.recordCreate("models a", "created");
  const all = ["claimed", "touched", "created", "other"];
  expect(all.filter((id) => registry.stranger("models a", id))).toEqual(["other"]);
  expect(all.filter((id) => registry.at("models a", id).created)).toEqual(["created"]);
});

test("a collection is surveyed once, even for concurrent callers", async () => {
  const registry = new ObjectRegistry();
  let loads = 0;
  const load = async () => ({ rows: [{ id: String(++loads) }], complete: true });
  const seen = await Promise.all([registry.survey("models a", load), registry.survey("models a", load)]);
  expect(await registry.survey("models a", load)).toEqual(seen[0]);
  expect(loads).toBe(1);
  await registry.survey("models b", load);
  expect(loads).toBe(2);
});

test("a failed survey is repeated on the next call", async () => {
  const registry = new ObjectRegistry();
  await expect(
    registry.survey("models a", async () => Promise.reject(new Error("no answer"))),
  ).rejects.toThrow();
  const rows = { rows: [], complete: true };
  expect(await registry.survey("models a", async () => rows)).toEqual(rows);
});

test("a rename closes a cycle only if the chain of renames returns to its own name", () => {
  const registry = new ObjectRegistry();
  const moves = [
    ["a", "b"],
    ["b", "c"],
    ["c", "a"],
    ["x", "a"],
    ["y", "z"],
  ] as const;
  expect(moves.map(([from, to]) => registry.goesRound(from, to))).toEqual([false, false, true, false, false]);
});

test("a name is free if its object is deleted before its replacement is created", () => {
  const registry = new ObjectRegistry();
  const object = { collection: "models a", id: "1", deletedFirst: true };
  registry.replace("x", object);
  registry.replace("y", { ...object, id: "2", deletedFirst: false });
  expect(["x", "y", "z"].map((identity) => registry.vacated(identity))).toEqual([true, false, false]);
  expect(registry.awaitsReplacement("models a", "1")).toBe(object);
  registry.replacementCreated("x");
  expect(registry.awaitsReplacement("models a", "1")).toBeUndefined();
});

test("hasWritten is true after a create or a change, but not after a claim or a survey", async () => {
  const idle = new ObjectRegistry();
  idle.take("models a", "1", "claimed");
  idle.take("models a", "2", "kept");
  await idle.survey("models a", async () => ({ rows: [], complete: true }));
  expect(idle.hasWritten).toBe(false);
  const changed = new ObjectRegistry();
  changed.touch("models a", "1");
  const created = new ObjectRegistry();
  created.recordCreate("models a", "1");
  expect([changed.hasWritten, created.hasWritten]).toEqual([true, true]);
});

test("a create that returns the id of another resource's object fails, and that resource keeps it", () => {
  const registry = new ObjectRegistry();
  registry.take("models a", "1", "kept");
  expect(() => registry.recordCreate("models a", "1")).toThrow(
    /id 1, which belongs to another resource's object/,
  );
  expect([registry.keeps("models a", "1"), registry.at("models a", "1").created]).toEqual([true, false]);
});
