import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { echoHash, isTidied, sameValue } from "../../provider/spec/compare.js";
import { isJsonObject, type Json } from "../../provider/text/json.js";

const anyJson: fc.Arbitrary<Json> = fc
  .jsonValue({ maxDepth: 4, noUnicodeString: false })
  .map((value) => asJson(value));

function asJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}

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

test("the order of keys is ignored at any depth", () => {
  fc.assert(
    fc.property(anyJson, fc.boolean(), (value, unordered) => {
      expect(sameValue({}, value, turned(value))).toBe(true);
      expect(echoHash({}, value)).toBe(echoHash({}, turned(value)));
      expect(sameValue(unordered ? { unordered } : {}, value, turned(value))).toBe(true);
    }),
  );
});

test("two values are equal exactly if they are the same JSON", () => {
  const few = fc.jsonValue({ maxDepth: 2, depthSize: "small" }).map(asJson);
  fc.assert(
    fc.property(fc.oneof(anyJson, few), few, (a, b) => {
      expect(sameValue({}, a, b)).toBe(isDeepStrictEqual(a, b));
    }),
  );
});

test.each<[Json | undefined, Json | undefined]>([
  [null, undefined],
  [null, "null"],
  [0, false],
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
])("different spellings of a number are equal: %s", (text, number) => {
  expect(sameValue({}, JSON.parse(text), number)).toBe(true);
});

test("the order of elements is ignored only if the field is unordered", () => {
  expect(sameValue({}, ["a", "b"], ["b", "a"])).toBe(false);
  const lists = fc
    .array(anyJson)
    .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })));
  fc.assert(
    fc.property(lists, ([list, shuffled]) => {
      expect(sameValue({ unordered: true }, list, shuffled)).toBe(true);
      expect(echoHash({ unordered: true }, list)).toBe(echoHash({ unordered: true }, shuffled));
    }),
  );
});

test("an echo hash is short and differs for different values", () => {
  fc.assert(
    fc.property(anyJson, anyJson, (a, b) => {
      expect(echoHash({}, a)).toMatch(/^[\w-]{8}$/);
      expect(echoHash({}, a) === echoHash({}, b)).toBe(isDeepStrictEqual(a, b));
    }),
  );
});

const name = {};
const prose = { prose: true } as const;
const set = { unordered: true } as const;
const json = { freeForm: true } as const;

/** The rows of the table in docs/guarantees.md. */
test.each<[what: string, field: Parameters<typeof isTidied>[0], sent: Json, shown: Json]>([
  ["space around a text", name, "tone ", "tone"],
  ["space around prose", prose, "Be brief.\n", "Be brief."],
  ["the Unicode form of letters", name, "caf\u00e9", "cafe\u0301"],
  ["line endings", prose, "a\r\nb\rc", "a\nb\nc"],
  ["an HTML entity", prose, 'a < b & "c"', "a &lt; b &amp; &quot;c&quot;"],
  ["an HTML entity by its number", name, "it's", "it&#39;s"],
  ["an HTML entity by its hexadecimal number", name, "it's", "it&#x27;s"],
  ["an entity that was escaped again", name, "a &amp; b", "a &amp;amp; b"],
  ["spaces inside a name", name, "a  b", "a b"],
  ["an address as `new URL` spells it", name, "HTTPS://A.Example:443/%7e", "https://a.example/%7e"],
  ["a slash at the end of an address", name, "https://a.test/v1", "https://a.test/v1/"],
  ["float noise", name, 0.3, 0.1 + 0.2],
  ["a number with fewer digits", name, 0.12345678, 0.123457],
  ["a number that is rounded to a whole one", name, 1000.4, 1000],
  ["the order of a set", set, ["b ", "a"], ["a", "b"]],
  ["what a set has twice", set, ["a", "a"], ["a"]],
  ["keys that the gateway adds", json, { a: { b: 1 } }, { a: { b: 1, c: 2 }, d: 3 }],
  ["the order of keys", json, { a: 1, b: 2 }, { b: 2, a: 1 }],
  ["an empty value that is left out", json, { a: null, b: [], c: "" }, {}],
  ["an empty list that is shown as null", set, [], null],
  ["an empty text that is shown as null", name, "", null],
  ["null that is shown as an empty text", name, null, ""],
])("tidied: %s", (_what, field, sent, shown) => {
  expect(isTidied(field, sent, shown)).toBe(true);
});

test.each<[what: string, field: Parameters<typeof isTidied>[0], sent: Json, shown: Json]>([
  ["another boolean", name, false, true],
  ["false that is shown as null", name, false, null],
  ["null that is not taken", name, null, "STAGING"],
  ["another whole number near it", name, 1001, 1000],
  ["a number that is off by more than 0.1 %", name, 2.4, 2],
  ["a small number that becomes 0", name, 1.5e-7, 0],
  ["another text", name, "old", "new"],
  ["another letter case", name, "Name", "name"],
  ["a text that was cut", prose, "x".repeat(300), "x".repeat(255)],
  ["a text without its markup", prose, "<b>a</b>", "a"],
  ["spaces inside prose", prose, "- a\n  - b", "- a\n - b"],
  ["spaces inside a text of a workflow", json, { a: "b  c" }, { a: "b c" }],
  ["a slash at the end of a name", name, "openai/", "openai"],
  ["another address", name, "https://a.test/v1", "https://a.test/v2"],
  ["a set that lost a member", set, ["a", "b"], ["a"]],
  ["a set with another member", set, ["a"], ["a", "b"]],
  ["another order of a list", json, { a: [1, 2] }, { a: [2, 1] }],
  ["a missing key", json, { a: { b: 1, c: 2 } }, { a: { b: 1 } }],
  ["another value of a key", json, { a: 5000 }, { a: 1000 }],
  ["a number that became a text", json, { a: 1 }, { a: "1" }],
])("altered: %s", (_what, field, sent, shown) => {
  expect(isTidied(field, sent, shown)).toBe(false);
});

test("a value is not altered if only the order of its keys differs", () => {
  fc.assert(
    fc.property(anyJson, fc.constantFrom(name, prose, set, json), (value, field) => {
      expect(isTidied(field, value, turned(value))).toBe(true);
    }),
  );
});
