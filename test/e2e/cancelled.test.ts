import { describe, expect, test, vi } from "vitest";
import { adapters } from "../harness/adapter.ts";
import { type Declared, page, ref } from "./support/declaration.ts";
import { hasNoChanges, life, up } from "./support/life.ts";
import { mapping, team } from "./support/objects.ts";
import { errorsOf, fails } from "./support/outcome.ts";
import type { World } from "./support/world.ts";

const before = [team, mapping("default")];
const docs: Declared = {
  kind: "Index",
  name: "docs",
  args: { workspaceId: ref("team"), url: page("/docs") },
};

// The tests are the stations of one stack's life, in this order.
describe.each(adapters)("%s", (adapter) => {
  const w = life({ objects: before, adapter });

  test("Ctrl-C ends a rate-limit wait at once, leaves nothing pending and no lock, and the next up continues", async () => {
    const headers = { "retry-after": "290" }; // longer than the test may take
    const limit = { method: "POST", path: "/mappings", kind: "status", status: 429, headers } as const;
    const refused = w.gateway.faults.add(limit);
    const run = w.project.start(["up", "--yes", "--skip-preview", "--stack", w.project.stack]);
    await vi.waitFor(() => expect(refused.hits).toBe(1), { timeout: 120_000 });
    run.kill("SIGINT");
    expect(errorsOf(await fails(run.done))).toContainEqual(
      expect.stringContaining("POST /mappings failed: the run was canceled while this request was queued."),
    );
    expect(refused.hits).toBe(1);
    expect(await pending(w)).toEqual([]);
    w.gateway.faults.clear();
    w.calls.take();
    await up(w);
    expect(w.calls.writes()).toEqual(["POST /mappings source_name target_model workspace_id"]);
  });

  test("Ctrl-C during a crawl records the index, leaves nothing pending, and the next up waits for the same crawl", async () => {
    w.gateway.variants.crawl = "hold";
    await w.declare([...before, docs]);
    const run = w.project.start(["up", "--yes", "--skip-preview", "--stack", w.project.stack]);
    const progress = /:Index docs creating .*PENDING, 0 pages/;
    await vi.waitFor(() => expect(run.output).toMatch(progress), { timeout: 120_000 });
    run.kill("SIGINT");
    const said = await fails(run.done);
    expect(said).toContain("was PENDING when the run was canceled");
    expect(said).not.toMatch(/:Stack .*PENDING, 0 pages/);
    expect(await pending(w)).toEqual([]);
    const { resources = [] } = (await w.project.exportState()).deployment;
    const recorded = resources.filter(({ type }) => type.endsWith(":Index")).map(({ id }) => id);
    expect(recorded).toEqual(w.gateway.rows("indexes").map(({ id }) => id));
    w.gateway.db.prepare("UPDATE indexes SET status = 'INDEXED', page_count = 3").run();
    w.calls.take();
    await up(w);
    expect(w.calls.writes()).toEqual([]);
    await hasNoChanges(w);
  });
});

async function pending(w: World): Promise<unknown[]> {
  const { pending_operations = [] } = (await w.project.exportState()).deployment;
  return pending_operations;
}
