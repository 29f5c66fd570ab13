import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { Client } from "../../provider/client/client.js";
import { readSettings } from "../../provider/client/settings.js";
import { systemIo } from "../../provider/io/io.js";
import { startGateway } from "../gateway/index.ts";
import { readCalls } from "./call.ts";
import { recordCalls } from "./record.ts";

let file: string;
beforeAll(async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "api-calls-"));
  file = path.join(folder, "calls.jsonl");
  const stop = recordCalls(file);
  return async () => {
    stop();
    await rm(folder, { recursive: true });
  };
});

test("what the package asks is noted for the test that runs; what a test or the console asks is not", async () => {
  const gateway = await startGateway();
  onTestFinished(() => gateway.close());
  const token = gateway.token();
  const env = { WORKSPACE_GATEWAY_BASE_URL: gateway.baseUrl, WORKSPACE_GATEWAY_ACCESS_TOKEN: token };
  const client = new Client(readSettings({ env, config: () => undefined }), systemIo);

  await fetch(`${gateway.baseUrl}/user`, { headers: { Authorization: `Bearer ${token}` } });
  await gateway.console("GET", "/workspaces");
  await client
    .item({ method: "GET", path: "/models", query: { workspace_id: "none" } })
    .catch(() => undefined);
  await client.rows({ method: "GET", path: "/quotas" });

  const name = path.join("test", "api-coverage", "record.test.ts > what the package asks");
  const noted = { method: "GET", test: expect.stringContaining(name) };
  expect(await readCalls(file)).toEqual([
    { ...noted, path: "/models", status: 404 },
    { ...noted, path: "/quotas", status: 200 },
  ]);
});
