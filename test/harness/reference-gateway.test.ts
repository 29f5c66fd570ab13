import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { type OpenGateway, openGateway } from "./reference-gateway.ts";

let open: () => Promise<OpenGateway>;

beforeEach(async () => {
  const directory = await mkdtemp(path.join(os.tmpdir(), "reference-gateway-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  open = () => openGateway(path.join(directory, "gateway.json"), path.join(directory, "gateway.db"));
});

async function workspaces({ baseUrl, token }: OpenGateway, body?: object): Promise<number> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const post = body && { method: "POST", body: JSON.stringify(body) };
  await fetch(`${baseUrl}/workspaces`, { headers, ...post });
  const response = await fetch(`${baseUrl}/workspaces`, { headers });
  const { data }: { data: object[] } = JSON.parse(await response.text());
  return data.length;
}

test("opened again, it has the same address, token and objects", async () => {
  const first = await open();
  expect(await workspaces(first, { name: "kept" })).toBe(1);
  await first.close();
  const second = await open();
  expect(second).toMatchObject({ baseUrl: first.baseUrl, token: first.token });
  expect(await workspaces(second)).toBe(1);
  await second.close();
});

test("one that still runs is used, and not ended by whoever found it running", async () => {
  const first = await open();
  const second = await open();
  expect(second.baseUrl).toBe(first.baseUrl);
  await second.close();
  expect(await workspaces(first)).toBe(0);
  await first.close();
});

test("on a port that somebody else took it moves to another, with the same token and objects", async () => {
  const first = await open();
  await workspaces(first, { name: "kept" });
  await first.close();
  const other = createServer((_request, response) => response.writeHead(404).end());
  await new Promise<void>((resolve) =>
    other.listen(Number(new URL(first.baseUrl).port), "127.0.0.1", resolve),
  );
  const second = await open();
  expect(second.baseUrl).not.toBe(first.baseUrl);
  expect(second.token).toBe(first.token);
  expect(await workspaces(second)).toBe(1);
  await second.close();
  await new Promise((resolve) => other.close(resolve));
});
