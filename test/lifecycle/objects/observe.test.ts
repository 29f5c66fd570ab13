import { expect, test } from "vitest";
import { type Reply, RequestError } from "../../../provider/client/exchange.js";
import { mapping } from "../../../provider/kinds/mapping.js";
import { prompt } from "../../../provider/kinds/prompt.js";
import { quota } from "../../../provider/kinds/quota.js";
import {
  accountMark,
  assertAccountAllowed,
  forbidden,
  markAfterwards,
  priorMark,
} from "../../../provider/lifecycle/observe.js";
import { shortHash } from "../../../provider/spec/compare.js";
import type { Kind } from "../../../provider/spec/kind.js";
import { hidden, type Values } from "../../../provider/spec/values.js";
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

test("an object is read singly only for what its list row lacks", async () => {
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
])("a %s never means that an object is gone", async (_name, answers) => {
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
])("%s decides nothing", async (_what, answers, said, of = kind) => {
  await expect(answering(answers).process.observe(of, "m-2", state)).rejects.toThrow(said);
});

test("where there is neither list nor path nothing can be observed, and nothing is asked", async () => {
  const { list: _list, ...blind } = listOnly;
  const { process, wire } = answering({});
  expect(await process.observe({ ...kind, endpoints: blind }, "m-1", state)).toEqual({ is: "unobservable" });
  expect(wire.calls).toEqual([]);
});

test.each<[string, Answers, object, Kind?]>([
  ["until it shows", { [rows]: list(), [single]: [reply(404), reply(404), shown] }, live],
  ["where the list alone decides too", { [rows]: [list(), list(row)] }, live, withoutGet],
  ["and is gone in the end if nobody shows it", { [rows]: list() }, gone],
])("what this run has written is looked for again %s", async (_how, answers, expected, of = kind) => {
  const { process } = answering(answers);
  process.registry.recordCreate("/mappings w-1", "m-1");
  expect(await process.observe(of, "m-1", state)).toEqual(expected);
});

test("after a write to the collection objects are read singly, for lists may lag", async () => {
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

test("the mark of an account is the same every time, and another one for another account", async () => {
  const ids = ["a-1", "a-1", "a-2"];
  const [first, again, other] = await Promise.all(ids.map((id) => accountMark(on(known(id)))));
  expect(first).toMatch(/^\w+$/);
  expect(first).not.toContain("a-1");
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test("before a write, a gateway that does not answer is an error; after one the mark is left out", async () => {
  await expect(accountMark(on(lost))).rejects.toThrow("no answer");
  expect(await markAfterwards(on(lost))).toBeUndefined();
  expect(await markAfterwards(on(known("a-1")))).toBe(await accountMark(on(known("a-1"))));
});

test("a mistake of ours is never hidden by a write that is done", async () => {
  const mistake = new TypeError("x is not a function");
  await expect(markAfterwards(on(mistake))).rejects.toBe(mistake);
});

test("only a text in the state is a mark", () => {
  const states = [{ [hidden.account]: "m" }, { [hidden.account]: 7 }, {}];
  expect(states.map(priorMark)).toEqual(["m", undefined, undefined]);
});

test("where accounts are named, another one is refused with both ways to go on", async () => {
  await expect(assertAccountAllowed(on(known("a-1"), ["a-1", "a-2"]))).resolves.toBeUndefined();
  await expect(assertAccountAllowed(on(known("a-9"), ["a-1", "a-2"]))).rejects.toThrow(
    /a-1, a-2.*Set WORKSPACE_GATEWAY_ACCESS_TOKEN.* to a token of .* or change WORKSPACE_GATEWAY_ALLOWED_ACCOUNTS/,
  );
});

test("where no account is named, nobody is asked", async () => {
  await expect(assertAccountAllowed(on(new Error("asked")))).resolves.toBeUndefined();
});

const tone = { workspaceId: "w-1", name: "tone", content: "Be brief." };
const retryBudget = 30_000;

test.each(["not-sent", "unknown"] as const)(
  "where no answer comes (%s), a create fails once, within the time for tries",
  async (outcome) => {
    const world = new World(prompt, { retryBudget });
    const asked = new Set<string>();
    world.wire = async (exchange) => {
      asked.add(exchange.path);
      throw networkError(exchange, outcome);
    };
    const began = world.io.now();
    await expect(world.create(tone)).rejects.toThrow("GET /user failed: no answer");
    expect(world.io.now() - began).toBeLessThanOrEqual(retryBudget);
    expect(asked).toEqual(new Set(["/user"]));
  },
);

test.each([401, 403, 404, 500])(
  "an account that the gateway does not tell (%i) is not known, and the object is made without a mark",
  async (status) => {
    const world = new World(prompt, { retryBudget });
    world.wire = async (exchange) =>
      exchange.path === "/user" ? reply(status) : world.gateway.send(exchange);
    expect((await world.create(tone)).outs).not.toHaveProperty(hidden.account);
    expect(world.gateway.rows("prompts")).toHaveLength(1);
  },
);

test("a change that is done is recorded, even if the account cannot be asked for afterwards", async () => {
  const world = new World(prompt, { retryBudget });
  const { id, outs } = await world.create(tone);
  world.wire = async (exchange) =>
    exchange.path === "/user"
      ? Promise.reject(networkError(exchange, "unknown"))
      : world.gateway.send(exchange);
  const changed = await world.update(id, outs, { ...tone, content: "Be long." });
  expect(changed).toMatchObject({ content: "Be long." });
  expect(changed).not.toHaveProperty(hidden.account);
});

function refusal(status: number, remedy?: string): RequestError {
  const failure = { method: "GET", path: "/prompts/p-1", outcome: "rejected", said: "no", status } as const;
  return new RequestError(remedy === undefined ? failure : { ...failure, remedy });
}

/** What becomes of an error of an object, on a gateway that shows another workspace than its own. */
async function judged(error: unknown, kind: Kind = prompt, values: Values = { workspaceId: "w-1" }) {
  const { process, wire } = answering({
    "GET /workspaces": reply(200, { data: [{ id: "w-2" }], total: 1 }),
  });
  return { result: await forbidden(process.context(kind, values), "x-1", error), asked: wire.calls };
}

test("a 403 in a workspace that the account does not see says how to go on if it was deleted", async () => {
  const error = refusal(403, "Ask for the scope.");
  const { result } = await judged(error);
  expect(result).toMatchObject({ status: 403, outcome: "rejected", cause: error });
  for (const part of [
    "Ask for the scope. This account does not see the workspace w-1.",
    "with everything that depends on it: `pulumi state delete --target-dependents <URN>`",
    "The URN is that of the workspace, or of this resource if the workspace is not in the stack",
    "`pulumi stack --show-urns` shows them.",
  ]) {
    expect(String(result)).toContain(part);
  }
});

test("without a remedy of its own the 403 has this one alone", async () => {
  const { result } = await judged(refusal(403));
  expect(result instanceof RequestError && result.failure.remedy).toMatch(
    /^This account does not see the workspace w-1/,
  );
});

test.each<[Error, Kind?, Values?]>([
  [refusal(404)],
  [refusal(500)],
  [new Error("x")],
  [refusal(403), quota, {}], // which is in no workspace
])("%s stays what it is, and nothing is asked", async (error, kind, values) => {
  expect(await judged(error, kind, values)).toEqual({ result: error, asked: [] });
});
