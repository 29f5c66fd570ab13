import { expect, test } from "vitest";
import type { Exchange, Send } from "../../../provider/client/exchange.js";
import type { Settings } from "../../../provider/client/settings.js";
import { budget } from "../../../provider/kinds/budget.js";
import { mapping } from "../../../provider/kinds/mapping.js";
import { quota } from "../../../provider/kinds/quota.js";
import { workspace } from "../../../provider/kinds/workspace.js";
import { noteHolder, warnOfLostOriginal } from "../../../provider/lifecycle/adopted.js";
import { ObjectRegistry } from "../../../provider/lifecycle/registry.js";
import type { Kind } from "../../../provider/spec/kind.js";
import type { Values } from "../../../provider/spec/values.js";
import { reply } from "../../client/support/reply.ts";
import { answering, running } from "../support/process.ts";

const state = { workspaceId: "w-1", sourceName: "s", targetModel: "t" };

const rows = {
  workspaces: [{ id: "w-1", name: "team" }],
  mappings: [{ id: "m-1", workspace_id: "w-1", source_name: "s", target_model: "t" }],
};

const operation = (settings: Partial<Settings> = {}, wire: (send: Send) => Send = (send) => send) =>
  running({ rows, settings, wire });

/** A gateway that finds objects to delete only where `workspace_id` is in the given place. */
function lookingIn(place: (exchange: Exchange) => unknown): (send: Send) => Send {
  return (send) => async (exchange) =>
    exchange.method === "DELETE" && place(exchange) === undefined ? reply(404) : send(exchange);
}

const inBody = lookingIn(({ body }) => body?.workspace_id);
const inQuery = lookingIn(({ query }) => query?.workspace_id);

test.each<[Settings["deleteScope"], Partial<Exchange>]>([
  ["body", { body: { workspace_id: "w-1" } }],
  ["query", { query: { workspace_id: "w-1" } }],
  ["both", { body: { workspace_id: "w-1" }, query: { workspace_id: "w-1" } }],
])("a delete sends workspace_id according to deleteScope: %s", async (deleteScope, expected) => {
  const { gateway, process, writes } = operation({ deleteScope });
  await process.release(mapping, "m-1", state);
  expect(writes()).toEqual([expect.objectContaining(expected)]);
  expect(gateway.rows("mappings")).toEqual([]);
  const [{ body, query } = expect.unreachable("nothing was deleted")] = writes();
  expect([body !== undefined, query !== undefined]).toEqual(["body" in expected, "query" in expected]);
});

test.each([
  ["body", inQuery],
  ["query", inBody],
] as const)(
  "a delete is retried the other way if the gateway ignores workspace_id in the %s",
  async (deleteScope, change) => {
    const { gateway, process } = operation({ deleteScope }, change);
    await process.release(mapping, "m-1", state);
    expect(gateway.rows("mappings")).toEqual([]);
  },
);

test("delete of an object whose workspace is gone succeeds", async () => {
  const { gateway, process } = operation();
  gateway.collections.clear();
  await process.release(mapping, "m-1", state);
});

test("delete leaves an object unchanged with a warning if another resource manages it", async () => {
  const { gateway, process, writes } = operation();
  process.registry.take(process.context(mapping, state).collection, "m-1", "kept");
  await process.release(mapping, "m-1", state);
  expect(writes()).toEqual([]);
  expect(gateway.rows("mappings")).toHaveLength(1);
  const said =
    /^Mapping "s".* \(id m-1\) is left unchanged, because another resource in the program manages it\.$/;
  expect(process.client.io).toMatchObject({ warnings: [expect.stringMatching(said)] });
});

test("delete succeeds if its response is lost", async () => {
  const { gateway, process } = operation();
  gateway.faults = ["reset after"];
  await process.release(mapping, "m-1", state);
  expect(gateway.rows("mappings")).toEqual([]);
});

test.each<[number, tries: number, Kind?, Partial<Settings>?]>([
  [400, 2],
  [404, 2],
  [403, 1],
  [409, 1],
  [501, 1],
  [404, 1, mapping, { deleteScope: "both" }],
  [404, 1, workspace], // which is in no workspace
])(
  "delete of an existing object that is refused with %i fails after %i tries",
  async (status, tries, kind = mapping, settings = {}) => {
    let deletions = 0;
    const { gateway, process } = operation(settings, (send) => async (exchange) => {
      deletions += exchange.method === "DELETE" ? 1 : 0;
      return exchange.method === "DELETE" ? reply(status) : send(exchange);
    });
    if (kind === workspace) gateway.rows("mappings").length = 0;
    const [id, values] = kind === workspace ? ["w-1", { name: "team" }] : ["m-1", state];
    await expect(process.release(kind, id, values)).rejects.toThrow(String(status));
    expect(deletions).toBe(tries);
  },
);

test("delete fails if the claims of other provider processes cannot be read", async () => {
  const { gateway, process } = operation();
  const registry = new ObjectRegistry();
  Object.defineProperty(registry, "blindness", { value: "the folder is not ours" });
  Object.assign(process, { registry });
  await expect(process.release(mapping, "m-1", state)).rejects.toThrow(
    /^Mapping "s".* \(id m-1\) was not deleted, because a resource in a different provider process .*: the folder is not ours\. Set TMPDIR to a folder/,
  );
  expect(gateway.rows("mappings")).toHaveLength(1);
});

test("delete sends no request for a kind that cannot be deleted", async () => {
  const { gateway, process } = operation();
  const { remove: _remove, ...endpoints } = mapping.endpoints;
  const lasting: Kind = { ...mapping, endpoints };
  await process.release(lasting, "m-1", state);
  expect(gateway.requests).toEqual([]);
});

