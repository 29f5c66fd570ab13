import { expect, test } from "vitest";
import type { Reply } from "../../../provider/client/exchange.js";
import { kinds } from "../../../provider/every-kind.js";
import { workspace } from "../../../provider/kinds/workspace.js";
import { observe } from "../../../provider/lifecycle/observe.js";
import { assertEmpty, expectContents } from "../../../provider/lifecycle/sources.js";
import type { Endpoints, Kind } from "../../../provider/spec/kind.js";
import type { JsonObject } from "../../../provider/text/json.js";
import { reply } from "../../client/support/reply.ts";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import { note } from "../support/note.ts";
import { Process, Wire } from "../support/process.ts";

const team = { id: "w-1", name: "team" };
const counted = ["provider_count", "prompt_count", "mapping_count", "config_count", "member_count"];
const nothingCounted = Object.fromEntries(counted.map((name) => [name, 0]));
const members = "GET /workspaces/w-1/members";
const owner = { id: "m-1", role: "OWNER" };
const empty: Record<string, Reply> = {
  ...Object.fromEntries(
    kinds
      .map(({ endpoints }): Endpoints => endpoints)
      .filter(({ scoped }) => scoped === true)
      .map(({ list }) => [`GET ${list}`, reply(200, [])]),
  ),
  "GET /workflows": reply(200, []),
  [members]: reply(200, [owner]),
};
const listed = (stats?: JsonObject) => ({
  "GET /workspaces": reply(200, { data: [stats === undefined ? team : { ...team, stats }], total: 1 }),
});

function guard(answers: Record<string, Reply>, state = {}, all: readonly Kind[] = kinds) {
  const wire = new Wire(answers);
  const values = { name: "team", ...state };
  const context = new Process(wire.send, new VirtualIo(), {}, all).context(workspace, values);
  return { wire, asserted: assertEmpty(context, "w-1", values) };
}

test.each([
  ["counts nothing", undefined],
  ["counts nothing in it", nothingCounted],
])(
  "an empty object whose row %s can be deleted, once the list of every kind confirms it",
  async (_row, stats) => {
    const { wire, asserted } = guard({ ...listed(stats), ...empty });
    await asserted;
    const lists = Object.keys(empty).filter((call) => call !== "GET /workflows");
    expect(wire.calls.toSorted()).toEqual(["GET /workspaces", ...lists].toSorted());
    expect(wire.sent.find(({ path }) => path === "/models")?.query).toEqual({ workspace_id: "w-1" });
  },
);

test("objects of a kind that only the session has prevent a delete", async () => {
  const full = { ...empty, "GET /notes": reply(200, [{ id: "n-1" }]) };
  const { asserted } = guard({ ...listed(), ...full }, {}, [...kinds, note]);
  await expect(asserted).rejects.toThrow("it still contains 1 note (n-1), which");
});

const ada = { id: "m-2", role: "ADMIN", user: { email: "ada@example.com" } };
const rules = Array.from({ length: 23 }, (_, index) => ({ id: `p-${index}`, name: `rule "${index}"` }));
const oneConfig = listed({ config_count: 1 });
const twoPrompts = listed({ ...nothingCounted, prompt_count: 2 });

