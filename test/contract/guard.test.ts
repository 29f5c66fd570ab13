import { expect, test } from "vitest";
import { type World, world } from "./support/world.ts";

async function withTeam(at: World, options: Record<string, boolean> = {}): Promise<string> {
  await at.stack.operation().up("team", "Workspace", { name: "team", ...options });
  return at.stack.resource("team").id;
}

const workspaces = (at: World) => at.gateway.rows("workspaces").map((row) => row.name);

const contents = {
  "model provider": [
    "/providers",
    { name: "p", base_url: "https://p.example/v1", priority: 1, compatibility: "CEREBRAS" },
  ],
  prompt: ["/prompts", { name: "p", content: "c" }],
  mapping: ["/mappings", { source_name: "a", target_model: "b" }],
  config: ["/configs", { name: "c" }],
  index: ["/indexes", { url: "http://127.0.0.1:1/" }],
} as const;

test.each(Object.entries(contents))(
  "a workspace that still holds a %s is not destroyed",
  async (what, [path, body]) => {
    await using at = await world();
    const workspace_id = await withTeam(at);
    await at.gateway.console("POST", path, { workspace_id, ...body });
    await expect(at.stack.operation().destroy("team")).rejects.toThrow(
      new RegExp(`not empty[\\s\\S]*1 ${what}`),
    );
    expect(workspaces(at)).toContain("team");
  },
);

test("members beyond the owner keep a workspace from being destroyed", async () => {
  await using at = await world();
  at.gateway.seed.member(await withTeam(at), "member");
  await expect(at.stack.operation().destroy("team")).rejects.toThrow(
    "still holds 1 member besides the owner, which",
  );
  expect(workspaces(at)).toContain("team");
});

test("what a workspace holds keeps it, though the gateway counts nothing in it", async () => {
  await using at = await world();
  const id = await withTeam(at);
  await at.gateway.console("POST", "/prompts", { workspace_id: id, name: "p", content: "c" });
  const stats = { member_count: 0, prompt_count: 0, config_count: 0, mapping_count: 0, provider_count: 0 };
  at.gateway.faults.add({
    kind: "status",
    status: 200,
    method: "GET",
    path: /^\/workspaces$/,
    body: { data: [{ id, name: "team", stats }], total: 1 },
  });
  await expect(at.stack.operation().destroy("team")).rejects.toThrow("1 prompt,");
  expect(workspaces(at)).toContain("team");
});

test("workflows are named, but do not stand in the way", async () => {
  await using at = await world();
  const workspaceId = await withTeam(at);
  at.gateway.seed.workflow(workspaceId);
  await at.gateway.console("POST", "/mappings", {
    workspace_id: workspaceId,
    source_name: "a",
    target_model: "b",
  });
  await expect(at.stack.operation().destroy("team")).rejects.toThrow("deleted with it too: 1 workflow.");
  const [mapping] = at.gateway.rows("mappings").filter((row) => row.workspace_id === workspaceId);
  await at.gateway.console("DELETE", `/mappings/${mapping?.id}`, { workspace_id: workspaceId });
  await at.stack.operation().destroy("team");
  expect(workspaces(at)).not.toContain("team");
});

test("forceDestroy has to be applied before: then the workspace goes with all that is in it", async () => {
  await using at = await world();
  const workspace_id = await withTeam(at);
  await at.gateway.console("POST", "/mappings", { workspace_id, source_name: "a", target_model: "b" });
  await expect(at.stack.operation().destroy("team")).rejects.toThrow("forceDestroy");
  at.gateway.log.clear();
  expect(await at.stack.operation().up("team", "Workspace", { name: "team", forceDestroy: true })).toBe(
    "update",
  );
  expect(at.gateway.log.entries().filter(({ method }) => method !== "GET")).toEqual([]);
  await at.stack.operation().destroy("team");
  expect(workspaces(at)).not.toContain("team");
});

test("a 403 on a list refuses and names the scope", async () => {
  await using at = await world();
  await withTeam(at);
  at.gateway.faults.add({ kind: "status", status: 403, method: "GET", path: "/indexes" });
  await expect(at.stack.operation().destroy("team")).rejects.toThrow("models:read");
  expect(workspaces(at)).toContain("team");
});

test("an empty workspace is destroyed", async () => {
  await using at = await world();
  await withTeam(at);
  await at.stack.operation().destroy("team");
  expect(workspaces(at)).not.toContain("team");
});
