import { expect, test } from "vitest";
import { checked, remedyOfForbidden, remedyOfUnauthorized } from "../../../provider/client/checked.js";
import {
  type Exchange,
  type Method,
  type Outcome,
  type Reply,
  RequestError,
} from "../../../provider/client/exchange.js";
import { LoginStore } from "../../../provider/client/logins.js";
import type { Credential, Settings } from "../../../provider/client/settings.js";
import { reply, testSettings } from "../support/reply.ts";

const call: Exchange = { method: "POST", path: "/models", scope: "models:write", secrets: ["sk-upstream-1"] };
const settings = testSettings();

/** What becomes of a call whose answer is this, or whose wire fails so. */
async function sent(answer: Reply | Error, over: Partial<Exchange> = {}, connection?: string) {
  const send = checked(
    async () => (answer instanceof Error ? Promise.reject(answer) : answer),
    { ...settings, connection },
    async () => "account a-1 (ada@example.com)",
  );
  return send({ ...call, ...over });
}

async function failure(...given: Parameters<typeof sent>): Promise<RequestError> {
  const error = await sent(...given).catch((reason: unknown) => reason);
  return error instanceof RequestError ? error : expect.unreachable(`no failure: ${String(error)}`);
}

test.each([
  ...[200, 201, 202, 204].map((status) => reply(status, { id: "1" })),
  ...[200, 201, 202, 204].map((status) => reply(status, undefined, { "content-type": "text/html" })),
  ...[true, "false", 0, null].map((success) => reply(200, { success })),
  reply(200, { type: "text/html" }, { "content-type": "application/json" }),
])("%j passes unchanged because it is neither a web page nor a refusal in the body", async (answer) => {
  expect(await sent(answer)).toBe(answer);
});

const page = reply(200, "<html><h1>Welcome</h1></html>", { "content-type": "text/html; charset=utf-8" });
const no = reply(200, { success: false, message: "the budget is in use" });
const statuses = (...all: number[]) => all.map((status) => reply(status));
const redirects = [301, 302, 303, 307, 308].map((status) =>
  reply(status, undefined, { location: "https://login.example/" }),
);

test.each<[string, readonly Reply[], Method, Outcome]>([
  ["a refusal", statuses(400, 401, 403, 404, 409, 429, 501), "POST", "rejected"],
  ["a refusal", statuses(499), "PATCH", "rejected"],
  ["a failure", statuses(500, 502, 504), "POST", "unknown"],
  ["a time-out of the gateway", statuses(408), "POST", "unknown"],
  ["a redirect", redirects, "POST", "unknown"],
  ["a redirect", redirects, "GET", "rejected"],
  ["a web page", [page], "POST", "unknown"],
  ["a web page", [page], "GET", "rejected"],
  ["a no in the body", [no], "PATCH", "rejected"],
  ["a no in the body", [no], "GET", "rejected"],
])("%s (%j) in response to a %s has the outcome %s", async (_what, answers, method, outcome) => {
  for (const answer of answers) {
    expect(await failure(answer, { method })).toMatchObject({ status: answer.status, outcome });
  }
});

const elsewhere = { location: "https://gateway.test/models/1" };

test.each<[string, Reply]>([
  ["400: invalid body, or unsupported API version.", reply(400)],
  ["404: item not found.", reply(404)],
  ["409: conflict, such as a duplicate name.", reply(409)],
  ["499: no explanation given.", reply(499)],
  ["500: the gateway failed.", reply(500)],
  ["409: name is taken.", reply(409, { message: "name is taken" })],
  ["200: the budget is in use.", no],
  ["200: success: false.", reply(200, { success: false })],
  ["400: api version 2020 is old.", reply(400, { success: false, message: "api version 2020 is old" })],
  ["400: taken.", reply(400, { message: "taken" }, elsewhere)],
  ["502: Welcome.", { ...page, status: 502 }],
])(
  "an error shows the gateway's message or the status meaning, without a remedy: %s",
  async (told, answer) => {
    expect((await failure(answer)).message).toBe(`POST /models returned ${told}`);
  },
);

const leadingTo = (location: string) => reply(302, undefined, { location });
const check = "Check WORKSPACE_GATEWAY_BASE_URL";
const unfollowed = `which is not followed. ${check}`;

