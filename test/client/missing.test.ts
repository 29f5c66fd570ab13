import { expect, test } from "vitest";
import { Client } from "../../provider/client/client.js";
import type { Exchange } from "../../provider/client/exchange.js";
import { type Answer, clientOf } from "./support/client-of.ts";
import { reply } from "./support/reply.ts";
import { testSettings } from "./support/settings.ts";
import { VirtualIo } from "./support/virtual-io.ts";

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
  "The workspace w-1 does not exist, or this account cannot see it: is `workspaceId` right? If it was deleted, run `pulumi refresh`.";
const address = `Is ${testSettings().named("baseUrl")} the management API of the gateway?`;

test.each<[string, Answer, string]>([
  ["and its workspace is not listed", reply(200, { data: [], total: 0 }), gone],
  ["and its workspace is listed", reply(200, { data: [{ id: "w-1" }], total: 1 }), address],
  ["like the list of workspaces", reply(404), address],
  ["and the list is cut", reply(200, { data: [], total: 9 }), `Does the workspace w-1 exist? ${address}`],
  ["and workspaces may not be read", reply(403), `Does the workspace w-1 exist? ${address}`],
  ["and the workspaces are not answered", "lost", `Does the workspace w-1 exist? ${address}`],
])("a list that is not there, %s, says what is missing", async (_what, workspaces, remedy) => {
  const { client } = clientOf({ "/workspaces": workspaces });
  const message = await told(client.rows(prompts));
  expect(message.startsWith("GET /prompts answered 404: ")).toBe(true);
  expect(message.endsWith(`. ${remedy}`)).toBe(true);
});

test("a list of the account that is not there points at the address, and nothing else is asked", async () => {
  const { client, sent } = clientOf({});
  const message = await told(client.rows({ method: "GET", path: "/workspaces" }));
  expect(message).toBe(`GET /workspaces answered 404: item not found. ${address}`);
  expect(sent).toHaveLength(1);
});

test("an error that says already what is missing is passed on as it is, and so is any other", async () => {
  const { client, sent } = clientOf({});
  const other = await client.send(prompts).catch((error: unknown) => error);
  const explained = await client.explainMissing(prompts, other).catch((error: unknown) => error);
  expect(explained).toMatchObject({ status: 404, cause: other });
  const before = sent.length;
  await expect(client.explainMissing(prompts, explained)).rejects.toBe(explained);
  const mistake = new TypeError("x is not a function");
  await expect(client.explainMissing(prompts, mistake)).rejects.toBe(mistake);
  expect(sent).toHaveLength(before);
});

test.each<[string, Answer, boolean | undefined]>([
  ["lists it", reply(200, { data: [{ id: "w-1" }], total: 1 }), true],
  ["lists it and says that there are more", reply(200, { data: [{ id: "w-1" }], total: 2 }), true],
  ["lists all others", reply(200, { data: [{ id: "w-2" }], total: 1 }), false],
  ["lists some others", reply(200, { data: [{ id: "w-2" }], total: 2 }), undefined],
  ["does not list them", reply(403), undefined],
  ["does not answer", "lost", undefined],
])("whether the account sees a workspace, where the gateway %s: %s", async (_what, answer, seen) => {
  const { client } = clientOf({ "/workspaces": answer });
  expect(await client.sees(within)).toBe(seen);
});

test("a mistake of ours while workspaces are read is told as it is", async () => {
  const mistake = new TypeError("x is not a function");
  const client = new Client(testSettings(), new VirtualIo(), async () => Promise.reject(mistake));
  await expect(client.sees(within)).rejects.toBe(mistake);
});

test("what is no list was read by a request that was refused, and says that it is none", async () => {
  const { client } = clientOf({ "/prompts": reply(200, { id: "1" }) });
  await expect(client.rows(prompts)).rejects.toMatchObject({
    outcome: "rejected",
    status: 200,
    message: `GET /prompts answered 200: the answer is not a list of objects. ${address}`,
  });
});

test.each<[string, Answer, string]>([
  ["is known", reply(200, { id: "a-1", email: "ada@example.com" }), "account a-1 (ada@example.com)"],
  ["may not be read", reply(403), "an account that it may not read (no scope profile:read)"],
  ["has no valid token", reply(401), "an account that it may not read (no scope profile:read)"],
  ["is not to be had", reply(500), "an account that could not be read"],
  ["is not answered", "lost", "an account that could not be read"],
])("a 403 says whose token it is, where the account %s", async (_what, account, whose) => {
  const { client } = clientOf({ "/user": account, "/prompts": reply(403) });
  expect(await told(client.send({ method: "GET", path: "/prompts" }))).toContain(
    `the token belongs to ${whose}. `,
  );
});

test("the account is read by GET, and so are the holders", async () => {
  const { client, sent } = clientOf({ "/user": reply(200, { id: "a-1" }), "/workspaces": reply(200, []) });
  await client.account();
  await client.holders(within);
  expect(sent).toMatchObject([
    { method: "GET", path: "/user" },
    { method: "GET", path: "/workspaces" },
  ]);
});

test("a 403 on reading the account itself names the scope, and does not ask for the account again", async () => {
  const { client, sent } = clientOf({ "/user": reply(403) });
  const message = await told(client.account());
  expect(message).toContain("needs the scope profile:read and permission");
  expect(message).toContain("the token belongs to an account that could not be read. ");
  expect(sent).toHaveLength(1);
});

test("a client counts its requests", async () => {
  const { client } = clientOf({ "/user": reply(200, {}) });
  await client.account();
  expect(client.cost.line).toBe("1 request to the gateway");
});

test("of a line without end so much is covered and shown as anybody reads", () => {
  const { client } = clientOf({});
  const line = client.cover(`${"x".repeat(100_000)}token-of-the-tests`);
  expect(line.length).toBeLessThan(70_000);
  const control = "\u001b";
  const covered = client.cover(`a${control}[31mtoken-of-the-tests`);
  expect(covered).not.toContain(control);
  expect(covered).not.toContain("token-of");
});
