import { expect, test } from "vitest";
import type { Rows } from "../../provider/client/exchange.js";
import { Lists, NextLists } from "../../provider/client/lists.js";

const list = (...ids: string[]): Rows => ({ rows: ids.map((id) => ({ id })), complete: true });

/** Lists whose loads end when the test says so. */
function manual<L extends Lists | NextLists>(lists: L) {
  const loads: PromiseWithResolvers<Rows>[] = [];
  const load = () => {
    loads.push(Promise.withResolvers());
    return loads.at(-1)?.promise ?? expect.unreachable();
  };
  return { lists, loads, load };
}

test("one load serves all readers, including those that arrive while it runs", async () => {
  const { lists, loads, load } = manual(new Lists());
  const early = [lists.read("models a", load), lists.read("models a", load)];
  loads[0]?.resolve(list("1"));
  const late = lists.read("models a", load);
  expect(await Promise.all([...early, late])).toEqual([list("1"), list("1"), list("1")]);
  expect(loads).toHaveLength(1);
});

test("a failed load fails all waiting readers and is not cached", async () => {
  const { lists, loads, load } = manual(new Lists());
  const waiting = [lists.read("models a", load), lists.read("models a", load)];
  loads[0]?.reject(new Error("no answer"));
  expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await lists.read("models a", async () => list("1"))).toEqual(list("1"));
});

test("a load that starts before a write is not used for reads after the write", async () => {
  const { lists, loads, load } = manual(new Lists());
  const before = lists.read("models a", load);
  lists.write("models a");
  const after = lists.read("models a", load);
  loads[1]?.resolve(list("1", "2"));
  loads[0]?.resolve(list("1"));
  await before;
  expect(await after).toEqual(list("1", "2"));
  expect(await lists.read("models a", load)).toEqual(list("1", "2"));
});

test("a discarded load that fails late does not affect the next load", async () => {
  const { lists, loads, load } = manual(new Lists());
  const before = lists.read("models a", load);
  lists.write("models a");
  const after = lists.read("models a", load);
  loads[0]?.reject(new Error("no answer"));
  await expect(before).rejects.toThrow("no answer");
  loads[1]?.resolve(list("1"));
  await after;
  await lists.read("models a", load);
  expect(loads).toHaveLength(2);
});

test("a list that was read stays known until it is forgotten or written", async () => {
  const { lists, loads, load } = manual(new Lists());
  expect(lists.known("models")).toBeUndefined();
  const read = lists.read("models", load);
  expect(lists.known("models")).toBe(read);
  lists.forget("models");
  expect(lists.known("models")).toBeUndefined();
  expect(lists.written("models")).toBe(false);
  expect(lists.read("models", load)).not.toBe(read);
  expect(loads).toHaveLength(2);
  lists.write("models");
  expect(lists.known("models")).toBeUndefined();
  expect([lists.written("models"), lists.written("prompts")]).toEqual([true, false]);
});

test("a row is found by its id only in the list that contains it", () => {
  const lists = new Lists();
  const [first, second] = [list("1", "2"), list("2", "3")];
  expect(lists.row(first, "1")).toBe(first.rows[0]);
  expect(lists.row(first, "2")).toBe(first.rows[1]);
  expect(lists.row(second, "2")).toBe(second.rows[0]);
  expect(lists.row(second, "1")).toBeUndefined();
});

/** Ten lists of a family that are expected, and which of them have begun to load. */
function tenExpected(load: (parent: number) => Promise<Rows> = async () => list()) {
  const lists = new Lists();
  const begun: number[] = [];
  const loadOf = (parent: number) => () => {
    begun.push(parent);
    return load(parent);
  };
  const range = Array.from({ length: 10 }, (_, parent) => parent);
  for (const parent of range) {
    lists.expect("models", `models ${parent}`, loadOf(parent));
  }
  return { lists, begun, range, read: (parent: number) => lists.read(`models ${parent}`, loadOf(parent)) };
}

test("no list is preloaded before one of its family is requested", async () => {
  const { lists, begun } = tenExpected();
  await lists.read("prompts 0", async () => list());
  await lists.read("models of an unexpected parent", async () => list());
  expect(begun).toEqual([]);
});

test("lists are preloaded in order, at most four, and never more than were requested", async () => {
  const { begun, range, read } = tenExpected();
  const ahead: number[] = [];
  for (const parent of range) {
    await read(parent);
    await read(parent);
    ahead.push(begun.length - parent - 1);
  }
  expect(ahead).toEqual([1, 2, 3, 4, 4, 4, 3, 2, 1, 0]);
  expect(begun).toEqual(range);
});

test("reads in an unexpected order load no list twice", async () => {
  const { begun, range, read } = tenExpected();
  for (const parent of range.toReversed()) {
    await read(parent);
  }
  expect(begun.toSorted()).toEqual(range);
});

test("a list that failed to preload is loaded again for its reader", async () => {
  let failures = 1;
  const { read } = tenExpected(async (parent) => {
    if (parent === 1 && failures-- > 0) {
      throw new Error("no answer");
    }
    return list(String(parent));
  });
  await read(0);
  expect(await read(1)).toEqual(list("1"));
});

test("a list that is announced twice is preloaded once, even if that fails", async () => {
  const { lists, begun, range, read } = tenExpected((parent) =>
    parent === 1 ? Promise.reject(new Error("no answer")) : Promise.resolve(list()),
  );
  lists.expect("models", "models 1", () => expect.unreachable("it is not preloaded again"));
  for (const parent of range.filter((each) => each !== 1)) await read(parent);
  expect(begun).toEqual(range);
});

test("a list that was written is not preloaded", async () => {
  const { lists, begun, read } = tenExpected();
  lists.write("models 1");
  await read(0);
  expect(begun).toEqual([0, 2]);
});

test("a read of the next list gets a load that starts after the call, shared by waiting readers", async () => {
  const { lists, loads, load } = manual(new NextLists());
  const first = lists.read("workspaces", load);
  const second = [lists.read("workspaces", load), lists.read("workspaces", load)];
  expect(loads).toHaveLength(1);
  loads[0]?.resolve(list("1"));
  expect(await first).toEqual(list("1"));
  expect(loads).toHaveLength(2);
  const third = [lists.read("workspaces", load), lists.read("workspaces", load)];
  loads[1]?.resolve(list("2"));
  expect(await Promise.all(second)).toEqual([list("2"), list("2")]);
  loads[2]?.resolve(list("3"));
  expect(await Promise.all(third)).toEqual([list("3"), list("3")]);
  expect(loads).toHaveLength(3);
});

test("a next list is not cached, and collections do not share one", async () => {
  const lists = new NextLists();
  expect(await lists.read("workspaces", async () => list("1"))).toEqual(list("1"));
  const both = [lists.read("workspaces", async () => list("2")), lists.read("quotas", async () => list("3"))];
  expect(await Promise.all(both)).toEqual([list("2"), list("3")]);
});

test("a failed next list fails only the readers that wait for it", async () => {
  const { lists, loads, load } = manual(new NextLists());
  const [first, ...meanwhile] = [1, 2, 3].map(() => lists.read("workspaces", load));
  loads[0]?.reject(new Error("no answer"));
  await expect(first).rejects.toThrow("no answer");
  const after = lists.read("workspaces", load);
  loads[1]?.reject(new Error("none either"));
  for (const waiting of meanwhile) await expect(waiting).rejects.toThrow("none either");
  loads[2]?.resolve(list("1"));
  expect(await after).toEqual(list("1"));
});
