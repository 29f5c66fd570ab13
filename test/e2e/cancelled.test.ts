import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { adapters } from "../harness/adapter.ts";
import { type Declared, page, ref } from "./support/declaration.ts";
import { errorsOf, fails, ok } from "./support/outcome.ts";
import { type World, world } from "./support/world.ts";

const team: Declared = { kind: "Workspace", name: "team", args: { name: "Support" } };
const mapping: Declared = {
  kind: "Mapping",
  name: "default",
  args: { workspaceId: ref("team"), sourceName: "gpt", targetModel: "openai/gpt", priority: 1 },
};
const docs: Declared = {
  kind: "Index",
  name: "docs",
  args: { workspaceId: ref("team"), url: page("/docs") },
};

// The tests are the stations of one stack's life, in this order.
describe.each(adapters)("%s", (adapter) => {
  let w: World;
  beforeAll(async () => {
    w = await world({ objects: [team, mapping], adapter });
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
    expect(await pending(w)).toEqual([]);
  });

  test("the next up carries on", async () => {
    w.gateway.faults.clear();
    w.calls.take();
    await ok(w.project.up({ skipPreview: true }));
    expect(w.calls.writes()).toEqual(["POST /mappings priority source_name target_model workspace_id"]);
  });

  test("Ctrl-C ends a wait for a crawl: the index is recorded as unfinished, and nothing is pending", async () => {
    w.gateway.variants.crawl = "hold";
    await w.declare([team, mapping, docs]);
    const up = w.project.start(["up", "--yes", "--skip-preview", "--stack", w.project.stack]);
    await vi.waitFor(() => expect(up.output).toContain("PENDING, 0 pages"), { timeout: 120_000 });
    up.kill("SIGINT");
    expect(await fails(up.done)).toContain("was PENDING when the run was cancelled");
    expect(await pending(w)).toEqual([]);
    const { resources = [] } = (await w.project.exportState()).deployment;
    const recorded = resources.filter(({ type }) => type.endsWith(":Index")).map(({ id }) => id);
    expect(recorded).toEqual(w.gateway.rows("indexes").map(({ id }) => id));
  });

  test("the next up waits for the same crawl, and makes nothing", async () => {
    w.gateway.db.prepare("UPDATE indexes SET status = 'INDEXED', page_count = 3").run();
    w.calls.take();
    await ok(w.project.up({ skipPreview: true }));
    expect(w.calls.writes()).toEqual([]);
    await ok(w.project.preview({ expectNoChanges: true, refresh: true }));
  });
});

async function pending(w: World): Promise<unknown[]> {
  const { pending_operations = [] } = (await w.project.exportState()).deployment;
  return pending_operations;
}
