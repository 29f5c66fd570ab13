import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Declared, ref } from "./support/declaration.ts";
import { errorsOf, fails, ok } from "./support/outcome.ts";
import { type World, world } from "./support/world.ts";

const team: Declared = { kind: "Workspace", name: "team", args: { name: "Support" } };
const mapping: Declared = {
  kind: "Mapping",
  name: "default",
  args: { workspaceId: ref("team"), sourceName: "gpt", targetModel: "openai/gpt", priority: 1 },
};

// The tests of this file are the stations of one stack's life, in this order.
let w: World;
beforeAll(async () => {
  w = await world({ objects: [team, mapping] });
});
afterAll(() => w?.dispose());

test("Ctrl-C ends a wait for the rate limit at once, says so, and leaves nothing pending and no lock", async () => {
  const headers = { "retry-after": "290" }; // longer than the test may take
  const limit = { method: "POST", path: "/mappings", kind: "status", status: 429, headers } as const;
  const refused = w.gateway.faults.add(limit);
  const up = w.project.start(["up", "--yes", "--skip-preview", "--stack", w.project.stack]);
  await vi.waitFor(() => expect(refused.hits).toBe(1), { timeout: 120_000 });
  up.kill("SIGINT");
  expect(errorsOf(await fails(up.done))).toContainEqual(
    expect.stringContaining("POST /mappings failed: the run was cancelled while this waited to be sent."),
  );
  expect(refused.hits).toBe(1);
  const { pending_operations = [] } = (await w.project.exportState()).deployment;
  expect(pending_operations).toEqual([]);
});

test("the next up carries on", async () => {
  w.gateway.faults.clear();
  w.calls.take();
  await ok(w.project.up({ skipPreview: true }));
  expect(w.calls.writes()).toEqual(["POST /mappings priority source_name target_model workspace_id"]);
});