test.each<[string, answers: Record<string, Reply>, told: RegExp | string, state?: object]>([
  ["a count above 0 is believed, though its list is empty", twoPrompts, "it still contains 2 prompts, which"],
  [
    "a count above 0 is believed, though its list is refused",
    { ...twoPrompts, "GET /prompts": reply(403, "no") },
    "it still contains 2 prompts, which",
  ],
  [
    "what stands in the way is named with its id, at most 20 of a kind, and never the owner",
    {
      ...listed({ ...nothingCounted, prompt_count: 23 }),
      "GET /prompts": reply(200, rules),
      [members]: reply(200, [owner, ada]),
    },
    /1 member besides the owner \("ada@example.com" m-2\), 23 prompts \("rule \\"0\\"" p-0, .*" p-19, 3 more\), which/,
  ],
  [
    "the command that makes the destroy possible has its URN",
    oneConfig,
    String.raw`--target 'urn:pulumi:dev::a::b$Workspace::it'\''s'`,
    { __urn: "urn:pulumi:dev::a::b$Workspace::it's" },
  ],
  [
    "the command that makes the destroy possible has a place for the URN, if the state has none",
    oneConfig,
    "--target <URN>` (`pulumi stack --show-urns` shows the URN)",
  ],
  [
    "all that is left is told in grammar, and only what can be deleted, with both ways on",
    {
      ...listed({ ...nothingCounted, mapping_count: 2, member_count: 2 }),
      "GET /models": reply(200, [{ id: "m-1" }]),
      "GET /indexes": reply(200, [{ id: "i-1" }, { id: "i-2" }]),
      [members]: reply(200, [owner, { id: "m-2", role: "ADMIN" }]),
    },
    /"team" was not deleted, because it is not empty: it still contains 2 indexes \(i-1, i-2\), 2 mappings, 1 member besides the owner \(m-2\), 1 model \(m-1\), which.*Delete the contents first.*`forceDestroy: true`.*`pulumi up --target.*Then run `pulumi destroy` again\.$/,
  ],
  [
    "what is harmless is told apart from the rest",
    { ...oneConfig, "GET /workflows": reply(200, [{ id: "f-1" }]) },
    /contains 1 config, which .*These do not prevent a delete, but would also be deleted: 1 workflow\. Delete/,
  ],
  [
    "a list of models that was cut is never taken for empty",
    { ...listed(nothingCounted), "GET /models": reply(200, { data: [], total: 7 }) },
    "at least 1 model",
  ],
  [
    "a list of members that was cut is never taken for that of the owner alone",
    { ...listed(nothingCounted), [members]: reply(200, { data: [owner], total: 7 }) },
    "at least 1 member",
  ],
  [
    "an object that its list omits is not empty while its own path shows it",
    {
      ...{ "GET /workspaces": reply(200, [{ id: "w-2" }]), "GET /workspaces/w-1": reply(200, team) },
      "GET /models": reply(200, [{ id: "x-1" }]),
    },
    "it still contains 1 model (x-1), which",
  ],
])("%s", async (_law, answers, told, state) => {
  await expect(guard({ ...empty, ...answers }, state).asserted).rejects.toThrow(told);
});

test("a member count that includes several owners does not prevent a delete", async () => {
  const owners = { ...empty, [members]: reply(200, [owner, { ...owner, id: "m-2" }]) };
  await guard({ ...listed({ ...nothingCounted, member_count: 2 }), ...owners }).asserted;
});

test("an object is gone if neither its list nor its own path shows it, and no further request is sent", async () => {
  const { wire, asserted } = guard({ "GET /workspaces": reply(200, { data: [], total: 0 }) });
  await asserted;
  expect(wire.calls).toEqual(["GET /workspaces", "GET /workspaces/w-1"]);
});

test("a workspace with forceDestroy passes the check without any request", async () => {
  const { wire, asserted } = guard({}, { forceDestroy: true });
  await asserted;
  expect(wire.calls).toEqual([]);
});

const ids = ["w-1", "w-2", "w-3", "w-4"];
const rows = (of: readonly string[], counts: Record<string, JsonObject> = {}) =>
  reply(200, {
    data: of.map((id) => ({ id, stats: { ...nothingCounted, ...counts[id] } })),
    total: of.length,
  });

/** One process whose workspaces hold nothing, by the lists of all kinds; the list of workspaces answers in this order. */
function processOf(lists: readonly Reply[]) {
  const wire = new Wire({
    ...empty,
    ...Object.fromEntries(ids.map((id) => [`GET /workspaces/${id}/members`, reply(200, [owner])])),
    "GET /workspaces": [...lists],
  });
  const process = new Process(wire.send, new VirtualIo());
  const asserted = (id: string) => assertEmpty(process.context(workspace, { name: id }), id, { name: id });
  const asked = (call: string) => wire.calls.filter((each) => each === call);
  return { wire, process, asserted, asked };
}

test("an object that a person adds while another check's list is in progress still prevents the delete", async () => {
  const { asserted } = processOf([rows(ids), rows(ids, { "w-2": { prompt_count: 1 } })]);
  const [first, second] = await Promise.allSettled(["w-1", "w-2"].map(asserted));
  expect(first?.status).toBe("fulfilled");
  expect(String(second?.status === "rejected" && second.reason)).toContain(
    "it still contains 1 prompt, which",
  );
});

test("a shared row that still counts an object deleted by this run is read again, without an error", async () => {
  const behind = { "w-2": { mapping_count: 1 } };
  const { process, asserted, asked } = processOf([rows(ids), rows(ids, behind), rows(ids)]);
  process.registry.touch("/mappings w-2", "m-1");
  await Promise.all(["w-1", "w-2"].map(asserted));
  expect(asked("GET /workspaces")).toHaveLength(3);
});

test("each check uses its own row of a shared list: one is gone, one has contents, and one is empty", async () => {
  const shared = rows(["w-1", "w-3", "w-4"], { "w-3": { provider_count: 2 } });
  const { wire, asserted } = processOf([shared]);
  const settled = await Promise.allSettled(ids.map(asserted));
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  expect(wire.calls).not.toContain("GET /workspaces/w-2/members");
});

test("a shared list that fails also fails every check that waits for it", async () => {
  const { wire, asserted } = processOf([rows(ids), reply(403, "no")]);
  const settled = await Promise.allSettled(ids.map(asserted));
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "rejected"]);
  expect(wire.calls).not.toContain("GET /workspaces/w-2/members");
});

test("reading one workspace's list prefetches those of other workspaces with contents, including members", async () => {
  const { wire, process } = processOf([]);
  for (const [id, count] of Object.entries({ "w-1": 2, "w-2": 2, "w-3": 1 })) {
    expectContents(process.context(workspace, { name: id }), id, { stats: { member_count: count } });
  }
  const member = kinds.find(({ name }) => name === "Member") ?? expect.unreachable("no members");
  const first = process.context(member, { workspaceId: "w-1" });
  await observe(first, "m-1", { workspaceId: "w-1" });
  expect(wire.calls).toEqual(["GET /workspaces/w-1/members", "GET /workspaces/w-2/members"]);
});
