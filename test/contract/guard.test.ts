import { expect } from "vitest";
import { kinds } from "../../provider/every-kind.js";
import type { Endpoints } from "../../provider/spec/kind.js";
import type { Values } from "../../provider/spec/values.js";
import { test, type World } from "./support/world.ts";

async function withTeam(at: World, options: Record<string, boolean> = {}): Promise<string> {
  await at.stack.operation().up("team", "Workspace", { name: "team", ...options });
  return at.stack.resource("team").id;
}

const workspaces = (at: World) => at.gateway.rows("workspaces").map((row) => row.name);

const posted = (path: string, body: Values) => (at: World, workspace_id: string) =>
  at.gateway.console("POST", path, { workspace_id, ...body });
const mapping = posted("/mappings", { source_name: "a", target_model: "b" });
const prompt = posted("/prompts", { name: "p", content: "c" });
const stats = { member_count: 0, prompt_count: 0, config_count: 0, mapping_count: 0, provider_count: 0 };

test.for<[string, told: string | RegExp, fill: (at: World, id: string) => unknown]>([
  ["a prompt", /not empty[\s\S]*1 prompt/, prompt],
  ["an index", /not empty[\s\S]*1 index/, posted("/indexes", { url: "http://127.0.0.1:1/" })],
  [
    "a member besides the owner",
    /still contains 1 member besides the owner \("member@example.com" /,
    (at, id) => at.gateway.seed.member(id, "member"),
  ],
  [
    "a prompt that the gateway does not count",
    /1 prompt \("p" /,
    async (at, id) => {
      await prompt(at, id);
      const body = { data: [{ id, name: "team", stats }], total: 1 };
      at.gateway.faults.add({ kind: "status", status: 200, method: "GET", path: /^\/workspaces$/, body });
    },
  ],
  [
    "what may not be listed, whose scope is named",
    "models:read",
    (at) => at.gateway.faults.add({ kind: "status", status: 403, method: "GET", path: "/indexes" }),
  ],
])("a workspace that still contains %s is not deleted", async ([_what, told, fill], { at }) => {
  await fill(at, await withTeam(at));
  await expect(at.stack.operation().destroy("team")).rejects.toThrow(told);
  expect(workspaces(at)).toContain("team");
});

test("workflows are named in the error, but do not prevent a delete", async ({ at }) => {
  const workspaceId = await withTeam(at);
  at.gateway.seed.workflow(workspaceId);
  await mapping(at, workspaceId);
  await expect(at.stack.operation().destroy("team")).rejects.toThrow("would also be deleted: 1 workflow.");
  const [row] = at.gateway.rows("mappings").filter((each) => each.workspace_id === workspaceId);
  await at.gateway.console("DELETE", `/mappings/${row?.id}`, { workspace_id: workspaceId });
  await at.stack.operation().destroy("team");
  expect(workspaces(at)).not.toContain("team");
});

test("forceDestroy must be applied before destroy deletes the contents of a workspace", async ({ at }) => {
  const workspace_id = await withTeam(at);
  await mapping(at, workspace_id);
  await expect(at.stack.operation().destroy("team")).rejects.toThrow("forceDestroy");
  at.gateway.log.clear();
  const forced = { name: "team", forceDestroy: true };
  expect(await at.stack.operation().up("team", "Workspace", forced)).toBe("update");
  expect(at.writes()).toEqual([]);
  await at.stack.operation().destroy("team");
  expect(workspaces(at)).not.toContain("team");
});

const teams = ["one", "two", "three", "four", "five"];

/** A workspace for each team, with a mapping in it; what was asked until then is not in the log. */
async function withTeams(at: World): Promise<void> {
  const stack = at.stack.operation();
  for (const name of teams) {
    await stack.up(name, "Workspace", { name });
    const workspaceId = stack.resource(name).id;
    const declared = { workspaceId, sourceName: "a", targetModel: "b" };
    await stack.up(`mapping of ${name}`, "Mapping", declared);
  }
  at.gateway.log.clear();
}

/** The lists of all that can be in a workspace. */
const listsInWorkspaces = new Set(
  kinds
    .map(({ endpoints }): Endpoints => endpoints)
    .flatMap(({ parent, list }) => (parent?.list === "/workspaces" && list !== undefined ? [list] : [])),
);

test("workspaces that are destroyed together share the list of workspaces", async ({ at }) => {
  await withTeams(at);
  const stack = at.stack.operation();
  await Promise.all(teams.map((name) => stack.destroy(`mapping of ${name}`)));
  await Promise.all(teams.map((name) => stack.destroy(name)));
  const reads = at.gateway.log.entries({ method: "GET" });
  expect(reads.filter(({ path }) => path === "/workspaces")).toHaveLength(2);
  const ofKinds = reads.filter(({ path }) => path !== "/workspaces");
  expect(ofKinds).toHaveLength(teams.length * listsInWorkspaces.size);
  expect(new Set(ofKinds.map(({ path, query }) => JSON.stringify([path, query]))).size).toBe(ofKinds.length);
  expect(workspaces(at)).not.toContain("one");
});