test.each<[string, Reply]>([
  [`200: a web page instead of JSON. ${check}`, page],
  [`300: no explanation given. ${check}`, reply(300)],
  [`304: as it was. ${check}`, reply(304, { message: "as it was" })],
  [
    `302: a redirect to https://login.test, ${unfollowed}`,
    leadingTo("https://login.test/in?token=abcdef123"),
  ],
  [`302: a redirect to another path, ${unfollowed}`, leadingTo("/in?token=abcdef123")],
  ["401: missing, invalid or expired token. Set WORKSPACE_GATEWAY_ACCESS_TOKEN", reply(401)],
  [
    "403: the token lacks the scope, or the account lacks permission. This call needs the scope models:write and permission in the workspace. The token belongs to account a-1 (ada@example.com). Set WORKSPACE_GATEWAY_ACCESS_TOKEN",
    reply(403),
  ],
])("an error says what to do: %s", async (told, answer) => {
  const { message } = await failure(answer);
  expect(message).toContain(`POST /models returned ${told}`);
  expect(message).not.toContain("abcdef123");
});

test.each([
  [undefined, {}, "WORKSPACE_GATEWAY_ACCESS_TOKEN"],
  ["eu", {}, "WORKSPACE_GATEWAY_EU_ACCESS_TOKEN"],
  [undefined, { auth: "app" } as const, "WORKSPACE_GATEWAY_CLIENT_SECRET"],
])("a 401 on the connection %s says which config is in use", async (connection, over, variable) => {
  expect((await failure(reply(401), over, connection)).message).toContain(
    `\`pulumi refresh\` and \`pulumi destroy\` use the config of the last \`up\`. The environment variable ${variable} always takes precedence.`,
  );
});

test("an error keeps the request id from any known header and cuts a long one", async () => {
  for (const name of ["x-request-id", "request-id", "x-correlation-id", "cf-ray"]) {
    const error = await failure(reply(500, "oh", { [name]: "1".repeat(500) }));
    expect(error.failure.requestId, name).toBe("1".repeat(100));
  }
});

const secrets = ["sk-upstream-1", 'a"quoted"\\key', "key/with+signs=", ...settings.secrets];

test.each<[string, (secret: string) => unknown]>([
  ["in an unknown field", (secret) => ({ received: { api_key: secret } })],
  ["in text", (secret) => `bad key ${secret} in body`],
  ["in JSON within text", (secret) => ({ error: `body was ${JSON.stringify({ api_key: secret })}` })],
  ["in a URL", (secret) => `see /x?key=${encodeURIComponent(secret)}`],
])("a secret that the gateway repeats %s is masked", async (_name, spell) => {
  for (const secret of secrets) {
    const { message } = await failure(reply(409, spell(secret)), { secrets });
    expect(message).toContain("[secret]");
    expect(message).not.toContain(secret);
  }
});

test.each(["line-one\nline-two", " space around ", "<tag>inside</tag>"])(
  "normalizing the line of an error does not reveal the secret %j",
  async (secret) => {
    expect((await failure(reply(400, { message: secret }), { secrets: [secret] })).message).toContain(
      "[secret]",
    );
  },
);

test("a secret in the path, the request id or the remedy is masked", async () => {
  const secret = "sk-upstream-1";
  const answer = reply(403, "no", { "x-request-id": `r-${secret}` });
  const { message } = await failure(answer, { path: `/models/${secret}`, scope: secret });
  expect(message).toContain("(request id r-[secret])");
  expect(message).toContain("needs the scope [secret] and");
  expect(message).not.toContain(secret);
});

test("a network error keeps its cause and remedy, if any, and secrets in it are masked", async () => {
  const cause = new Error("ECONNRESET");
  const lost = { method: "GET", path: "/models", outcome: "unknown", said: "lost" } as const;
  const error = new RequestError(
    { ...lost, path: "/sk-upstream-1", said: "sk-upstream-1", remedy: "Ask." },
    { cause },
  );
  expect(await failure(error)).toMatchObject({
    cause,
    outcome: "unknown",
    message: "GET /[secret] failed: [secret]. Ask.",
    failure: { path: "/[secret]", said: "[secret]" },
  });
  const plain = await failure(new RequestError(lost));
  expect(plain).toMatchObject({ message: "GET /models failed: lost." });
  expect(plain).toHaveProperty("failure", lost);
  const mistake = new TypeError("x is not a function");
  await expect(sent(mistake)).rejects.toBe(mistake);
});

