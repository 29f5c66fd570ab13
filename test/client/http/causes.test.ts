import { expect, test } from "vitest";
import { RequestError } from "../../../provider/client/http/errors.js";
import type { Exchange } from "../../../provider/client/http/exchange.js";
import { networkError } from "../../../provider/client/http/network-error.js";
import { testSettings } from "../support/settings.ts";

const write: Exchange = { method: "PATCH", path: "/models/1", body: {} };
const read: Exchange = { method: "GET", path: "/models/1" };
const server = { url: "https://gateway.test/api/v1", named: "BASE_URL" };
const settings = testSettings({ requestTimeout: 30_000 });

const failed = (error: unknown, exchange = write) => networkError(exchange, settings, server, error);
const coded = (code: unknown, message = "what the system says") =>
  Object.assign(new Error(message), { code });

test.each([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
])("after %s the request was certainly not sent", (code) => {
  expect(failed(coded(code))).toMatchObject({
    outcome: "not-sent",
    message: `PATCH /models/1 failed: ${code} at https://gateway.test. Is the gateway up, and BASE_URL right?`,
  });
});

test("a mistake of ours stays what it is, however deep it lies", () => {
  for (const Mistake of [TypeError, RangeError, ReferenceError]) {
    const bare = new Mistake("x");
    expect(failed(bare)).toBe(bare);
    const wrapped = new TypeError("fetch failed", { cause: new AggregateError([new Mistake("x")]) });
    expect(failed(wrapped)).toBe(wrapped);
  }
});

test("the innermost cause counts, of several the first", () => {
  const wrapped = new TypeError("fetch failed", {
    cause: new AggregateError([new Error("outer", { cause: coded("ECONNREFUSED") }), coded("EPIPE")]),
  });
  expect(failed(wrapped)).toMatchObject({ outcome: "not-sent" });
  expect(failed(new AggregateError([], "nothing in it"))).toMatchObject({
    outcome: "unknown",
    message: expect.stringContaining("nothing in it at https://gateway.test"),
  });
});

test("what is thrown and no error is told by its text", () => {
  for (const thrown of ["a text", 7, null]) {
    expect(failed(thrown)).toMatchObject({
      outcome: "unknown",
      message: expect.stringContaining(`failed: ${String(thrown)} at https://gateway.test`),
    });
  }
});

test("the cause that is kept has the kind and the code of the error, and nothing that it said", () => {
  const error = failed(coded("EPIPE", "the token tok-canary"));
  expect(error).toBeInstanceOf(RequestError);
  expect(error).toMatchObject({ cause: { message: "Error EPIPE" } });
  expect(failed(new Error("the token tok-canary"))).toMatchObject({ cause: { message: "Error" } });
});

test.each([7, undefined, null, {}])("a code that is no text (%j) says nothing", (code) => {
  expect(failed(coded(code))).toMatchObject({
    outcome: "unknown",
    message:
      "PATCH /models/1 failed: what the system says at https://gateway.test. The connection was lost after the request was sent.",
  });
});

test("of a lost connection the code is told, not the text", () => {
  expect(failed(coded("ECONNRESET"))).toMatchObject({
    message: expect.stringContaining("failed: ECONNRESET at https://gateway.test. The connection was lost"),
  });
});

test("an answer that is no HTTP is told by its code, or by its text where it has none", () => {
  expect(failed(coded("HPE_INVALID_CONSTANT"))).toMatchObject({
    message: expect.stringContaining("not a correct HTTP answer (HPE_INVALID_CONSTANT). Is BASE_URL right"),
  });
  const parser = Object.assign(new Error("Response does not match"), { name: "HTTPParserError" });
  expect(failed(parser)).toMatchObject({
    message: expect.stringContaining("not a correct HTTP answer (Response does not match)"),
  });
});

test("an answer that took too long names the setting to a reader, and to a writer what may have become of it", () => {
  const late = new DOMException("The operation was aborted due to timeout", "TimeoutError");
  expect(failed(late, read)).toMatchObject({
    outcome: "unknown",
    message: expect.stringMatching(
      /no answer within 30 s\. WORKSPACE_GATEWAY_REQUEST_TIMEOUT.* sets how many/,
    ),
  });
  expect(failed(late)).toMatchObject({
    outcome: "unknown",
    message: "PATCH /models/1 failed: no answer within 30 s. The gateway may still carry it out.",
  });
});

test("of a forbidden character the header is named and never its value, and where none has it, no header", () => {
  const invalid = coded("UND_ERR_INVALID_ARG");
  const headers = { "service-api-version": "2026", authorization: "Bearer tok-canary\u0000" };
  expect(failed(invalid, { ...write, headers })).toMatchObject({
    outcome: "rejected",
    message:
      "PATCH /models/1 failed: the request's header authorization has a character that HTTP forbids. Nothing was sent. Was the whole value of its setting pasted?",
  });
  expect(failed(invalid)).toMatchObject({
    message: expect.stringContaining("failed: the request has a character that HTTP forbids. "),
  });
});
