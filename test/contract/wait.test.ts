import { expect } from "vitest";
import { siteIndex } from "../../provider/kinds/site-index.js";
import { expectSteady, test, type World } from "./support/world.ts";

const indexes = (at: World) => at.gateway.rows("indexes");

test("an index that is not waited for is created at once, and later previews are empty", async ({ at }) => {
  const inputs = { ...at.full(siteIndex), waitForIndexed: false };
  await at.up("Index", inputs);
  expect(at.stack.progress).toEqual([]);
  await expectSteady(at, "Index", inputs);
});

test("a timeout is recorded and survives a refresh, and the next update continues to wait", async ({
  at,
}) => {
  at.gateway.variants.crawl = "hold";
  const inputs = { ...at.full(siteIndex), indexingTimeout: 1 };
  await expect(at.up("Index", inputs)).rejects.toThrow(/continues on the gateway/);
  const { id } = at.it;
  await at.refresh();
  at.gateway.db.exec("UPDATE indexes SET status = 'INDEXED'");
  expect(await at.up("Index", { ...inputs, indexingTimeout: 600 })).toBe("update");
  expect(indexes(at).map((row) => [row.id, row.status])).toEqual([[id, "INDEXED"]]);
  expect(await at.preview("Index", { ...inputs, indexingTimeout: 600 })).toBe("same");
});

test("FAILED is recorded with the gateway's error, and the next update recreates the index", async ({
  at,
}) => {
  at.gateway.variants.crawl = "fail";
  const inputs = at.full(siteIndex);
  await expect(at.up("Index", inputs)).rejects.toThrow(/FAILED: .+The next/);
  const { id } = at.it;
  await at.refresh();
  expect(await at.preview("Index", inputs)).toBe("delete-replace");
  await expect(at.up("Index", inputs)).rejects.toThrow("FAILED");
  expect(indexes(at)).toHaveLength(1);
  expect(at.it.id).not.toBe(id);
});
