import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { describeBody, RequestError } from "../../../provider/client/http/errors.js";

const shapes: readonly (readonly [name: string, body: unknown, line: string])[] = [
  ["a message", { message: "name is taken" }, "name is taken"],
  ["a detail", { detail: "name is taken", status: 409 }, "name is taken"],
  ["an error text", { error: "name is taken" }, "name is taken"],
  ["an OAuth error", { error_description: "expired", error: "invalid_token" }, "expired; invalid_token"],
  ["a nested error", { error: { message: "name is taken", code: 7 } }, "name is taken"],
  ["a list of texts", { errors: ["one", "two"] }, "one; two"],
  ["a list of errors", { errors: [{ message: "one" }, { detail: "two" }] }, "one; two"],
  [
    "errors with a path",
    { errors: [{ path: ["body", "name"], message: "too long" }] },
    "body.name: too long",
  ],
  ["errors with a field", { errors: [{ field: "name", message: "too long" }] }, "name: too long"],
  ["errors by field", { errors: { name: ["is too long"] } }, "name: is too long"],
  ["an unknown object", { problem: "name is taken" }, "problem: name is taken"],
  ["a bare list", [{ message: "one" }, "two"], "one; two"],
  ["plain text", "upstream connect error.", "upstream connect error"],
  ["lines of text", "one\r\n\ttwo", "one two"],
  ["a web page", "<html><style>b{}</style><h1>502</h1> Bad Gateway</html>", "502 Bad Gateway"],
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

test("an error says which call failed, how, under which request id, and what to do", () => {
  const error = new RequestError({
    method: "PATCH",
    path: "/models/1",
    outcome: "rejected",
    status: 403,
    requestId: "req-1",
    said: "no",
    remedy: "Ask.",
  });
  expect(error.message).toBe("PATCH /models/1 answered 403: no (request id req-1). Ask.");
});

test("an error without an answer does not speak of one", () => {
  const error = new RequestError({ method: "GET", path: "/user", outcome: "not-sent", said: "ECONNREFUSED" });
  expect(error.message).toBe("GET /user failed: ECONNREFUSED.");
});

test("of many messages the first are told", () => {
  const told = describeBody({ errors: Array.from({ length: 500 }, (_, index) => `e${index}`) });
  expect(told).toContain("e0; e1");
  expect(told).not.toContain("e20");
});

test("what a body says is looked at in proportion to what is told, however many messages stand below a long key", () => {
  const secrets = ["sk-canary-0123456789"];
  const looks = vi.spyOn(secrets, "flatMap");
  const body = { ["long ".repeat(5000)]: Array.from({ length: 8000 }, () => "a") };
  expect(describeBody(body, secrets).length).toBeLessThanOrEqual(301);
  expect(looks.mock.calls.length).toBeLessThan(50);
});
