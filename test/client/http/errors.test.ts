import fc from "fast-check";
import { expect, test, vi } from "vitest";
import {
  describeBody,
  type Failure,
  hasStatus,
  isAnswer,
  mayHaveHappened,
  RequestError,
} from "../../../provider/client/http/errors.js";

/** So many objects in each other, with a text in the last. */
function nested(depth: number): unknown {
  let value: unknown = "found";
  for (let count = 0; count < depth; count++) {
    value = count % 2 === 0 ? { message: value } : [value];
  }
  return value;
}

const numbered = (length: number) => Array.from({ length }, (_, index) => `e${index}`);

const shapes: readonly (readonly [name: string, body: unknown, line: string])[] = [
  ["a message", { message: "name is taken" }, "name is taken"],
  ["a detail", { detail: "name is taken", status: 409 }, "name is taken"],
  ["an error text", { error: "name is taken" }, "name is taken"],
  ["an OAuth error", { error_description: "expired", error: "invalid_token" }, "expired; invalid_token"],
  ["a nested error", { error: { message: "name is taken", code: 7 } }, "name is taken"],
  ["a list of texts", { errors: ["one", "two"] }, "one; two"],
  ["a list of errors", { errors: [{ message: "one" }, { detail: "two" }] }, "one; two"],
  ["a list with empty texts", { errors: ["", "one", ""] }, "one"],
  ["a list of many errors", { errors: numbered(500) }, numbered(20).join("; ")],
  ["errors with a path", { errors: [{ path: ["body", "name"], message: "long" }] }, "body.name: long"],
  ["a path with more", { path: ["items", 0, { deep: true }, "name"], message: "x" }, "items.0.name: x"],
  ["errors with a field", { errors: [{ field: "name", message: "too long" }] }, "name: too long"],
  ["a field with errors", { field: "name", errors: ["one", "two"] }, "name: one; two"],
  ["a field without errors", { field: "name", errors: [] }, ""],
  ["errors by field", { errors: { name: ["is too long"] } }, "name: is too long"],
  ["an unknown object", { problem: "name is taken" }, "problem: name is taken"],
  ["unknown keys", { name: "is taken", code: 7, hint: "no" }, "name: is taken; hint: no"],
  ["unknown keys without a text", { a: "", b: "two" }, "b: two"],
  ["a bare list", [{ message: "one" }, "two"], "one; two"],
  ["plain text", "upstream connect error.", "upstream connect error"],
  ["lines of text", "one\r\n\ttwo", "one two"],
  ["a text of 300 characters", "x".repeat(300), "x".repeat(300)],
  ["a longer text", "x".repeat(301), `${"x".repeat(300)}…`],
  ["text with signs", "a < b and c > d", "a < b and c > d"],
  ["a web page", "<html><style>b{}</style><h1>502</h1> Bad Gateway</html>", "502 Bad Gateway"],
  ["a page with a script", "<html><script>let a = 1;</script><p>Bad Gateway</p>", "Bad Gateway"],
  ["a page of lines", " \n<html><style>b{}</style>\n<script>\nlet a;\n</script>502</html>", "502"],
  ["a page without an end", "<p>before</p><script>without an end", "before"],
  ["a page in capitals", "<STYLE>b{}</STYLE>shown<SCRIPT>x</SCRIPT> too", "shown too"],
  ["a page of paragraphs", "<p>one</p><p>two</p>", "one two"],
  ["as deep an object as any answer that is read", nested(100), "found"],
  ["a deeper object", nested(20_000), ""],
  ["nothing", undefined, ""],
  ["null", null, ""],
  ["an empty object", {}, ""],
  ["only numbers", { code: 7 }, ""],
];

test.each(shapes)("%s becomes a readable line", (_name, body, line) => {
  expect(describeBody(body)).toBe(line);
});

test("a body of any shape and size becomes one short line", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat(5000), (body, repeat) => {
      for (const shape of [body, { errors: [body] }, `${JSON.stringify(body)}\n`.repeat(repeat % 50)]) {
        const line = describeBody(shape);
        expect(line).not.toMatch(/[\r\n\u2028\u2029]/);
        expect(line.length).toBeLessThanOrEqual(301);
      }
    }),
  );
});

