import { expect } from "vitest";
import { siteIndex } from "../../provider/kinds/site-index.js";
import { expectSteady, test, type World } from "./support/world.ts";

const indexes = (at: World) => at.gateway.rows("indexes");

test("not waited for, it is there at once and free of differences from then on", async ({ at }) => {
  const inputs = { ...at.full(siteIndex), waitForIndexed: false };
  await at.up("Index", inputs);
  expect(at.stack.progress).toEqual([]);
  await expectSteady(at, "Index", inputs);
});

test("a time-out is recorded, survives a refresh, and the next up goes on waiting", async ({ at }) => {
  const fault = at.gateway.faults.add({ kind: "stale", method: "GET", path: "/indexes/" });
  const inputs = { ...at.full(siteIndex), indexingTimeout: 1 };
  at.gateway.latencyMs = 0;
  const crawlForever = holdCrawl(at);
  await expect(at.up("Index", inputs)).rejects.toThrow(/continues on the gateway/);
  const { id } = at.it;
  fault.remove();
  await at.refresh();
  crawlForever.release();
  expect(await at.up("Index", { ...inputs, indexingTimeout: 600 })).toBe("update");
  expect(indexes(at).map((row) => [row.id, row.status])).toEqual([[id, "INDEXED"]]);
  expect(await at.preview("Index", { ...inputs, indexingTimeout: 600 })).toBe("same");
});

test("FAILED is recorded with the gateway's error, and the next up makes the index anew", async ({ at }) => {
  const inputs = { ...at.full(siteIndex), url: "http://127.0.0.1:1/nothing" };
  await expect(at.up("Index", inputs)).rejects.toThrow(/FAILED: .+The next/);
  const { id } = at.it;
  await at.refresh();
  expect(await at.preview("Index", inputs)).toBe("delete-replace");
  await expect(at.up("Index", inputs)).rejects.toThrow("FAILED");
  expect(indexes(at)).toHaveLength(1);
  expect(at.it.id).not.toBe(id);
});

/** Keeps the row at INDEXING, whatever the crawler writes, until it is released. */
function holdCrawl(at: World): { release(): void } {
  at.gateway.db.exec(`
    CREATE TRIGGER hold AFTER UPDATE ON indexes WHEN NEW.status <> 'INDEXING'
    BEGIN UPDATE indexes SET status = 'INDEXING' WHERE id = NEW.id; END`);
  return {
    release: () => at.gateway.db.exec("DROP TRIGGER hold; UPDATE indexes SET status = 'INDEXED'"),
  };
}
