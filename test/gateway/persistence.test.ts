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

test("data, tokens and the app survive a restart with a file, and only the owner can read its key", async () => {
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

test("an interrupted crawl continues at the next start", async () => {
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

test("closing a gateway does not wait for delayed responses", async () => {
  const gateway = await startGateway();
  const held = gateway.faults.add({ kind: "latency", ms: 3_600_000 });
  const answer = fetch(`${gateway.baseUrl}/user`).catch((error: Error) => error);
  while (held.hits === 0) await new Promise(setImmediate);
  await gateway.close();
  expect(await answer).toBeInstanceOf(Error);
});

test("a start on a port that is in use fails with EADDRINUSE", async () => {
  const { gateway } = await openGateway();
  const port = Number(new URL(gateway.origin).port);
  await expect(startGateway({ port, db: newFile() })).rejects.toThrow("EADDRINUSE");
});
