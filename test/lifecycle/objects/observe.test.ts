import { expect, test } from "vitest";
import type { Reply } from "../../../provider/client/http/exchange.js";
import type { Settings } from "../../../provider/client/settings/settings.js";
import { mapping } from "../../../provider/kinds/mapping.js";
import { shortHash } from "../../../provider/spec/compare.js";
import type { Kind } from "../../../provider/spec/kind.js";
import { reply } from "../../client/support/reply.ts";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import { Process } from "../support/process.ts";
import { Wire } from "../support/wire.ts";

const state = { workspaceId: "w-1", sourceName: "s", targetModel: "t" };
const row = {
  id: "m-1",
  workspace_id: "w-1",
  source_name: "s",
  target_model: "t",
  created_at: "2026",
  updated_at: "2026",
};
const kind: Kind = mapping;
const list = (...rows: object[]) => reply(200, { data: rows });
const workspaces = list({ id: "w-1" });

function operation(answers: Record<string, Reply | Reply[]>, settings: Partial<Settings> = {}) {
  const io = new VirtualIo();
  const wire = new Wire(answers);
  return { io, wire, process: new Process(wire.send, io, settings) };
}

test("one list answers for every object of a collection", async () => {
  const { process, wire } = operation({ "GET /mappings": list(row, { ...row, id: "m-2" }) });
  const seen = await Promise.all(["m-1", "m-2"].map((id) => process.observe(kind, id, state)));
  expect(seen.map(({ is }) => is)).toEqual(["live", "live"]);
  expect(wire.calls).toEqual(["GET /mappings"]);
  expect(wire.sent[0]?.query).toEqual({ workspace_id: "w-1" });
});

test("an object is read singly only for what its list row lacks", async () => {
  const { created_at: _created, ...short } = row;
  const { process, wire } = operation({
    "GET /mappings": list(short),
    "GET /mappings/m-1": reply(200, { data: row }),
  });
  expect(await process.observe(kind, "m-1", state)).toEqual({ is: "live", row });
  expect(wire.calls).toEqual(["GET /mappings", "GET /mappings/m-1"]);
});

test("an object is gone if its list does not have it and its own path answers 404", async () => {
  const { process, wire } = operation({ "GET /mappings": list() });
  expect(await process.observe(kind, "m-1", state)).toEqual({ is: "gone" });
  expect(wire.calls).toEqual(["GET /mappings", "GET /mappings/m-1"]);
});

test("an object that its list lacks but its own path shows is live: the list was cut", async () => {
  const { process } = operation({
    "GET /mappings": reply(200, { data: [], total: 5 }),
    "GET /mappings/m-1": reply(200, row),
  });
  expect(await process.observe(kind, "m-1", state)).toEqual({ is: "live", row });
});

test.each([
  ["403 of the list", { "GET /mappings": reply(403) }],
  ["403 of its own path", { "GET /mappings": list(), "GET /mappings/m-1": reply(403) }],
  ["400 of its own path", { "GET /mappings": list(), "GET /mappings/m-1": reply(400, "404 not found") }],
  ["500 of the list", { "GET /mappings": reply(500, "404 not found") }],
  ["web page", { "GET /mappings": reply(200, "<html>", { "content-type": "text/html" }) }],
  ["list in an unknown form", { "GET /mappings": reply(200, { items: [] }) }],
])("a %s never means that an object is gone", async (_name, answers) => {
  const { process } = operation(answers, { retryBudget: 1 });
  await expect(process.observe(kind, "m-1", state)).rejects.toThrow();
});

test("a list that answers 404 is an error while the workspace exists", async () => {
  const { process } = operation({ "GET /workspaces": workspaces });
  await expect(process.observe(kind, "m-1", state)).rejects.toThrow("404");
});

test("a list that answers 404 has no rows if the list of workspaces lacks the workspace", async () => {
  const { process } = operation({ "GET /workspaces": list({ id: "w-2" }) });
  expect(await process.observe(kind, "m-1", state)).toEqual({ is: "gone" });
});

test("a list of workspaces that was cut cannot say that one does not exist", async () => {
  const { process } = operation({ "GET /workspaces": reply(200, { data: [{ id: "w-2" }], total: 9 }) });
  await expect(process.observe(kind, "m-1", state)).rejects.toThrow("cut");
});

const { get: _get, ...listOnly } = kind.endpoints;
const withoutGet: Kind = { ...kind, endpoints: listOnly };

test("where objects cannot be read singly the list alone decides", async () => {
  const { process, wire } = operation({ "GET /mappings": list(row) });
  expect(await process.observe(withoutGet, "m-1", state)).toMatchObject({ is: "live" });
  expect(await process.observe(withoutGet, "m-2", state)).toEqual({ is: "gone" });
  expect(wire.calls).toEqual(["GET /mappings"]);
});

test("a list that was cut decides nothing where objects cannot be read singly", async () => {
  const { process } = operation({ "GET /mappings": reply(200, { data: [row], total: 2 }) });
  await expect(process.observe(withoutGet, "m-2", state)).rejects.toThrow("cut");
});

test("where there is neither list nor path nothing can be observed, and nothing is asked", async () => {
  const { list: _list, ...blind } = listOnly;
  const { process, wire } = operation({});
  expect(await process.observe({ ...kind, endpoints: blind }, "m-1", state)).toEqual({ is: "unobservable" });
  expect(wire.calls).toEqual([]);
});

test("what this run has written is looked for again until it shows", async () => {
  const { process } = operation({
    "GET /mappings": list(),
    "GET /mappings/m-1": [reply(404), reply(404), reply(200, row)],
  });
  process.ledger.create("/mappings w-1", "m-1");
  expect(await process.observe(kind, "m-1", state)).toMatchObject({ is: "live" });
});

test("what this run has written and nobody shows is gone in the end", async () => {
  const { process } = operation({ "GET /mappings": list() });
  process.ledger.create("/mappings w-1", "m-1");
  expect(await process.observe(kind, "m-1", state)).toEqual({ is: "gone" });
});

test("after a write to the collection objects are read singly, for lists may lag", async () => {
  const { process, wire } = operation({ "GET /mappings": list(), "GET /mappings/m-1": reply(200, row) });
  process.client.lists.write(process.target(kind, state).collection);
  expect(await process.observe(kind, "m-1", state)).toMatchObject({ is: "live" });
  expect(wire.calls).toEqual(["GET /mappings/m-1"]);
});

const written = { ...state, __account: shortHash("a-2") };

test("to another account than the one that wrote last, nothing looks gone unless it sees the workspace", async () => {
  const blind = operation({ "GET /mappings": list(), "GET /workspaces": list() });
  await expect(blind.process.observe(kind, "m-1", written)).rejects.toThrow(/a-1.*ALLOWED_ACCOUNTS/);
  const seeing = operation({ "GET /mappings": list(), "GET /workspaces": workspaces });
  expect(await seeing.process.observe(kind, "m-1", written)).toEqual({ is: "gone" });
});

test("an account that the stack names is believed, another one is refused", async () => {
  const answers = { "GET /mappings": list(), "GET /workspaces": list() };
  const named = operation(answers, { allowedAccounts: ["a-1"] });
  expect(await named.process.observe(kind, "m-1", written)).toEqual({ is: "gone" });
  const other = operation(answers, { allowedAccounts: ["a-9"] });
  await expect(other.process.observe(kind, "m-1", state)).rejects.toThrow("a-9");
});
