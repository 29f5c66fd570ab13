import { expect, test } from "vitest";
import type { Exchange, Send } from "../../../provider/client/exchange.js";
import type { Settings } from "../../../provider/client/settings.js";
import { mapping } from "../../../provider/kinds/mapping.js";
import { workspace } from "../../../provider/kinds/workspace.js";
import { ObjectRegistry } from "../../../provider/lifecycle/registry.js";
import type { Kind } from "../../../provider/spec/kind.js";
import { reply } from "../../client/support/reply.ts";
import { running } from "../support/process.ts";

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
])("workspace_id goes into the %s if the stack says so", async (deleteScope, expected) => {
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
  "a gateway that does not look into the %s is asked the other way",
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

test("an object that another resource of the program has is left as it is, and that is said", async () => {
  const { gateway, process, writes } = operation();
  process.registry.take(process.context(mapping, state).collection, "m-1", "kept");
  await process.release(mapping, "m-1", state);
  expect(writes()).toEqual([]);
  expect(gateway.rows("mappings")).toHaveLength(1);
  const said = /^Mapping "s".* \(id m-1\) is left as it is: another resource of the program has it\.$/;
  expect(process.client.io).toMatchObject({ warnings: [expect.stringMatching(said)] });
});

test("a delete whose answer was lost succeeds, and is not mistaken for a failure", async () => {
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
  "a delete of what is still there that is answered %i fails, after %i tries: a refusal is not tried the other way",
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

test("an object that another process may have is not deleted if the claims of others cannot be read", async () => {
  const { gateway, process } = operation();
  const registry = new ObjectRegistry();
  Object.defineProperty(registry, "blindness", { value: "the folder is not ours" });
  Object.assign(process, { registry });
  await expect(process.release(mapping, "m-1", state)).rejects.toThrow(
    /^Mapping "s".* \(id m-1\) was not deleted: another provider process .*: the folder is not ours\. Set TMPDIR to a folder/,
  );
  expect(gateway.rows("mappings")).toHaveLength(1);
});

test("what cannot be deleted is forgotten without a request", async () => {
  const { gateway, process } = operation();
  const { remove: _remove, ...endpoints } = mapping.endpoints;
  const lasting: Kind = { ...mapping, endpoints };
  await process.release(lasting, "m-1", state);
  expect(gateway.requests).toEqual([]);
});

test("an object at account level is deleted without a workspace", async () => {
  const { gateway, process, writes } = operation();
  gateway.rows("mappings").length = 0; // a full workspace is not deleted
  await process.release(workspace, "w-1", { name: "team" });
  expect(gateway.rows("workspaces")).toEqual([]);
  expect(writes()[0]).not.toHaveProperty("body");
  expect(writes()[0]).not.toHaveProperty("query");
});
