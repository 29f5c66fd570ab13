import { expect, test } from "vitest";
import type { Send } from "../../../provider/client/exchange.js";
import { collectionKey } from "../../../provider/client/lists.js";
import { config } from "../../../provider/kinds/config.js";
import { modelProvider } from "../../../provider/kinds/model-provider.js";
import type { Kind } from "../../../provider/spec/kind.js";
import { reply } from "../../client/support/reply.ts";
import { declared, row } from "../support/openai.ts";
import { running } from "../support/running.ts";

/** A gateway with such an object; `cut` shows the beginning of its lists alone. */
function world({ cut = false, adopt = "never" as "never" | "always" } = {}) {
  const wire =
    (send: Send): Send =>
    async (exchange) => {
      const answer = await send(exchange);
      return cut && exchange.method === "GET" && exchange.path.endsWith("/providers")
        ? reply(200, { data: [], total: 500 })
        : answer;
    };
  return running({ wire, settings: { adopt } });
}

const collectionOf = (kind: Kind) => collectionKey(kind.endpoints.list ?? "", "w-1");

test("nothing is created while a cut list may hide an object of the same name, and the ways on are told", async () => {
  const { process, writes } = world({ cut: true });
  await expect(process.obtain(modelProvider, declared)).rejects.toThrow(
    /was not created: the gateway cut the list of its kind after 0 rows, so it is not known whether the object exists already\. Run `pulumi up` again\. .*create the object in the console and import it with `npx workspace-gateway import-file ModelProvider/,
  );
  expect(writes()).toEqual([]);
});

test("an object that another resource has is not taken over, though the stack allows to take over any", async () => {
  const { gateway, process, writes } = world({ adopt: "always" });
  const { id } = gateway.put("providers", row);
  process.registry.take(collectionOf(modelProvider), String(id), "claimed");
  await expect(process.obtain(modelProvider, declared)).rejects.toThrow(
    /\(id providers-1\) belongs to another resource of the program, and one object cannot be two resources\. Take one of the two out of the program, and the other keeps the object; or make them differ in workspaceId or name\.$/,
  );
  expect(writes()).toEqual([]);
});

test("where an object that is to be replaced still has the name, what repairs that is told", async () => {
  const { gateway, process, writes } = world();
  const { id } = gateway.put("providers", row);
  process.registry.at(collectionOf(modelProvider), String(id)).leaving = true;
  await expect(process.obtain(modelProvider, declared)).rejects.toThrow(
    /cannot be created: an object that is to be replaced, with id providers-1, still has its name\. Nothing was changed\. .*if this is its replacement, set the resource option `deleteBeforeReplace: true`; if another resource gives up the name, rename that one first, in a separate `pulumi up`; .*; if `retainOnDelete` keeps the object, .* delete it there\.$/,
  );
  expect(writes()).toEqual([]);
});

test("where a kind may be created beside what it replaces, but the gateway refuses, its own option is named too", async () => {
  const { gateway, process } = world();
  const { id } = gateway.put("configs", { workspace_id: "w-1", name: "c" });
  process.registry.at(collectionOf(config), String(id)).leaving = true;
  const values = { workspaceId: "w-1", name: "c", replaceOrder: "createFirst" };
  await expect(process.obtain(config, values)).rejects.toThrow(
    /still has its name\. .*`deleteBeforeReplace: true`, and leave out `replaceOrder`; if another/,
  );
});

test("an object that is to be replaced and cannot be changed in place is not taken over, and what repairs that is told", async () => {
  const { gateway, process, writes } = world({ adopt: "always" });
  const { id } = gateway.put("configs", { workspace_id: "w-1", name: "c", description: "old" });
  process.registry.at(collectionOf(config), String(id)).leaving = true;
  const values = { workspaceId: "w-1", name: "c", description: "new" };
  await expect(process.obtain(config, values)).rejects.toThrow(
    /still has its name\. .*first give one of the two a temporary name/,
  );
  expect(writes()).toEqual([]);
});

test.each([
  ["a cut list", 500, "so the existing object could not be identified. Look for it in the console."],
  ["a list of all", 0, "name is taken"],
])("a name that is taken by an object that %s does not show is told", async (_what, total, said) => {
  let lists = 0;
  const wire =
    (send: Send): Send =>
    async (exchange) => {
      if (exchange.method === "POST") {
        return reply(409, { message: "name is taken" });
      }
      lists++;
      return exchange.path.endsWith("/providers")
        ? reply(200, { data: [], total: lists === 1 ? 0 : total })
        : send(exchange);
    };
  const { process, writes } = running({ wire, settings: { adopt: "always" } });
  const error = await process.obtain(modelProvider, declared).catch((reason: unknown) => reason);
  expect(String(error)).toContain("answered 409: name is taken.");
  expect(String(error)).toContain(said);
  expect(writes()).toEqual([]);
});
