import { expect, test } from "vitest";
import { listed } from "../../provider/lifecycle/import.js";
import type { Values } from "../../provider/spec/values.js";
import type { Variants } from "../gateway/index.ts";
import { account, kindNamed } from "./support/account.ts";

async function filled(variants: Partial<Variants> = {}) {
  const its = await account();
  const { gateway, make, prompt, open } = its;
  const first = await make("/workspaces", { name: "First" });
  const second = await make("/workspaces", { name: "Second" });
  const prompts = [await prompt(first, "a"), await prompt(first, "b"), await prompt(second, "a")];
  gateway.log.clear();
  Object.assign(gateway.variants, variants);
  const list = (kind: string, query: Values = {}, session = open()) =>
    listed(kindNamed(kind), session, query);
  return { ...its, first, second, prompts, list };
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

test("all workspaces are listed, each object by the id of an import and by what it is called", async () => {
  const { first, second, prompts, list, asked } = await filled();
  expect(await all(list("Prompt"))).toEqual([
    { id: `${first}/${prompts[0]}`, name: "a" },
    { id: `${first}/${prompts[1]}`, name: "b" },
    { id: `${second}/${prompts[2]}`, name: "a" },
  ]);
  expect(asked()).toEqual(["GET /workspaces", "GET /prompts", "GET /prompts"]);
});

test("of one workspace alone its list is asked for, on the connection that is named", async () => {
  const { second, prompts, list, asked } = await filled();
  const query = { workspaceId: second, connection: "eu" };
  expect(await all(list("Prompt", query))).toEqual([{ id: `${second}/${prompts[2]}`, name: "a" }]);
  expect(asked()).toEqual(["GET /prompts"]);
  await expect(all(list("Prompt", { connection: "asia" }))).rejects.toThrow("ASIA");
});

test("what nobody asks for any more is not read", async () => {
  const { list, asked } = await filled();
  for await (const { name } of list("Prompt")) {
    expect(name).toBe("a");
    break;
  }
  expect(asked()).toEqual(["GET /workspaces", "GET /prompts"]);
});

test("what every workspace has one of is listed by the workspaces, and what belongs to none by its own id", async () => {
  const { gateway, first, second, list } = await filled();
  gateway.seed.quota({ name: "burst", max_requests: 60, period: "CALENDAR", window_minutes: 1 });
  const workspaces = [
    { id: first, name: "First" },
    { id: second, name: "Second" },
  ];
  expect(await all(list("Workspace"))).toEqual(workspaces);
  expect(await all(list("Budget"))).toEqual(workspaces);
  expect(await all(list("Budget", { workspaceId: second }))).toEqual(workspaces.slice(1));
  expect(await all(list("Quota"))).toEqual([{ id: gateway.rows("quotas")[0]?.id, name: "burst" }]);
});

test("people are listed by their addresses, without those that no resource may have", async () => {
  const { gateway, first, list, open } = await filled();
  gateway.seed.member(first, "member");
  gateway.seed.member(first, "admin");
  const person = (user: string) => {
    const { id, email } = gateway.account(user);
    const member = gateway.rows("members").find(({ user_id }) => user_id === id);
    return { id: `${first}/${String(member?.id)}`, name: email };
  };
  const query = { workspaceId: first };
  expect(await all(list("Member", query))).toEqual([person("member"), person("admin")]);
  const asAdmin = open({ WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token({ user: "admin" }) });
  expect(await all(list("Member", query, asAdmin))).toEqual([person("member")]);
});

test("a list that the gateway cuts ends with an error, after what it shows", async () => {
  const { first, prompts, list } = await filled({ cut: 1 });
  const shown: string[] = [];
  const readAll = async () => {
    for await (const { id } of list("Prompt", { workspaceId: first })) {
      shown.push(id);
    }
  };
  await expect(readAll()).rejects.toThrow(
    "the gateway cut the list of Prompts: there are more than it sent.",
  );
  expect(shown).toEqual([`${first}/${prompts[0]}`]);
  await expect(all(list("Workspace"))).rejects.toThrow("the gateway cut the list of Workspaces");
  await expect(all(list("Budget"))).rejects.toThrow("the gateway cut the list");
});

test("a workspace that is not there and a scope that is missing are no empty lists", async () => {
  const { gateway, list, open } = await filled();
  await expect(all(list("Prompt", { workspaceId: "nowhere" }))).rejects.toThrow("nowhere does not exist");
  const poor = open({ WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token({ scopes: ["workspaces:read"] }) });
  await expect(all(list("Prompt", {}, poor))).rejects.toThrow("prompts:read");
});

test.each([
  ["GatewayKey", {}, {}, "GatewayKey cannot be imported: the gateway does not show"],
  ["Prompt", { name: "a" }, {}, "Prompt is not listed by name."],
  ["Workspace", { workspaceId: "w" }, {}, "Workspace is not listed by workspaceId."],
  ["Prompt", {}, { WORKSPACE_GATEWAY_ALLOWED_ACCOUNTS: "a-2" }, "this stack may only touch a-2"],
])("a list of %s by %j is refused before anything is asked", async (kind, query, over, reason) => {
  const { list, open, asked } = await filled();
  await expect(all(list(kind, query, open(over)))).rejects.toThrow(reason);
  expect(asked()).toEqual([]);
});
