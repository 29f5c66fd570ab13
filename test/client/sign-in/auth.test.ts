import { expect, test } from "vitest";
import {
  type Exchange,
  hasStatus,
  isAnswer,
  RequestError,
  type Send,
} from "../../../provider/client/exchange.js";
import { type Auth, authorized, staticToken } from "../../../provider/client/sign-in.js";
import { reply } from "../support/reply.ts";

const call: Exchange = { method: "POST", path: "/models", headers: { accept: "x" }, body: { name: "n" } };

/** Accepts one token only, and keeps what was sent. */
function gatewayFor(accepted: string): { send: Send; sent: Exchange[] } {
  const sent: Exchange[] = [];
  const send: Send = async (exchange) => {
    sent.push(exchange);
    return reply(exchange.headers?.authorization === `Bearer ${accepted}` ? 200 : 401);
  };
  return { send, sent };
}

/** Hands out the tokens in turn, one renewal each. */
function rotating(...tokens: string[]): Auth & { refused: string[] } {
  const refused: string[] = [];
  return {
    refused,
    token: async () => tokens[refused.length] ?? "",
    renew: async (token) => {
      refused.push(token);
      return refused.length < tokens.length;
    },
    secrets: () => tokens,
  };
}

test("every request carries the bearer token, and all that it carried before", async () => {
  const { send, sent } = gatewayFor("good");
  await authorized(send, staticToken("good"))(call);
  expect(sent).toEqual([{ ...call, headers: { accept: "x", authorization: "Bearer good" } }]);
});

test("a 401 renews the token that was refused and replays the same request with the new one", async () => {
  const { send, sent } = gatewayFor("new");
  const auth = rotating("old", "new");
  expect((await authorized(send, auth)(call)).status).toBe(200);
  expect(auth.refused).toEqual(["old"]);
  expect(sent.map(({ headers }) => headers?.authorization)).toEqual(["Bearer old", "Bearer new"]);
  expect(sent[1]).toMatchObject({ method: call.method, path: call.path, body: call.body });
});

test("a request is replayed once, however many tokens there are", async () => {
  const { send, sent } = gatewayFor("none of them");
  const answer = await authorized(send, rotating("a", "b", "c", "d"))(call);
  expect(answer.status).toBe(401);
  expect(sent).toHaveLength(2);
});

test("a 401 is the answer if there is no other token", async () => {
  const { send, sent } = gatewayFor("good");
  expect((await authorized(send, staticToken("bad"))(call)).status).toBe(401);
  expect(sent).toHaveLength(1);
});

test("a 403 renews nothing", async () => {
  const auth = rotating("a", "b");
  expect((await authorized(async () => reply(403), auth)(call)).status).toBe(403);
  expect(auth.refused).toEqual([]);
});

test("what is called with the app's own credentials carries no bearer token, and a 401 to it renews nothing", async () => {
  const { send, sent } = gatewayFor("a");
  const auth = rotating("a", "b");
  expect((await authorized(send, auth)({ ...call, auth: "app" })).status).toBe(401);
  expect(sent).toEqual([{ ...call, auth: "app" }]);
  expect(auth.refused).toEqual([]);
});

test("a token endpoint that is not there says nothing of what was asked for", async () => {
  const missing = new RequestError({
    method: "POST",
    path: "/token",
    status: 404,
    outcome: "rejected",
    said: "no",
  });
  const auth: Auth = { ...staticToken("t"), token: () => Promise.reject(missing) };
  const sending = authorized(async () => reply(200), auth)(call);
  await expect(sending).rejects.toThrow("/token answered 404");
  await sending.catch((error) => expect([hasStatus(error, 404), isAnswer(error)]).toEqual([false, false]));
});

test("a token that the user has set is known as a secret, and there is no other", async () => {
  const auth = staticToken("tok-77");
  expect([await auth.token(), auth.secrets(), await auth.renew("tok-77")]).toEqual([
    "tok-77",
    ["tok-77"],
    false,
  ]);
});

test("an error of the token endpoint keeps its cause", async () => {
  const cause = new Error("reset");
  const failure = { method: "POST", path: "/token", outcome: "not-sent", said: "no answer" } as const;
  const auth: Auth = {
    ...staticToken(""),
    token: async () => {
      throw new RequestError(failure, { cause });
    },
  };
  const { send, sent } = gatewayFor("t");
  await expect(authorized(send, auth)(call)).rejects.toMatchObject({ cause, failure: { signIn: true } });
  expect(sent).toEqual([]);
});
