import { expect, test } from "vitest";
import type { Reply } from "../../../provider/client/exchange.js";
import { mapping } from "../../../provider/kinds/mapping.js";
import { prompt } from "../../../provider/kinds/prompt.js";
import { accountMark, assertAccountAllowed, markAfterwards } from "../../../provider/lifecycle/observe.js";
import { shortHash } from "../../../provider/spec/compare.js";
import type { Kind } from "../../../provider/spec/kind.js";
import { hidden } from "../../../provider/spec/values.js";
import { networkError, reply } from "../../client/support/reply.ts";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import { answering, Process, World } from "../support/process.ts";

const state = { workspaceId: "w-1", sourceName: "s", targetModel: "t" };
const times = { created_at: "2026", updated_at: "2026" };
const row = { id: "m-1", workspace_id: "w-1", source_name: "s", target_model: "t", ...times };
const kind: Kind = mapping;
const [rows, single] = ["GET /mappings", "GET /mappings/m-1"];
const shown = reply(200, row);
type Answers = Record<string, Reply | Reply[]>;
const list = (...rows: object[]) => reply(200, { data: rows });
const workspaces = list({ id: "w-1" });

test("an object is read by id if its list row lacks a property", async () => {
  const { created_at: _created, ...short } = row;
  const { process, wire } = answering({ [rows]: list(short), [single]: reply(200, { data: row }) });
  expect(await process.observe(kind, "m-1", state)).toEqual({ is: "live", row });
  expect(wire.calls).toEqual(["GET /mappings", "GET /mappings/m-1"]);
});

test.each([
  ["403 of its own path", { "GET /mappings": list(), "GET /mappings/m-1": reply(403) }],
  ["400 of its own path", { "GET /mappings": list(), "GET /mappings/m-1": reply(400, "404 not found") }],
  ["web page", { "GET /mappings": reply(200, "<html>", { "content-type": "text/html" }) }],
  ["list in an unknown form", { "GET /mappings": reply(200, { items: [] }) }],
])("a %s is an error and does not mean that the object is gone", async (_name, answers) => {
  const { process } = answering(answers, { retryBudget: 1 });
  await expect(process.observe(kind, "m-1", state)).rejects.toThrow();
});

const { get: _get, ...listOnly } = kind.endpoints;
const withoutGet: Kind = { ...kind, endpoints: listOnly };
const cut = reply(200, { data: [row], total: 2 });
const gone = { is: "gone" };
const live = { is: "live", row };

test.each<[string, string, Answers, object, asked: string[], Kind?]>([
  ["is gone if its list lacks it and its path answers 404", "m-1", { [rows]: list() }, gone, [rows, single]],
  [
    "is live if its own path shows it: the list was cut",
    "m-1",
    { [rows]: { ...cut, body: { data: [], total: 5 } }, [single]: shown },
    live,
    [rows, single],
  ],
  [
    "is gone if its list answers 404, and that of workspaces lacks its own",
    "m-1",
    { "GET /workspaces": list({ id: "w-2" }) },
    gone,
    [rows, "GET /workspaces", single],
  ],
  ["is live if the list that alone decides has it", "m-1", { [rows]: list(row) }, live, [rows], withoutGet],
  ["is gone if the list that alone decides lacks it", "m-2", { [rows]: list(row) }, gone, [rows], withoutGet],
])("an object %s", async (_what, id, answers, expected, asked, of = kind) => {
  const { process, wire } = answering(answers);
  expect(await process.observe(of, id, state)).toEqual(expected);
  expect(wire.calls).toEqual(asked);
});

test.each<[string, Answers, string, Kind?]>([
  ["a list that answers 404 while the workspace exists", { "GET /workspaces": workspaces }, "404"],
  [
    "a list of workspaces that was cut, where the list answers 404",
    { "GET /workspaces": reply(200, { data: [{ id: "w-2" }], total: 9 }) },
    "truncated",
  ],
  ["a list that was cut, where objects cannot be read singly", { [rows]: cut }, "truncated", withoutGet],
])("%s is an error, because the object may still exist", async (_what, answers, said, of = kind) => {
  await expect(answering(answers).process.observe(of, "m-2", state)).rejects.toThrow(said);
});

