import { expect, test } from "vitest";
import { Client, Cost } from "../../provider/client/client.js";
import type { Exchange, Reply, Send } from "../../provider/client/exchange.js";
import type { Settings } from "../../provider/client/settings.js";
import { networkError, reply, testSettings } from "./support/reply.ts";
import { VirtualIo } from "./support/virtual-io.ts";

type Answer = Reply | "lost";

/** A client whose gateway answers by path, the last answer of a path for ever, and with 404 where nothing is named. */
function clientOf(answers: Record<string, Answer | Answer[]>, settings: Partial<Settings> = {}) {
  const io = new VirtualIo();
  const sent: Exchange[] = [];
  const wire: Send = async (exchange) => {
    sent.push(exchange);
    const known = answers[exchange.path] ?? reply(404);
    const answer = Array.isArray(known) ? (known.length > 1 ? known.shift() : known[0]) : known;
    if (answer === "lost") throw networkError(exchange, "unknown");
    return answer ?? reply(404);
  };
  return { client: new Client(testSettings(settings), io, wire), io, sent };
}

const ada = reply(200, { data: { id: "a-1", email: "ada@example.com" } });

test("every request carries the bearer token and the pinned version, including retries", async () => {
  const { client, sent } = clientOf(
    { "/models": ["lost", reply(503), reply(200, [])] },
    { apiVersion: "2026-01-01" },
  );
  await client.send({ method: "GET", path: "/models" });
  expect(sent.map(({ headers }) => headers)).toEqual(
    Array.from({ length: 3 }, () => ({
      authorization: "Bearer token-of-the-tests",
      "service-api-version": "2026-01-01",
    })),
  );
});

test.each([{ name: "gpt" }, { id: Number.POSITIVE_INFINITY }])(
  "a list that contains an object without an id is rejected with its path and a remedy: %j",
  async (row) => {
    const { client } = clientOf({ "/models": reply(200, { data: [{ id: "m-1" }, row] }) });
    await expect(client.rows({ method: "GET", path: "/models" })).rejects.toThrow(
      /GET \/models returned 200: the response contains an object without an id.*no object can be reported as deleted.*contact the gateway's operators/,
    );
  },
);

test("the account is requested once for any number of callers", async () => {
  const { client, sent } = clientOf({ "/user": [ada] });
  await Promise.all([client.account(), client.account()]);
  expect(await client.account()).toMatchObject({ id: "a-1" });
  expect(sent).toMatchObject([{ method: "GET", path: "/user" }]);
  expect(client.cost.line).toBe("1 request to the gateway");
});

test("a refused account request is not repeated", async () => {
  const { client, sent } = clientOf({ "/user": [reply(403), ada] });
  await expect(client.account()).rejects.toThrow("403");
  await expect(client.account()).rejects.toThrow("403");
  expect(sent).toHaveLength(1);
});

test("a lost response for the account is not cached", async () => {
  const { client } = clientOf({ "/user": ["lost", ada] }, { retryBudget: 1 });
  await expect(client.account()).rejects.toThrow("no answer");
  expect(await client.account()).toMatchObject({ id: "a-1" });
});

test("the server time comes from the last response that has a valid date", async () => {
  const { client, io } = clientOf({
    "/user": reply(200, {}, { date: "Thu, 01 Jan 2026 01:00:00 GMT" }),
    "/models": [reply(200, []), reply(200, [], { date: "soon" })],
  });
  expect(client.serverTime(io.now())).toBe(io.now());
  await client.account();
  for (const _date of ["an hour ahead", "none, as of a proxy", "not a date"]) {
    expect(client.serverTime(io.now())).toBe(Date.UTC(2026, 0, 1, 1));
    await client.send({ method: "GET", path: "/models" });
  }
});

test("errors of the client do not show the token", async () => {
  const token = "token-of-the-tests";
  const { client } = clientOf({
    "/a": reply(400, { message: `bad ${token}` }),
    "/b": reply(500, token),
    [`/${token}`]: reply(404),
  });
  for (const path of ["/a", "/b", `/${token}`]) {
    const shown = await client.send({ method: "POST", path }).then(() => "", String);
    expect(shown).toContain("GatewayError");
    expect(shown).not.toContain(token);
  }
});

test("a secret learned during a run is masked from then on in lines, bodies and errors", async () => {
  const { client } = clientOf({ "/keys": reply(400, { message: "sk-issued-1 is in use" }) });
  expect(client.cover("sk-issued-1")).toBe("sk-issued-1");
  client.keepSecret("sk-issued-1");
  expect(client.cover("it is sk-issued-1.")).toBe("it is [secret].");
  expect(client.describe({ message: "sk-issued-1 is in use" })).toBe("[secret] is in use");
  await expect(client.send({ method: "POST", path: "/keys" })).rejects.toThrow(
    "returned 400: [secret] is in use",
  );
});

const clock = "Thu, 01 Jan 2026 01:00:00 GMT";
const last = "+275760-09-13T00:00:00.000Z";

test.each([
  ["current second", clock, {}, "2026-01-01T01:00:01.000Z"],
  ["earlier moment that is asked for", clock, { endDate: "2025-12-31" }, "2025-12-31"],
  ["current second where a later one is asked for", clock, { endDate: last }, "2026-01-01T01:00:01.000Z"],
  ["last moment that a date can name", "Sat, 13 Sep 275760 00:00:00 GMT", {}, last],
  ["last moment where it is asked for", "Sat, 13 Sep 275760 00:00:00 GMT", { endDate: last }, last],
])("metrics are read up to the gateway's %s", async (_what, date, query, end) => {
  const metrics = reply(200, { data: [], total: 0 }, { date });
  const { client, sent } = clientOf({ "/metrics": metrics, "/user": metrics });
  for await (const _row of client.metricRows(query)) expect.unreachable("there are no rows");
  const asked = sent.filter(({ path }) => path === "/metrics");
  expect(asked.map(({ query }) => query?.end_date)).toEqual([end]);
});