const failure: Failure = { method: "GET", path: "/models", outcome: "rejected", said: "no" };
const errorOf = (over: Partial<Failure>) => new RequestError({ ...failure, ...over });

test.each<[string, Partial<Failure>, string]>([
  [
    "which call failed, how, under which request id, and what to do",
    { method: "PATCH", path: "/models/1", status: 403, requestId: "req-1", remedy: "Ask." },
    "PATCH /models/1 answered 403: no (request id req-1). Ask.",
  ],
  [
    "nothing of an answer where none came",
    { outcome: "not-sent", said: "ECONNREFUSED" },
    "GET /models failed: ECONNREFUSED.",
  ],
  [
    "first what it means, and last what to do",
    { meaning: "The model is half made.", status: 500, remedy: "Run again." },
    "The model is half made. GET /models answered 500: no. Run again.",
  ],
])("an error says %s", (_what, over, message) => {
  expect(errorOf(over).message).toBe(message);
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

const lost = (over: Partial<Failure> = {}) => errorOf({ method: "PATCH", outcome: "unknown", ...over });

test.each<[string, unknown, boolean]>([
  ["a lost write", lost(), true],
  ["a lost write that was answered", lost({ status: 502 }), true],
  ["a lost read", lost({ method: "GET" }), false],
  ["a refused write", lost({ outcome: "rejected", status: 400 }), false],
  ["a write that was not sent", lost({ outcome: "not-sent" }), false],
  ["a lost sign-in before a write", lost({ signIn: true }), false],
  ["a mistake of ours", new TypeError("x"), false],
  ["nothing", undefined, false],
])("after %s the gateway may have changed something: %s", (_what, error, may) => {
  expect(mayHaveHappened(error)).toBe(may);
});

test("what a body says is looked at in proportion to what is told, however many messages stand below a long key", () => {
  const secrets = ["sk-canary-0123456789"];
  const looks = vi.spyOn(secrets, "flatMap");
  const body = { ["long ".repeat(5000)]: Array.from({ length: 8000 }, () => "a") };
  expect(describeBody(body, secrets).length).toBeLessThanOrEqual(301);
  expect(looks.mock.calls.length).toBeLessThan(50);
});

test.each<[string, (index: number) => unknown]>([
  ["messages", (index) => `message ${index}`],
  ["texts that are long", () => "x".repeat(20_000)],
  ["objects with long keys", () => ({ ["k".repeat(20_000)]: "is wrong" })],
  ["objects with a long place", () => ({ field: "p".repeat(20_000), message: "is wrong" })],
])("of a list with thousands of %s the beginning is looked at", (_what, item) => {
  const seen = new Set<PropertyKey>();
  const list = Array.from({ length: 5000 }, (_, index) => item(index));
  const errors = new Proxy(list, {
    get(rows, key) {
      if (/^\d+$/.test(String(key))) seen.add(key);
      return Reflect.get(rows, key);
    },
  });
  const line = describeBody({ errors });
  expect(line.length).toBeGreaterThan(100);
  expect(line.length).toBeLessThanOrEqual(301);
  expect(seen.size).toBeLessThanOrEqual(20);
});

test.each([
  [16_384, ["message"]],
  [16_383, ["message", "detail"]],
])("after texts of 16 KB no more is read, whatever stands there: %i characters", (length, expected) => {
  const read: string[] = [];
  const watch = (name: string, value: unknown) => ({
    get [name]() {
      read.push(name);
      return value;
    },
  });
  describeBody([watch("message", "x".repeat(length)), watch("detail", { message: "never told" })]);
  expect(read).toEqual(expected);
});

test("a secret behind the place where a long text is cut is not shown in part", () => {
  const secret = "sk-canary-0123456789";
  for (let at = 260; at < 310; at++) {
    expect(describeBody(`${"x".repeat(at)}${secret} is wrong`, [secret])).not.toContain("sk-c");
  }
});
