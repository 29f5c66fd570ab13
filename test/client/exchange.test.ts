import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Failure,
  fillPath,
  hasStatus,
  idOf,
  isAnswer,
  itemOf,
  listOf,
  mayHaveHappened,
  path,
  RequestError,
  withAdvice,
} from "../../provider/client/exchange.js";
import { reply } from "./support/reply.ts";

const row = { id: "1" };

test.each<[string, unknown, object]>([
  ["without a total", { data: [row] }, { complete: true }],
  ["with its total", { data: [row], total: 1 }, { total: 1, complete: true }],
  ["whose total is spelled as a string", { data: [row], total: "7" }, { total: 7, complete: false }],
  ["that is bare", [row], { complete: true }],
  ["with a total of null", { data: [row], total: null }, { complete: true }],
  ["with entries that are no objects", { data: [row, null, 1], total: 1 }, { total: 1, complete: true }],
])("a list %s is read", (_name, body, expected) => {
  expect(listOf(reply(200, body))).toEqual({ rows: [row], ...expected });
});

test.each([[undefined], [null], ["text"], [{}], [{ data: row }], [{ items: [row] }]])(
  "%j is not treated as an empty list",
  (body) => {
    expect(listOf(reply(200, body))).toBeUndefined();
  },
);

test.each<[unknown, object?]>([
  [{ data: row }, row],
  [row, row],
  ...[undefined, null, "", "ok", {}, { data: {} }, [row]].map((body): [unknown] => [body]),
])("the object in %j is %j", (body, item) => {
  expect(itemOf(reply(200, body))).toEqual(item);
});

test("an id is a non-empty string, and a number is converted to one", () => {
  const ids = [row, { id: 7 }, { id: null }, { id: "" }, undefined].map(idOf);
  expect(ids).toEqual(["1", "7", undefined, undefined, undefined]);
});

const anyId = fc.string({ unit: "grapheme", minLength: 1 }).filter((id) => id !== "." && id !== "..");

test("every id survives encoding in a path and adds no query, fragment or segment", () => {
  fc.assert(
    fc.property(anyId, (id) => {
      const { pathname } = new URL(`http://gateway.test${path`/models/${id}/x`}`);
      const segments = pathname.split("/");
      expect(segments).toHaveLength(4);
      expect(decodeURIComponent(segments[2] ?? "")).toBe(id);
    }),
    { examples: [["a/../b?c#d"]] },
  );
});

test.each(["", ".", "..", "\ud800", "a\udc00b"])("%j is rejected as an id", (id) => {
  expect(() => path`/models/${id}`).toThrow("is not a valid id");
  expect(() => fillPath("/models/{id}", { id })).toThrow("is not a valid id");
});

test("a path template is filled by name and encoded, and a missing value is rejected", () => {
  expect(fillPath("/workspaces/{workspaceId}/members/{id}", { workspaceId: "a b", id: "c/d", more: 1 })).toBe(
    "/workspaces/a%20b/members/c%2Fd",
  );
  expect(() => fillPath("/models/{id}", {})).toThrow("is not a valid id");
});

const failure: Failure = { method: "GET", path: "/models", outcome: "rejected", said: "no" };
const errorOf = (over: Partial<Failure>) => new RequestError({ ...failure, ...over });

test.each<[string, Partial<Failure>, string]>([
  [
    "which call failed, how, under which request id, and what to do",
    { method: "PATCH", path: "/models/1", status: 403, requestId: "req-1", remedy: "Ask." },
    "PATCH /models/1 returned 403: no (request id req-1). Ask.",
  ],
  [
    "nothing of an answer where none came",
    { outcome: "not-sent", said: "ECONNREFUSED" },
    "GET /models failed: ECONNREFUSED.",
  ],
  [
    "first what it means, and last what to do",
    { meaning: "The model is half made.", status: 500, remedy: "Run again." },
    "The model is half made. GET /models returned 500: no. Run again.",
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
])("hasStatus and isAnswer classify %s correctly", (_what, error, isMissing, answered) => {
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

test.each([
  [undefined, "Run it again."],
  ["Look it up.", "Look it up. Run it again."],
])("advice is appended to the remedy %j, and the rest of the failure is unchanged", (remedy, whole) => {
  const error = errorOf({ status: 409, ...(remedy === undefined ? {} : { remedy }) });
  const advised = withAdvice(error, "Run it again.");
  expect(advised.failure).toEqual({ ...error.failure, remedy: whole });
  expect(advised.cause).toBe(error);
});
