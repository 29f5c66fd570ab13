import { expect, test } from "vitest";
import {
  describeBody,
  type Failure,
  hasStatus,
  isAnswer,
  RequestError,
} from "../../../provider/client/http/errors.js";

const failure: Failure = { method: "GET", path: "/models", outcome: "rejected", said: "no" };
const errorOf = (over: Partial<Failure>) => new RequestError({ ...failure, ...over });

test("what a failure means comes first, and what to do comes last", () => {
  const error = errorOf({ meaning: "The model is half made.", status: 500, remedy: "Run again." });
  expect(error.message).toBe("The model is half made. GET /models answered 500: no. Run again.");
});

test.each<[string, unknown, boolean, boolean]>([
  ["a refusal of the gateway", errorOf({ status: 404 }), true, true],
  ["another refusal", errorOf({ status: 403 }), false, true],
  ["a request that was lost", errorOf({ outcome: "unknown" }), false, false],
  ["a request that was not sent", errorOf({ status: 404, outcome: "not-sent" }), true, false],
  ["a refused sign-in", errorOf({ status: 404, signIn: true }), false, false],
  ["a mistake of ours", new Error("404"), false, false],
  ["nothing", undefined, false, false],
])("%s is told from the others", (_what, error, isMissing, answered) => {
  expect(hasStatus(error, 404, 410)).toBe(isMissing);
  expect(isAnswer(error)).toBe(answered);
});

test("a text of 300 characters is told in full, and of a longer one the beginning", () => {
  expect(describeBody("x".repeat(300))).toBe("x".repeat(300));
  expect(describeBody("x".repeat(301))).toBe(`${"x".repeat(300)}…`);
});

test("empty texts are left out, and what is told of a place stands behind it", () => {
  expect(describeBody({ errors: ["", "one", ""] })).toBe("one");
  expect(describeBody({ a: "", b: "two" })).toBe("b: two");
  expect(describeBody({ path: ["items", 0, { deep: true }, "name"], message: "is taken" })).toBe(
    "items.0.name: is taken",
  );
  expect(describeBody({ field: "name", errors: ["one", "two"] })).toBe("name: one; two");
  expect(describeBody({ field: "name", errors: [] })).toBe("");
});

test("an object without a known key is told by all its keys, and a key without a text is not", () => {
  expect(describeBody({ name: "is taken", code: 7, hint: "choose another" })).toBe(
    "name: is taken; hint: choose another",
  );
});

/** So many objects in each other, with a text in the last. */
function nested(depth: number): unknown {
  let value: unknown = "found";
  for (let count = 0; count < depth; count++) {
    value = count % 2 === 0 ? { message: value } : [value];
  }
  return value;
}

test("a text is found as deep as any answer that is read, and nothing is looked for below", () => {
  expect(describeBody(nested(100))).toBe("found");
  expect(describeBody(nested(20_000))).toBe("");
});

/** Counts how much of a list is looked at. */
function watched(length: number, item: (index: number) => unknown): { body: unknown[]; looks: () => number } {
  const seen = new Set<PropertyKey>();
  const body = new Proxy(
    Array.from({ length }, (_, index) => item(index)),
    {
      get(list, key) {
        if (/^\d+$/.test(String(key))) seen.add(key);
        return Reflect.get(list, key);
      },
    },
  );
  return { body, looks: () => seen.size };
}

test.each<[string, (index: number) => unknown]>([
  ["messages", (index) => `message ${index}`],
  ["texts that are long", () => "x".repeat(20_000)],
  ["objects with long keys", () => ({ ["k".repeat(20_000)]: "is wrong" })],
  ["objects with a long place", () => ({ field: "p".repeat(20_000), message: "is wrong" })],
])("of a list with thousands of %s the beginning is looked at", (_what, item) => {
  const { body, looks } = watched(5000, item);
  const line = describeBody({ errors: body });
  expect(line.length).toBeGreaterThan(100);
  expect(line.length).toBeLessThanOrEqual(301);
  expect(looks()).toBeLessThanOrEqual(20);
});

test("after texts of 16 KB no more is read, whatever stands there", () => {
  const hidden = { message: "never told" };
  const read: string[] = [];
  const watch = (name: string, value: unknown) => ({
    get [name]() {
      read.push(name);
      return value;
    },
  });
  const long = "x".repeat(16_384);
  const short = "x".repeat(16_383);
  describeBody([watch("message", long), watch("detail", hidden.message)]);
  expect(read).toEqual(["message"]);
  read.length = 0;
  describeBody([watch("message", short), watch("detail", hidden.message)]);
  expect(read).toEqual(["message", "detail"]);
});

test("a secret behind the place where a long text is cut is not shown in part", () => {
  const secret = "sk-canary-0123456789";
  for (let at = 270; at < 310; at++) {
    expect(describeBody(`${"x".repeat(at)}${secret} is wrong`, [secret])).not.toContain("sk-canary");
  }
});

test.each([
  ["<html><script>let a = 1;</script><p>Bad Gateway</p>", "Bad Gateway"],
  [" \n<html><style>b{}</style>\n<script>\nlet a;\n</script>502</html>", "502"],
  ["<p>before</p><script>without an end", "before"],
  ["<STYLE>b{}</STYLE>shown<SCRIPT>x</SCRIPT> too", "shown too"],
  ["<p>one</p><p>two</p>", "one two"],
  ["a < b and c > d", "a < b and c > d"],
])("of a page with %j what people would read is told", (page, text) => {
  expect(describeBody(page)).toBe(text);
});