const credentials = {
  accessToken: { from: "accessToken", accessToken: "token-of-the-tests" },
  service: {
    from: "service",
    app: { clientId: "app-1", clientSecret: "s", appAuth: "basic" },
    tokenUrl: "https://id.test/token",
    scopes: [],
  },
  login: { from: "login", logins: new LoginStore(undefined) },
} as const satisfies Record<string, Credential>;

const settingsOf = (from: Credential["from"], over: Partial<Settings> = {}) =>
  testSettings({ credential: credentials[from], clientId: "app-1", ...over });
const read: Exchange = { method: "GET", path: "/models", scope: "models:read" };
const asApp: Exchange = { ...read, auth: "app" };
const { scope: _none, ...unscoped } = read;
const whoAmI = async () => "account a-1";
const ofApp =
  /^Set WORKSPACE_GATEWAY_CLIENT_ID .*and WORKSPACE_GATEWAY_CLIENT_SECRET .*to the app's credentials\. WORKSPACE_GATEWAY_APP_AUTH .*determines how they are sent\. /;

test.each<[what: string, from: Credential["from"], says: RegExp, exchange?: Exchange, accepted?: boolean]>([
  ["the token", "accessToken", /^Set WORKSPACE_GATEWAY_ACCESS_TOKEN .*to a valid token\. `pulumi refresh`/],
  ["the app", "service", /^The gateway rejects tokens from WORKSPACE_GATEWAY_TOKEN_URL.*own token URL\.$/],
  ["the login", "login", /^Run `workspace-gateway login` again\.$/],
  [
    "the token after the gateway accepted it",
    "accessToken",
    /^The token has expired or was revoked\. Set WORKSPACE_GATEWAY_ACCESS_TOKEN .*to a new one\. `pulumi refresh`.* WORKSPACE_GATEWAY_ACCESS_TOKEN always/,
    read,
    true,
  ],
  [
    "the app after the gateway accepted a token of it",
    "service",
    /^The token has expired, and so has its replacement from WORKSPACE_GATEWAY_TOKEN_URL .*\. Run the command again\./,
    read,
    true,
  ],
  ["the app itself, beside a token", "accessToken", ofApp, asApp],
  ["the app itself, that gets tokens too", "service", ofApp, asApp],
  ["the app itself, beside a login", "login", ofApp, asApp],
])("a 401 says what to do about %s", (_what, from, remedy, call = read, accepted = false) => {
  expect(remedyOfUnauthorized(call, settingsOf(from), accepted)).toMatch(remedy);
});

const lacks = "This call needs the scope models:read and permission in the workspace";
const unable = "This call needs permission in the workspace";

test.each<[string, Credential["from"], string, RegExp, Exchange?]>([
  ["the token", "accessToken", lacks, / Set WORKSPACE_GATEWAY_ACCESS_TOKEN .*to a token that has both\.$/],
  [
    "the app",
    "service",
    lacks,
    / Grant both to the app app-1\. WORKSPACE_GATEWAY_SCOPES .*which scopes it requests\.$/,
  ],
  ["the login", "login", lacks, / Run `workspace-gateway login` as a user who has both\.$/],
  ["the token of a call without a scope", "accessToken", unable, / to a token that has it\.$/, unscoped],
])("a 403 says what %s lacks and how to fix it", async (_what, from, need, remedy, call = read) => {
  const told = await remedyOfForbidden(call, settingsOf(from), whoAmI);
  expect(told).toMatch(remedy);
  expect(told.startsWith(`${need}. The token belongs to account a-1. `)).toBe(true);
});

test("a 403 for the app does not request the account", async () => {
  const told = await remedyOfForbidden(asApp, settingsOf("login"), async () =>
    expect.unreachable("the token's account is not the app's owner"),
  );
  expect(told).toBe("For this call, the owner of the app app-1 needs permission in the workspace.");
});

test("a 401 or 403 on a connection says to log in to that connection", async () => {
  const settings = settingsOf("login", { connection: "eu" });
  expect(remedyOfUnauthorized(read, settings)).toBe("Run `workspace-gateway login --connection eu` again.");
  expect(await remedyOfForbidden(read, settings, whoAmI)).toContain(
    "Run `workspace-gateway login --connection eu` as a user",
  );
});
