import { expect, test } from "vitest";
import type { Exchange, Reply } from "../../../provider/client/exchange.js";
import { oauthFetch } from "../../../provider/client/sign-in.js";
import { networkError } from "../support/network-error.ts";
import { reply } from "../support/reply.ts";

const remedy = "Check the app.";
const url = "https://id.test/token?tenant=1";
const body = new URLSearchParams({ grant_type: "x" });
const options = { remedy, secrets: ["s3cret-77"] };

/** What comes of a request whose answer is this, and what was sent for it. */
function asking(answer: Reply | Error, form?: URLSearchParams) {
  const sent: Exchange[] = [];
  const send = async (exchange: Exchange) => {
    sent.push(exchange);
    return answer instanceof Error ? Promise.reject(answer) : answer;
  };
  const method = form === undefined ? "GET" : "POST";
  const answered = oauthFetch(send, options)(url, { method, headers: { accept: "x" }, body: form });
  return { answered, sent };
}

const ask = (answer: Reply | Error) => asking(answer, body).answered;
const common = { path: "/token?tenant=1", headers: { accept: "x" }, secrets: ["s3cret-77"] };

test.each([
  [
    "a form is sent as it is, and may be repeated",
    body,
    { method: "POST", form: "grant_type=x", repeatable: true },
  ],
  ["what has no form is no request that may be repeated like one", undefined, { method: "GET" }],
])("%s; it carries what may not be shown", async (_what, form, expected) => {
  const { answered, sent } = asking(reply(200, {}), form);
  await answered;
  expect(sent).toEqual([{ ...common, ...expected }]);
});

test("an answer is given on without an identity token, and one that is no object as null", async () => {
  const answer = await ask(reply(200, { access_token: "t", id_token: "damaged" }));
  expect(await answer.json()).toEqual({ access_token: "t" });
  expect(await (await ask(reply(200, "text"))).json()).toBeNull();
});

test.each<[number, unknown, string]>([
  [300, undefined, "a redirect, which is not followed"],
  [302, { error: "x" }, "a redirect, which is not followed"],
  [399, undefined, "a redirect, which is not followed"],
  [204, undefined, "no reason given"],
  [400, undefined, "no reason given"],
  [400, { error: "invalid_client", error_description: "s3cret-77 is wrong" }, "[secret] is wrong"],
  [500, { message: "down" }, "down"],
])("%i is told: %j", async (status, answer, said) => {
  const error = await ask(reply(status, answer)).catch((failure: unknown) => failure);
  expect(error).toMatchObject({ status, message: expect.stringContaining(said) });
  expect(error).toMatchObject({ message: expect.stringContaining(remedy) });
  expect(String(error)).not.toContain("s3cret-77");
});

test.each([
  [400, "rejected"],
  [401, "rejected"],
  [499, "rejected"],
  [429, "not-sent"],
  [500, "not-sent"],
  [503, "not-sent"],
])("after %i from the token endpoint the call of the gateway was %s", async (status, outcome) => {
  await expect(ask(reply(status))).rejects.toMatchObject({ outcome });
});

test("a request for a token that failed means that the call was not sent, and keeps its cause", async () => {
  const lost = networkError({ method: "POST", path: "/token?tenant=1" }, "unknown");
  const error = await ask(lost).catch((failure: unknown) => failure);
  expect(error).toMatchObject({ outcome: "not-sent", cause: lost });
  expect(String(error)).toContain("POST /token");
  expect(String(error)).not.toContain("tenant");
  const mistake = new TypeError("x is not a function");
  await expect(ask(mistake)).rejects.toBe(mistake);
});