test("an object whose kind has no list and no read path is unobservable without a request", async () => {
  const { list: _list, ...blind } = listOnly;
  const { process, wire } = answering({});
  expect(await process.observe({ ...kind, endpoints: blind }, "m-1", state)).toEqual({ is: "unobservable" });
  expect(wire.calls).toEqual([]);
});

test.each<[string, Answers, object, Kind?]>([
  ["until it shows", { [rows]: list(), [single]: [reply(404), reply(404), shown] }, live],
  ["where the list alone decides too", { [rows]: [list(), list(row)] }, live, withoutGet],
  ["and is gone in the end if nobody shows it", { [rows]: list() }, gone],
])("an object that this run wrote is looked up again %s", async (_how, answers, expected, of = kind) => {
  const { process } = answering(answers);
  process.registry.recordCreate("/mappings w-1", "m-1");
  expect(await process.observe(of, "m-1", state)).toEqual(expected);
});

test("an object is read by id, not from the list, after a write to its collection", async () => {
  const { process, wire } = answering({ "GET /mappings": list(), "GET /mappings/m-1": reply(200, row) });
  process.client.lists.write(process.context(kind, state).collection);
  expect(await process.observe(kind, "m-1", state)).toMatchObject({ is: "live" });
  expect(wire.calls).toEqual(["GET /mappings/m-1"]);
});

test.each<[string, rows: object[], allowedAccounts: string[] | undefined, told: RegExp | undefined]>([
  ["to another account than the last writer nothing is gone", [], undefined, /a-1.*ALLOWED_ACCOUNTS/],
  ["unless that account sees the workspace", [{ id: "w-1" }], undefined, undefined],
  ["an account that the stack names is believed", [], ["a-1"], undefined],
  ["an account that the stack does not name is refused", [], ["a-9"], /a-9/],
])("%s", async (_law, seen, allowedAccounts, told) => {
  const settings = allowedAccounts === undefined ? {} : { allowedAccounts };
  const { process } = answering({ [rows]: list(), "GET /workspaces": list(...seen) }, settings);
  const observed = process.observe(kind, "m-1", { ...state, __account: shortHash("a-2") });
  if (told === undefined) expect(await observed).toEqual(gone);
  else await expect(observed).rejects.toThrow(told);
});

function on(answer: Reply | Error, allowedAccounts?: string[]) {
  const wire = async () => (answer instanceof Error ? Promise.reject(answer) : answer);
  const settings = allowedAccounts === undefined ? {} : { allowedAccounts };
  return new Process(wire, new VirtualIo(), settings).context(prompt, { workspaceId: "w-1" });
}

const known = (id: unknown) => reply(200, { data: { id, email: "ada@example.com" } });
const lost = networkError({ method: "GET", path: "/user" }, "not-sent");

test("an unanswered account request is an error before a write, and omits the mark after it", async () => {
  await expect(accountMark(on(lost))).rejects.toThrow("no answer");
  expect(await markAfterwards(on(lost))).toBeUndefined();
  expect(await markAfterwards(on(known("a-1")))).toBe(await accountMark(on(known("a-1"))));
});

test("the account lookup after a write rethrows a TypeError", async () => {
  const mistake = new TypeError("x is not a function");
  await expect(markAfterwards(on(mistake))).rejects.toBe(mistake);
});

test("an account that is not in allowedAccounts is refused, and the error names both remedies", async () => {
  await expect(assertAccountAllowed(on(known("a-1"), ["a-1", "a-2"]))).resolves.toBeUndefined();
  await expect(assertAccountAllowed(on(known("a-9"), ["a-1", "a-2"]))).rejects.toThrow(
    /a-1, a-2.*Set WORKSPACE_GATEWAY_ACCESS_TOKEN.* to a token for .* or change WORKSPACE_GATEWAY_ALLOWED_ACCOUNTS/,
  );
});

const tone = { workspaceId: "w-1", name: "tone", content: "Be brief." };
const retryBudget = 30_000;

test.each([401, 403, 404, 500])(
  "a create succeeds without an account mark if the gateway returns %i for the account",
  async (status) => {
    const world = new World(prompt, { retryBudget });
    world.wire = async (exchange) =>
      exchange.path === "/user" ? reply(status) : world.gateway.send(exchange);
    expect((await world.create(tone)).outs).not.toHaveProperty(hidden.account);
    expect(world.gateway.rows("prompts")).toHaveLength(1);
  },
);
