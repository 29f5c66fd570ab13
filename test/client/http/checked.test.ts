import { expect, test } from "vitest";
import { checked } from "../../../provider/client/http/checked.js";
import { RequestError } from "../../../provider/client/http/errors.js";
import type { Exchange, Reply } from "../../../provider/client/http/exchange.js";
import { reply } from "../support/reply.ts";
import { testSettings } from "../support/settings.ts";

const call: Exchange = { method: "POST", path: "/models", scope: "models:write", secrets: ["sk-upstream-1"] };
const settings = testSettings();

async function failure(answer: Reply, exchange = call): Promise<RequestError> {
  const send = checked(
    async () => answer,
    settings,
    async () => "account a-1 (ada@example.com)",
  );
  try {
    await send(exchange);
  } catch (error) {
    if (error instanceof RequestError) {
      return error;
    }
    throw error;
  }
  return expect.unreachable("the answer passed");
}

test.each([200, 201, 202, 204])("%i passes as it is", async (status) => {
  const answer = reply(status, { id: "1" });
  expect(
    await checked(
      async () => answer,
      settings,
      async () => "",
    )(call),
  ).toBe(answer);
});

test.each([
  [400, "rejected"],
  [401, "rejected"],
  [403, "rejected"],
  [404, "rejected"],
  [409, "rejected"],
  [429, "rejected"],
  [500, "unknown"],
  [501, "rejected"],
  [502, "unknown"],
  [504, "unknown"],
] as const)("%i means that the request was %s", async (status, outcome) => {
  const error = await failure(reply(status));
  expect(error.status).toBe(status);
  expect(error.outcome).toBe(outcome);
});

test.each([400, 401, 403, 404, 409, 418, 500])(
  "%i without a body still says what it means",
  async (status) => {
    expect((await failure(reply(status))).message).toMatch(/^POST \/models answered \d+: [a-z][^.]{8,}/);
  },
);

test("the gateway's own words come before the standard meaning", async () => {
  expect((await failure(reply(409, { message: "name is taken" }))).message).toBe(
    "POST /models answered 409: name is taken.",
  );
});

test.each(["x-request-id", "request-id", "x-correlation-id", "cf-ray"])(
  "%s is the request id",
  async (name) => {
    expect((await failure(reply(500, "oh", { [name]: "r-1" }))).message).toContain("(request id r-1)");
  },
);

test("a 401 names the setting of the token", async () => {
  expect((await failure(reply(401))).message).toContain("WORKSPACE_GATEWAY_ACCESS_TOKEN");
});

test.each([
  [undefined, call, "WORKSPACE_GATEWAY_ACCESS_TOKEN"],
  ["eu", call, "WORKSPACE_GATEWAY_EU_ACCESS_TOKEN"],
  [undefined, { ...call, auth: "app" } as const, "WORKSPACE_GATEWAY_CLIENT_SECRET"],
])(
  "a 401 on the connection %s tells that a config that was just changed may not be in use, and what is",
  async (connection, exchange, variable) => {
    const send = checked(
      async () => reply(401),
      { ...settings, connection },
      async () => "",
    );
    await expect(send(exchange)).rejects.toThrow(
      `\`pulumi refresh\` and \`pulumi destroy\` use the config of the last \`up\`: ${variable} in the environment always wins.`,
    );
  },
);

test("a 403 names the scope that the call needs, the account behind the token and the setting", async () => {
  const { message } = await failure(reply(403));
  expect(message).toContain("models:write");
  expect(message).toContain("account a-1 (ada@example.com)");
  expect(message).toContain("WORKSPACE_GATEWAY_ACCESS_TOKEN");
});

test.each([200, 502])("a web page with %i is no answer of the gateway", async (status) => {
  const page = reply(status, "<html><h1>Welcome</h1></html>", { "content-type": "text/html; charset=utf-8" });
  expect((await failure(page)).message).toContain(`answered ${status}`);
});

test("a web page in place of an answer points at the address that is configured", async () => {
  const page = reply(200, "<html></html>", { "content-type": "text/html" });
  expect((await failure(page)).message).toContain("WORKSPACE_GATEWAY_BASE_URL");
});

test.each([301, 302, 303, 307, 308])(
  "%i in answer to a write may come after the gateway carried it out",
  async (status) => {
    const answer = reply(status, undefined, { location: "https://login.example/" });
    expect((await failure(answer)).outcome).toBe("unknown");
    expect((await failure(answer, { ...call, method: "GET" })).outcome).toBe("rejected");
  },
);

test("a redirect is not followed; its origin is told, and nothing else of it", async () => {
  const { message } = await failure(
    reply(302, undefined, { location: "https://login.test/in?token=abcdef123" }),
  );
  expect(message).toContain("https://login.test");
  expect(message).not.toContain("abcdef123");
});

const bodies: readonly (readonly [name: string, spell: (secret: string) => unknown])[] = [
  ["in a message", (secret) => ({ message: `bad key ${secret}` })],
  ["in an unknown field", (secret) => ({ received: { api_key: secret } })],
  ["in text", (secret) => `bad key ${secret} in body`],
  ["in JSON within text", (secret) => ({ error: `body was ${JSON.stringify({ api_key: secret })}` })],
  ["in a URL", (secret) => `see /x?key=${encodeURIComponent(secret)}`],
];

const secrets = ["sk-upstream-1", 'a"quoted"\\key', "key/with+signs=", ...settings.secrets];

test.each(bodies)("a secret that the gateway repeats %s is not shown", async (_name, spell) => {
  for (const secret of secrets) {
    for (const status of [400, 409, 500]) {
      const { message } = await failure(reply(status, spell(secret)), { ...call, secrets });
      expect(message).toContain("[secret]");
      expect(message).not.toContain(secret);
    }
  }
});

test("what another part of the chain has failed with is shown without secrets too", async () => {
  const inner = new RequestError({
    method: "GET",
    path: "/sk-upstream-1",
    outcome: "unknown",
    said: "sk-upstream-1",
  });
  const send = checked(
    async () => Promise.reject(inner),
    settings,
    async () => "",
  );
  await expect(send(call)).rejects.toMatchObject({
    outcome: "unknown",
    message: "GET /[secret] failed: [secret].",
    failure: { path: "/[secret]", said: "[secret]" },
  });
});

test("a secret in the path is not shown", async () => {
  const { message } = await failure(reply(404), { ...call, path: "/models/sk-upstream-1" });
  expect(message).not.toContain("sk-upstream-1");
});
