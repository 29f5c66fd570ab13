import { expect, test } from "vitest";
import { checked } from "../../../provider/client/http/checked.js";
import { RequestError } from "../../../provider/client/http/errors.js";
import type { Exchange, Method, Reply } from "../../../provider/client/http/exchange.js";
import { reply } from "../support/reply.ts";
import { testSettings } from "../support/settings.ts";

const settings = testSettings();

async function failure(answer: Reply, over: Partial<Exchange> = {}): Promise<RequestError> {
  const send = checked(
    async () => answer,
    settings,
    async () => "account a-1",
  );
  const exchange: Exchange = { method: "POST", path: "/models", scope: "models:write", ...over };
  const error = await send(exchange).catch((reason: unknown) => reason);
  return error instanceof RequestError ? error : expect.unreachable(`no failure: ${String(error)}`);
}

const page = reply(200, "<html>Welcome</html>", { "content-type": "text/html" });
const no = reply(200, { success: false, message: "the budget is in use" });

test.each<[string, Reply, Method, "unknown" | "rejected"]>([
  ["a time-out of the gateway", reply(408), "GET", "unknown"],
  ["a time-out of the gateway", reply(408), "POST", "unknown"],
  ["a web page", page, "POST", "unknown"],
  ["a web page", page, "DELETE", "unknown"],
  ["a web page", page, "GET", "rejected"],
  ["a no in the body", no, "PATCH", "rejected"],
  ["a no in the body", no, "GET", "rejected"],
  ["a failure", reply(500), "POST", "unknown"],
  ["a refusal", reply(400), "POST", "rejected"],
  ["a refusal", reply(499), "PATCH", "rejected"],
])("after %s (%o) in answer to a %s, the request was %s", async (_what, answer, method, outcome) => {
  expect((await failure(answer, { method })).outcome).toBe(outcome);
});

test("a no in the body of a 200 is told in the gateway's words, without advice on address or version", async () => {
  expect((await failure(no, { method: "PATCH", path: "/budgets/1" })).message).toBe(
    "PATCH /budgets/1 answered 200: the budget is in use.",
  );
  expect((await failure(reply(200, { success: false }))).message).toBe(
    "POST /models answered 200: success: false.",
  );
  const { message } = await failure(reply(400, { success: false, message: "api version 2020 is unknown" }));
  expect(message).toBe("POST /models answered 400: api version 2020 is unknown.");
});

test.each([true, "false", 0, null])("a body with success: %j is no no", async (success) => {
  const answer = reply(200, { success });
  const send = checked(
    async () => answer,
    settings,
    async () => "",
  );
  expect(await send({ method: "PATCH", path: "/budgets/1" })).toBe(answer);
});

test("a web page is told as one, whatever its letters are, and JSON that speaks of one is none", async () => {
  expect((await failure(page)).message).toContain(
    "POST /models answered 200: a web page instead of JSON. Check WORKSPACE_GATEWAY_BASE_URL",
  );
  const json = reply(200, { type: "text/html" }, { "content-type": "application/json" });
  const send = checked(
    async () => json,
    settings,
    async () => "",
  );
  expect(await send({ method: "GET", path: "/models" })).toBe(json);
});

test.each([
  ["https://login.test/in?next=/", "a redirect to https://login.test, which is not followed"],
  ["/in?next=/", "a redirect to another path, which is not followed"],
])("a redirect to %s is told", async (location, said) => {
  const { message } = await failure(reply(302, undefined, { location }));
  expect(message).toContain(`answered 302: ${said}. Check WORKSPACE_GATEWAY_BASE_URL`);
});

test("what is no redirect is told by what it says, though it names a place", async () => {
  for (const status of [400, 409]) {
    const answer = reply(status, { message: "taken" }, { location: "https://gateway.test/models/1" });
    expect((await failure(answer)).message).toBe(`POST /models answered ${status}: taken.`);
  }
  expect((await failure(reply(304, { message: "as it was" }))).message).toContain("answered 304: as it was");
});

test.each([
  [418, "no explanation given"],
  [499, "no explanation given"],
  [500, "the gateway failed"],
  [503, "the gateway failed"],
])("%i without a word is told: %s", async (status, said) => {
  expect((await failure(reply(status))).message).toContain(`answered ${status}: ${said}.`);
});

test("advice on the address is given for what is below 400 alone", async () => {
  expect((await failure(reply(300))).message).toContain("Check WORKSPACE_GATEWAY_BASE_URL");
  expect((await failure(reply(400))).message).not.toContain("BASE_URL");
});

test("an error without a request id speaks of none, and of a long one the beginning is shown", async () => {
  expect((await failure(reply(500))).message).not.toContain("request id");
  const id = `r-${"1".repeat(500)}`;
  const error = await failure(reply(500, "down", { "x-request-id": id }));
  expect(error.failure.requestId).toBe(id.slice(0, 100));
});

test("a secret in a request id and in what to do is covered", async () => {
  const secret = "sk-upstream-1";
  const error = await failure(reply(403, "no", { "x-request-id": `r-${secret}` }), {
    scope: secret,
    secrets: [secret],
  });
  expect(error.message).toContain("(request id r-[secret])");
  expect(error.message).toContain("needs the scope [secret] and");
  expect(error.message).not.toContain(secret);
});

test("a failure of the wire keeps its cause and what to do, and nothing is made up where it has none", async () => {
  const cause = new Error("ECONNRESET");
  const lost = { method: "GET", path: "/models", outcome: "unknown", said: "lost" } as const;
  const through = async (error: Error) =>
    checked(
      async () => Promise.reject(error),
      settings,
      async () => "",
    )({ method: "GET", path: "/models" }).catch((reason: unknown) => reason);
  expect(await through(new RequestError({ ...lost, remedy: "Ask." }, { cause }))).toMatchObject({
    cause,
    message: "GET /models failed: lost. Ask.",
  });
  const plain = await through(new RequestError(lost));
  expect(plain).toMatchObject({ message: "GET /models failed: lost." });
  expect(plain).toHaveProperty("failure", lost);
  const mistake = new TypeError("x is not a function");
  expect(await through(mistake)).toBe(mistake);
});
