import { expect, test } from "vitest";
import { Client } from "../../../provider/client/client.js";
import type { Exchange, Reply } from "../../../provider/client/http/exchange.js";
import { readSettings } from "../../../provider/client/settings/settings.js";
import { authFor } from "../../../provider/client/sign-in/auth-for.js";
import { reply } from "../support/reply.ts";
import { TokenServer } from "../support/token-server.ts";
import { VirtualIo } from "../support/virtual-io.ts";

/** A client of an app, with a gateway that takes the tokens of `accepts`. */
function world(answer: (exchange: Exchange, token: string) => Reply) {
  const io = new VirtualIo();
  const server = new TokenServer();
  const settings = readSettings({
    env: {
      WORKSPACE_GATEWAY_BASE_URL: "https://gateway.test/api/v1",
      WORKSPACE_GATEWAY_CLIENT_ID: "app",
      WORKSPACE_GATEWAY_CLIENT_SECRET: "app-secret",
      WORKSPACE_GATEWAY_TOKEN_URL: "https://id.test/token",
    },
    config: () => undefined,
  });
  const sent: string[] = [];
  const wire = async (exchange: Exchange) => {
    const token = exchange.headers?.authorization?.slice("Bearer ".length) ?? "";
    sent.push(`${exchange.method} ${exchange.path} ${token}`);
    await new Promise(setImmediate);
    return answer(exchange, token);
  };
  return { client: new Client(settings, io, wire, authFor(settings, io, server.wire)), server, sent };
}

test.each([1, 10])("a token that is refused is replaced once, and the call replayed once", async (calls) => {
  const { client, server, sent } = world((_exchange, token) => reply(token === "token-2" ? 200 : 401));
  const paths = Array.from({ length: calls }, (_, index) => `/models/${index}`);
  await Promise.all(paths.map((path) => client.send({ method: "POST", path, body: {} })));
  expect(server.asked).toHaveLength(2);
  expect(sent.toSorted()).toEqual(paths.flatMap((path) => [`POST ${path} token-1`, `POST ${path} token-2`]));
});

test("a gateway that takes no token of the app is not asked for ever", async () => {
  const { client, sent } = world(() => reply(401));
  await expect(client.send({ method: "GET", path: "/models" })).rejects.toThrow(
    "WORKSPACE_GATEWAY_TOKEN_URL",
  );
  expect(sent).toHaveLength(2);
});

test("no error shows a token that was got at run time", async () => {
  const { client } = world((_exchange, token) => reply(400, { message: `bad ${token}` }));
  const shown = await client.send({ method: "GET", path: "/models" }).then(() => "", String);
  expect(shown).toContain("bad [secret]");
});

test("a 403 names the account behind the app's token", async () => {
  const ada = reply(200, { data: { id: "a-1", email: "ada@example.com" } });
  const { client } = world(({ path }) => (path === "/user" ? ada : reply(403)));
  await expect(client.send({ method: "GET", path: "/models", scope: "models:read" })).rejects.toThrow(
    /models:read.*account a-1 \(ada@example\.com\).*the app app.*WORKSPACE_GATEWAY_SCOPES/,
  );
});
