import { afterEach, expect, test } from "vitest";
import { type Declared, page, ref } from "./support/declaration.ts";
import { fails, ok } from "./support/outcome.ts";
import { type World, type WorldOptions, world } from "./support/world.ts";

const docs = (args: Declared["args"] = {}): Declared[] => [
  { kind: "Workspace", name: "team", args: { name: "Support" } },
  { kind: "Index", name: "docs", args: { workspaceId: ref("team"), url: page("/docs"), ...args } },
];

const worlds: World[] = [];
afterEach(async () => {
  for (const w of worlds.splice(0)) await w.dispose();
});

async function make(objects: Declared[], variants: WorldOptions["variants"] = {}): Promise<World> {
  const w = await world({ objects, variants });
  worlds.push(w);
  return w;
}

function endCrawl(w: World): void {
  w.gateway.db.prepare("UPDATE indexes SET status = 'INDEXED', page_count = 3").run();
}

test("while a crawl is under way, its progress shows on the line of its own resource", async () => {
  const w = await make(docs(), { crawl: "hold" });
  const up = w.project.start(["up", "--yes", "--skip-preview", "--stack", w.project.stack]);
  await expect.poll(() => up.output, { timeout: 60_000 }).toMatch(/:Index docs creating .*PENDING, 0 pages/);
  endCrawl(w);
  expect((await up.done).code, up.output).toBe(0);
  expect(up.output).not.toMatch(/:Stack .*PENDING/);
  await ok(w.project.preview({ expectNoChanges: true, refresh: true }));
});

test("a crawl that takes too long is recorded, and the next up goes on waiting for the same one", async () => {
  const w = await make(docs({ indexingTimeout: 1 }), { crawl: "hold" });
  expect(await fails(w.project.up({ skipPreview: true }))).toContain("is PENDING after 1 s");
  const [{ id } = expect.unreachable("nothing was recorded")] = w.gateway.rows("indexes");
  endCrawl(w);
  w.calls.take();
  await ok(w.project.up({ skipPreview: true }));
  expect(w.calls.writes()).toEqual([]);
  expect(w.gateway.rows("indexes")).toMatchObject([{ id }]);
  await ok(w.project.preview({ expectNoChanges: true }));
});

test("a crawl that fails is recorded with its reason, and the next up makes the index anew", async () => {
  const w = await make(docs(), { crawl: "fail" });
  const said = await fails(w.project.up({ skipPreview: true }));
  expect(said).toMatch(/ended as FAILED: .*made to fail/);
  w.gateway.variants.crawl = "run";
  w.calls.take();
  await ok(w.project.up({ skipPreview: true }));
  expect(w.gateway.rows("indexes")).toMatchObject([{ status: "INDEXED" }]);
  await ok(w.project.preview({ expectNoChanges: true }));
});

test("an index that is not to be waited for is there at once, and its crawl is no change", async () => {
  const w = await make(docs({ waitForIndexed: false }), { crawl: "hold" });
  await ok(w.project.up({ skipPreview: true }));
  endCrawl(w);
  await ok(w.project.refresh({ skipPreview: true, expectNoChanges: true }));
});
