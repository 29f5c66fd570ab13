import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { namesGateway, readGatewayRecord, withGateway, writeGatewayRecord } from "./gateway-record.ts";

const record = { baseUrl: "http://127.0.0.1:1/api/v1", token: "t" };

async function recordFile(): Promise<string> {
  const directory = await mkdtemp(path.join(os.tmpdir(), "gateway-record-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  return path.join(directory, "below/gateway.json");
}

test("what was written is read", async () => {
  const file = await recordFile();
  await writeGatewayRecord(file, record);
  expect(await readGatewayRecord(file)).toEqual(record);
});

test("only the person can read the token, also where a wider file was", async () => {
  const file = await recordFile();
  await writeGatewayRecord(file, record);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await rm(file);
  await writeFile(file, "", { mode: 0o644 });
  await writeGatewayRecord(file, record);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test("no file, a cut one and a foreign one are no record", async () => {
  const file = await recordFile();
  expect(await readGatewayRecord(file)).toBeUndefined();
  await writeGatewayRecord(file, record);
  for (const text of ['{"baseUrl":', '{"port":1}']) {
    await writeFile(file, text);
    expect(await readGatewayRecord(file)).toBeUndefined();
  }
});

test("credentials for another gateway never reach the reference gateway", () => {
  const theirs = { WORKSPACE_GATEWAY_CLIENT_SECRET: "theirs", WORKSPACE_GATEWAY_BASE_URL: "https://theirs" };
  expect(withGateway({ PATH: "/bin", ...theirs }, record)).toEqual({
    PATH: "/bin",
    WORKSPACE_GATEWAY_BASE_URL: record.baseUrl,
    WORKSPACE_GATEWAY_ACCESS_TOKEN: record.token,
  });
});

test("any setting of the person's names a gateway", () => {
  expect(namesGateway({ PATH: "/bin" })).toBe(false);
  expect(namesGateway({ WORKSPACE_GATEWAY_CLIENT_ID: "app" })).toBe(true);
});
