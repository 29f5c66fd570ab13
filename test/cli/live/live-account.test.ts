import { expect, test } from "vitest";
import { sessionFor } from "../../../cli/gateway.js";
import { declarable, readAccount } from "../../../cli/live/live-account.js";
import { kinds } from "../../../provider/every-kind.js";
import type { Variants } from "../../gateway/index.ts";
import { type Desk, openDesk } from "../support/desk.ts";

/** Two workspaces, with an object of every kind that can be read in the first. */
async function account(variants: Partial<Variants> = {}) {
  const desk = await openDesk();
  const { gateway, clicks } = desk;
  const make = (path: string, body: Record<string, unknown>) => clicks.make(path, body);
  const team = await clicks.workspace("Team");
  await clicks.workspace("Other");
  const workspace_id = team.id;
  const model = await clicks.model(team, await clicks.provider(team, "openai"), "gpt");
  await clicks.prompt(team, "tone", "Be brief.", { model_id: model.id });
  await make("/mappings", { workspace_id, source_name: "gpt-*", target_model: model.gateway_name });
  await make("/configs", { workspace_id, name: "standard" });
  gateway.variants.crawl = "hold";
  await make("/indexes", { workspace_id, url: "http://127.0.0.1:9/docs" });
  gateway.seed.member(team.id, "member");
  gateway.seed.quota({ name: "burst", max_requests: 60, period: "CALENDAR", window_minutes: 1 });
  Object.assign(gateway.variants, variants);
  gateway.log.clear();
  return desk;
}

async function read({ terminal }: Desk, wanted: Partial<Parameters<typeof readAccount>[0]> = {}) {
  const session = sessionFor(terminal, {}, kinds);
  return readAccount({ kinds, session, ...wanted });
}

test("an account is read by one list for each kind and workspace, and by nothing but GETs", async () => {
  const desk = await account();
  const { objects, holders } = await read(desk);
  const scopedKinds = kinds.filter(
    ({ endpoints }) => endpoints.parent && (endpoints.list ?? endpoints.get),
  ).length;
  expect(holders).toHaveLength(2);
  const advice = "make an object of every kind in `account` of test/cli/live/live-account.test.ts";
  expect(new Set(objects.map(({ kind }) => kind.name)).size, advice).toBe(scopedKinds + 2);
  const asked = desk.gateway.log.entries();
  expect(asked.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(asked).toHaveLength(2 + 2 * scopedKinds);
});

test("what can be declared is, without another list being read, and what cannot says why", async () => {
  const desk = await account();
  const { objects } = await read(desk);
  const before = desk.gateway.log.entries().length;
  const all = await Promise.all(objects.map(declarable));
  const whys = all.flatMap((each) => ("why" in each ? [`${each.object.kind.name}: ${each.why}`] : []));
  expect(whys.sort()).toEqual([
    expect.stringMatching(/^Index: it is still being made: its status is (PENDING|INDEXING)/),
    "Member: the API assigns the roles ADMIN and MEMBER alone",
    "Member: the API assigns the roles ADMIN and MEMBER alone",
  ]);
  expect(all.length - whys.length).toBeGreaterThan(9);
  const asked = desk.gateway.log.entries().slice(before);
  expect(asked.map(({ path }) => path)).toEqual(["/user"]);
});

test("a workspace that is not asked for is not read, and stands among those that there are", async () => {
  const desk = await account();
  const { objects, holders } = await read(desk, { within: ({ row }) => row.name === "Other" });
  expect(holders.map(({ row }) => row.name).sort()).toEqual(["Other", "Team"]);
  expect(objects.map(({ kind }) => kind.name)).toEqual(expect.arrayContaining(["Workspace", "Budget"]));
  expect(objects.some(({ kind }) => kind.name === "Prompt")).toBe(false);
});

test("a list that the gateway cut is an error, and not half of an account", async () => {
  const desk = await account({ cut: 1 });
  await expect(read(desk)).rejects.toThrow("the gateway cut the list of Workspaces");
});
