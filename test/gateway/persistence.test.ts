import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startGateway } from "./index.ts";
import { openGateway } from "./tests/open-gateway.ts";

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "gateway-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "gateway.db");
}

test("what is written to a file is there after a restart, tokens and the app too, by a key that its owner alone may read", async () => {
  const db = newFile();
  const first = await startGateway({ db });
  const token = first.token();
  const standing = first.standingToken();
  await first.console("POST", "/workspaces", { name: "kept" });
  await first.close();
  const { gateway, call } = await openGateway({ db });
  expect((await call("GET", "/workspaces", { token })).list).toMatchObject([{ name: "kept" }]);
  expect([gateway.app, gateway.standingToken()]).toEqual([first.app, standing]);
  expect(statSync(`${db}.key`).mode & 0o777).toBe(0o600);
});

test("a crawl that a stop interrupted is taken up at the next start", async () => {
  const db = newFile();
  const first = await startGateway({ db, variants: { crawl: "hold" } });
  const made = await first.console("POST", "/workspaces", { name: "w" });
  const { id } = (made.body as { data: { id: string } }).data;
  await first.console("POST", "/indexes", { workspace_id: id, url: "https://docs.example" });
  await first.close();
  const { gateway } = await openGateway({ db });
  await gateway.idle();
  expect(gateway.rows("indexes")).toMatchObject([{ status: "INDEXED" }]);
});

test("a gateway that closes does not wait for answers that are held back", async () => {
  const gateway = await startGateway();
  const held = gateway.faults.add({ kind: "latency", ms: 3_600_000 });
  const answer = fetch(`${gateway.baseUrl}/user`).catch((error: Error) => error);
  while (held.hits === 0) await new Promise(setImmediate);
  await gateway.close();
  expect(await answer).toBeInstanceOf(Error);
});

test("a port that is taken is told, and the database let go", async () => {
  const { gateway } = await openGateway();
  const port = Number(new URL(gateway.origin).port);
  await expect(startGateway({ port, db: newFile() })).rejects.toThrow("EADDRINUSE");
});
