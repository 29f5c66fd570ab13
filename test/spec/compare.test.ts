import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { echoHash, looselySame, maybeTidied, sameValue } from "../../provider/spec/compare.js";
import { isJsonObject, type Json } from "../../provider/text/json.js";

const json: fc.Arbitrary<Json> = fc
  .jsonValue({ maxDepth: 4, noUnicodeString: false })
  .map((value) => asJson(value));

function asJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}

/** The same JSON with the keys of every object the other way round. */
function turned(value: Json): Json {
  if (Array.isArray(value)) {
    return value.map(turned);
  }
  return isJsonObject(value)
    ? Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, item]) => [key, turned(item)]),
      )
    : value;
}

test("the order of keys never counts, at any depth", () => {
  fc.assert(
    fc.property(json, fc.boolean(), (value, unordered) => {
      expect(sameValue({}, value, turned(value))).toBe(true);
      expect(echoHash({}, value)).toBe(echoHash({}, turned(value)));
      expect(sameValue(unordered ? { unordered } : {}, value, turned(value))).toBe(true);
    }),
  );
});

test("two values mean the same exactly if they are the same JSON", () => {
  const few = fc.jsonValue({ maxDepth: 2, depthSize: "small" }).map(asJson);
  fc.assert(
    fc.property(fc.oneof(json, few), few, (a, b) => {
      expect(sameValue({}, a, b)).toBe(isDeepStrictEqual(a, b));
    }),
  );
});

test.each<[Json | undefined, Json | undefined]>([
  [null, undefined],
  [null, "null"],
  [undefined, "undefined"],
  [0, false],
  [1, "1"],
  ["", null],
  [[], {}],
  [[1, 2], [12]],
  [{ a: 1 }, { a: 1, b: null }],
])("%j and %j are different", (a, b) => {
  expect(sameValue({}, a, b)).toBe(false);
});

test.each([
  ["1.75e-07", 0.000_000_175],
  ["2.50", 2.5],
  ["-0", 0],
])("spellings of one number are one number: %s", (text, number) => {
  expect(sameValue({}, JSON.parse(text), number)).toBe(true);
});

test("the order of elements counts only where the field says so", () => {
  expect(sameValue({}, ["a", "b"], ["b", "a"])).toBe(false);
  const lists = fc
    .array(json)
    .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })));
  fc.assert(
    fc.property(lists, ([list, shuffled]) => {
      expect(sameValue({ unordered: true }, list, shuffled)).toBe(true);
      expect(echoHash({ unordered: true }, list)).toBe(echoHash({ unordered: true }, shuffled));
    }),
  );
});

test("lists within an unordered list keep their order", () => {
  expect(sameValue({ unordered: true }, [[1, 2]], [[2, 1]])).toBe(false);
});

test("a comparison changes neither value", () => {
  const list = ["b", "a"];
  sameValue({ unordered: true }, list, ["a", "b"]);
  expect(list).toEqual(["b", "a"]);
});

test("an echo's hash tells values apart, and is short", () => {
  fc.assert(
    fc.property(json, json, (a, b) => {
      expect(echoHash({}, a)).toMatch(/^[\w-]{8}$/);
      expect(echoHash({}, a) === echoHash({}, b)).toBe(isDeepStrictEqual(a, b));
    }),
  );
});

test.each<[Json, Json, boolean]>([
  ["name", "  name \n", true],
  ["https://a.test", "https://a.test//", true],
  ["caf\u00e9", "cafe\u0301", true],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  ["name", "Name", false],
])("what gateways tidy in a name does not hide that %j is %j: %s", (a, b, isSame) => {
  expect(looselySame(a, b)).toBe(isSame);
});

test.each([
  ["a\r\nb", "a\nb", true],
  ["a  b ", "a b", true],
  ["HTTPS://Upstream.Example", "https://upstream.example/", true],
  [0.12345678, 0.123457, true],
  ["old", "new", false],
  ["Name: a", "name: a", false],
  [3, 4, false],
  [2.4, 2, false],
  [null, "kept", false],
  [true, false, false],
])("%j may have been tidied to %j: %s", (sent, live, isTidied) => {
  expect(maybeTidied(sent, live)).toBe(isTidied);
});
