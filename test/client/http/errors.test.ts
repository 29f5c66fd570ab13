import { expect, test } from "vitest";
import {
  type Failure,
  hasStatus,
  isAnswer,
  mayHaveHappened,
  RequestError,
} from "../../../provider/client/exchange.js";

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