test.each([
  [{ asked: 1, sent: 0, waited: 0 }, undefined],
  [{ asked: 1, sent: 2, waited: 0 }, "2 requests to the gateway, 1 of them repeated"],
  [{ asked: 1, sent: 1, waited: 1500 }, "1 request to the gateway, 2 s spent waiting for the rate limit"],
])("the summary line for %o is %j", (counts, line) => {
  expect(Object.assign(new Cost(), counts).line).toBe(line);
});

const within = {
  what: "workspace",
  field: "workspaceId",
  list: "/workspaces",
  scope: "workspaces:read",
  id: "w-1",
};
const prompts: Exchange = { method: "GET", path: "/prompts", within };

const told = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => expect.unreachable("it was there"),
    (error: Error) => error.message,
  );

const gone =
  "The workspace w-1 does not exist, or this account cannot see it. Check `workspaceId`. If it was deleted, run `pulumi refresh`.";
const address = `Check that ${testSettings().named("baseUrl")} is the URL of the gateway's management API.`;

test.each<[string, Answer, string]>([
  ["and its workspace is not listed", reply(200, { data: [], total: 0 }), gone],
  ["and its workspace is listed", reply(200, { data: [{ id: "w-1" }], total: 1 }), address],
  ["and a cut list has its workspace", reply(200, { data: [{ id: "w-1" }], total: 2 }), address],
  ["like the list of workspaces", reply(404), address],
  [
    "and the list is cut",
    reply(200, { data: [], total: 9 }),
    `Check that the workspace w-1 exists. ${address}`,
  ],
  ["and workspaces may not be read", reply(403), `Check that the workspace w-1 exists. ${address}`],
  ["and the workspaces are not answered", "lost", `Check that the workspace w-1 exists. ${address}`],
])("the error for a list that returns 404, %s, says what to check", async (_what, workspaces, remedy) => {
  const { client, sent } = clientOf({ "/workspaces": workspaces });
  const message = await told(client.rows(prompts));
  expect(sent[1]).toMatchObject({ method: "GET", path: "/workspaces" });
  expect(message.startsWith("GET /prompts returned 404: ")).toBe(true);
  expect(message.endsWith(`. ${remedy}`)).toBe(true);
});

test("a 404 for the list of workspaces names the base URL setting and sends no other request", async () => {
  const { client, sent } = clientOf({});
  const message = await told(client.rows({ method: "GET", path: "/workspaces" }));
  expect(message).toBe(`GET /workspaces returned 404: item not found. ${address}`);
  expect(sent).toHaveLength(1);
});

test("an error that is already explained, or is unrelated, is passed on unchanged", async () => {
  const { client, sent } = clientOf({});
  const other = await client.send(prompts).catch((error: unknown) => error);
  const explained = await client.explainMissing(prompts, other).catch((error: unknown) => error);
  expect(explained).toMatchObject({ status: 404, cause: other });
  const before = sent.length;
  for (const error of [explained, new TypeError("x is not a function")]) {
    await expect(client.explainMissing(prompts, error)).rejects.toBe(error);
  }
  expect(sent).toHaveLength(before);
});

test("a response that is not a list fails with the outcome rejected and says so", async () => {
  const { client } = clientOf({ "/prompts": reply(200, { id: "1" }) });
  await expect(client.rows(prompts)).rejects.toMatchObject({
    outcome: "rejected",
    status: 200,
    message: `GET /prompts returned 200: the response is not a list of objects. ${address}`,
  });
});

test.each<[string, Answer, string]>([
  ["is known", reply(200, { id: "a-1", email: "ada@example.com" }), "account a-1 (ada@example.com)"],
  [
    "may not be read",
    reply(403),
    "an account that the token cannot read (the scope profile:read is missing)",
  ],
  [
    "has no valid token",
    reply(401),
    "an account that the token cannot read (the scope profile:read is missing)",
  ],
  ["is not answered", "lost", "an account that could not be read"],
])("a 403 says whose token it is if the account %s", async (_what, account, whose) => {
  const { client } = clientOf({ "/user": account, "/prompts": reply(403) });
  expect(await told(client.send({ method: "GET", path: "/prompts" }))).toContain(
    `The token belongs to ${whose}. `,
  );
});

test("a 403 for the account itself names the scope and does not request the account again", async () => {
  const { client, sent } = clientOf({ "/user": reply(403) });
  const message = await told(client.account());
  expect(message).toContain("needs the scope profile:read and permission");
  expect(message).toContain("The token belongs to an account that could not be read. ");
  expect(sent).toHaveLength(1);
});

test("a gateway that has moved is also known by the mark of its former address", () => {
  const former = "https://before.test/api/v1";
  const { client } = clientOf({}, { movedFrom: former });
  expect(client.firstMark).toBe(clientOf({}, { baseUrl: former }).client.mark);
});

test("a very long line is truncated, and a secret after a control character is masked", () => {
  const { client } = clientOf({});
  const line = client.cover(`${"x".repeat(100_000)}token-of-the-tests`);
  expect(line.length).toBeLessThan(70_000);
  const control = "\u001b";
  const covered = client.cover(`a${control}[31mtoken-of-the-tests`);
  expect(covered).not.toContain(control);
  expect(covered).not.toContain("token-of");
});
