import { expect, test } from "vitest";
import { idOf, itemOf, listOf } from "../../provider/client/exchange.js";
import { reply } from "./support/reply.ts";

const row = { id: "1" };

const lists: readonly (readonly [name: string, body: unknown, complete: boolean])[] = [
  ["without a total", { data: [row] }, true],
  ["with its total", { data: [row], total: 1 }, true],
  ["whose total is spelled as a string", { data: [row], total: "1" }, true],
  ["with a total that is more than came", { data: [row], total: 2 }, false],
  ["that is bare", [row], true],
  ["with a total of null", { data: [row], total: null }, true],
  ["with entries that are no objects", { data: [row, null, "x", 1], total: 1 }, true],
];

test.each(lists)("a list %s is read", (_name, body, complete) => {
  expect(listOf(reply(200, body))).toMatchObject({ rows: [row], complete });
});

test("a list has the total that the gateway tells, or none", () => {
  expect(listOf(reply(200, { data: [row], total: "7" }))?.total).toBe(7);
  expect(listOf(reply(200, { data: [row], total: null }))).not.toHaveProperty("total");
});

test.each([[undefined], [null], ["text"], [{}], [{ data: row }], [{ items: [row] }]])(
  "%j is no list, not an empty one",
  (body) => {
    expect(listOf(reply(200, body))).toBeUndefined();
  },
);

test("an object is read wrapped and bare", () => {
  expect(itemOf(reply(200, { data: row }))).toEqual(row);
  expect(itemOf(reply(200, row))).toEqual(row);
});

test.each([[undefined], [null], [""], ["ok"], [{}], [{ data: {} }], [[row]]])(
  "%j holds no object",
  (body) => {
    expect(itemOf(reply(200, body))).toBeUndefined();
  },
);

test("an id is a string, and a number is understood as one", () => {
  expect(idOf(row)).toBe("1");
  expect(idOf({ id: 7 })).toBe("7");
  expect(idOf({ id: null })).toBeUndefined();
  expect(idOf({ id: "" })).toBeUndefined();
  expect(idOf(undefined)).toBeUndefined();
});