test("an account-level object is deleted without a workspace_id", async () => {
  const { gateway, process, writes } = operation();
  gateway.rows("mappings").length = 0; // a full workspace is not deleted
  await process.release(workspace, "w-1", { name: "team" });
  expect(gateway.rows("workspaces")).toEqual([]);
  expect(writes()[0]).not.toHaveProperty("body");
  expect(writes()[0]).not.toHaveProperty("query");
});

const live = { id: "q-1", name: "burst", max_requests: 60, period: "ROLLING", window_minutes: 1 };
const both = { rows: { quotas: [live, { ...live, id: "q-2", name: "daily" }] } };
const match = { name: "burst" };
const before = { name: "burst", maxRequests: 60, period: "ROLLING", windowMinutes: 1 };

test("a takeover sends only the values that differ and records the original ones", async () => {
  const { process, writes } = running(both);
  const obtained = await process.obtain(quota, { match, maxRequests: 100, windowMinutes: 1 });
  expect(obtained).toMatchObject({ id: "q-1", found: before, row: { max_requests: 100 } });
  expect(writes()).toMatchObject([{ method: "PATCH", path: "/quotas/q-1" }]);
  expect(writes()[0]?.body).toEqual({ max_requests: 100 });
});

test.each<[string, Values, string[]]>([
  [
    "with restore shows the values that a destroy puts back",
    { maxRequests: 100, windowMinutes: 1, onDestroy: "restore" },
    [
      'Quota {"name":"burst"} had maxRequests 60 when this resource took it over. A destroy restores the original values.',
    ],
  ],
  ["with restore shows nothing if nothing changes", { maxRequests: 60, onDestroy: "restore" }, []],
  ["without restore shows nothing", { maxRequests: 100, onDestroy: "keep" }, []],
])("a takeover %s, and writes only the changes", async (_law, inputs, warnings) => {
  const { io, process, writes } = running(both);
  await process.obtain(quota, { match, ...inputs });
  expect(io.warnings).toEqual(warnings);
  expect(writes()).toHaveLength(inputs.maxRequests === 60 ? 0 : 1);
});

test.each([
  [
    "nothing fails, and tells what is there and what to do",
    { name: "hourly" },
    both.rows.quotas,
    /^Quota match \{"name":"hourly"\} matches no object\. Existing objects: q-1 \(`burst`\), q-2 \(`daily`\)\. The API does not document how to create a quota/,
  ],
  [
    "several fails with their number",
    match,
    [live, { ...live, id: "q-2" }],
    /matches 2 objects.*q-1 \(`burst`\), q-2 \(`burst`\)/,
  ],
  [
    "nothing among many tells twenty of them, their names cut, and how many more",
    { name: "typo" },
    Array.from({ length: 25 }, (_, index) => ({ id: `q-${index}`, name: "n".repeat(1000) })),
    /^.{0,2900}q-19 \(`n+…`\), 5 more\..{0,300}$/,
  ],
])("a takeover of %s, and writes nothing", async (_law, wanted, quotas, told) => {
  const { process, writes } = running({ rows: { quotas } });
  await expect(process.obtain(quota, { match: wanted, maxRequests: 100 })).rejects.toThrow(told);
  expect(writes()).toEqual([]);
});

test("a takeover without a list reads the object itself, and a missing one fails with a remedy", async () => {
  const path = "/workspaces/w-1/budget";
  const inputs = { workspaceId: "w-1", budget: 9 };
  const { process, wire } = answering({
    [`GET ${path}`]: reply(200, { budget: 5 }),
    [`PATCH ${path}`]: reply(200, { budget: 9 }),
  });
  expect(await process.obtain(budget, inputs)).toMatchObject({ id: "w-1", found: { budget: 5 } });
  expect(wire.calls).toEqual([`GET ${path}`, `PATCH ${path}`]);
  await expect(answering({}).process.obtain(budget, inputs)).rejects.toThrow(
    /was not found for w-1.*workspace exist/,
  );
});

const managed = { match, maxRequests: 100, createdAt: "2026", updatedAt: "2026", __found: before };

test.each([
  [
    "puts back what was declared, and touches nothing else",
    100,
    [60],
    "Its original values are restored: maxRequests 60",
  ],
  ["leaves what somebody has changed since", 7, [], "changed outside of Pulumi, so it is left unchanged"],
])("a destroy with restore %s, and warns about it", async (_law, max_requests, restored, said) => {
  const { io, process, writes } = running({ rows: { quotas: [{ ...live, max_requests }] } });
  await process.release(quota, "q-1", { ...managed, onDestroy: "restore" });
  expect(writes().map(({ body }) => body)).toEqual(restored.map((max) => ({ max_requests: max })));
  expect(io.warnings).toEqual([expect.stringContaining(said)]);
});

test.each(["restore", "delete"])("a destroy with %s succeeds if the object is gone", async (onDestroy) => {
  const { gateway, process } = running();
  await process.release(quota, "q-1", { ...managed, onDestroy });
  expect(gateway.rows("quotas")).toEqual([]);
});

test("a warning lists lost original values, and the values that the other resource recorded", () => {
  const lost = { match, onDestroy: "restore", __found: { maxRequests: 60, windowMinutes: 1 } };
  const warned = (found?: Values) => {
    const { io, process } = answering({});
    const context = process.context(quota, lost);
    noteHolder(context, "q-1", { found, onDestroy: "keep" });
    warnOfLostOriginal(context, "q-1", lost);
    return io.warnings.at(-1);
  };
  const had = "had maxRequests 60, windowMinutes 1 before this stack changed it. Write these values down: ";
  expect(warned({ windowMinutes: 5 })).toContain(
    `${had}the resource that now manages it recorded no maxRequests, windowMinutes 5 instead. If`,
  );
  expect(warned()).toContain(`${had}the resource that now manages it did not record them. If`);
});
