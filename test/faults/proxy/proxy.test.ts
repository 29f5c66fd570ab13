import { request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import type { FaultTarget } from "../../gateway/index.ts";
import { type Gateway, startGateway } from "../../gateway/index.ts";
import type { Instead, ProxyEffect } from "./effects.ts";
import { type FaultyProxy, startProxy } from "./proxy.ts";
import { startWitness } from "./witness.ts";

async function opened(): Promise<{ gateway: Gateway; proxy: FaultyProxy; token: string }> {
  const gateway = await startGateway();
  const proxy = await startProxy(gateway.origin);
  onTestFinished(async () => {
    await proxy.close();
    await gateway.close();
  });
  return { gateway, proxy, token: gateway.token() };
}

type Opened = Awaited<ReturnType<typeof opened>>;

/** Makes a workspace through the proxy. */
function make({ proxy, token }: Opened, init: RequestInit = {}): Promise<Response> {
  return fetch(`${proxy.baseUrl}/workspaces`, {
    method: "POST",
    redirect: "manual",
    ...init,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...init.headers },
    body: JSON.stringify({ name: "made" }),
  });
}

/** All bytes that come back for a POST before the connection ends. */
async function bytes({ proxy, token }: Opened): Promise<string> {
  const body = JSON.stringify({ name: "made" });
  const socket = connect(Number(new URL(proxy.origin).port), "127.0.0.1");
  socket.write(
    `POST /api/v1/workspaces HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  return text(socket);
}

test("without a fault, an answer is what the gateway says, byte for byte", async () => {
  const at = await opened();
  const headers = { authorization: `Bearer ${at.token}` };
  const [through, direct] = await Promise.all(
    [at.proxy.baseUrl, at.gateway.baseUrl].map((url) => fetch(`${url}/user?x=1`, { headers })),
  );
  expect(through?.status).toBe(200);
  expect(await through?.text()).toBe(await direct?.text());
  expect(through?.headers.get("service-api-version")).toBe("2026-10-01");
  expect(at.proxy.passed).toEqual([{ method: "GET", path: "/user", effect: undefined }]);
});

const answered: Instead[] = [
  { kind: "page", status: 200 },
  { kind: "page", status: 502 },
  { kind: "redirect", status: 307, to: "http://127.0.0.1:1/elsewhere" },
  { kind: "crowd", megabytes: 1 },
  { kind: "headers", kilobytes: 1 },
  { kind: "withdrawn", status: 410 },
];
const lost: Instead[] = [
  { kind: "reset" },
  { kind: "garbage", of: "tls" },
  { kind: "garbage", of: "two-lengths" },
  { kind: "garbage", of: "half-head" },
  { kind: "garbage", of: "no-http" },
];

describe.each([...answered, ...lost])("%j", (effect) => {
  test.each([true, false])("with commits %s, the gateway has or has not carried it out", async (commits) => {
    const at = await opened();
    const fault = at.proxy.faults.add({ ...effect, commits, method: "POST" });
    const answer = make(at, { headers: { "service-api-version": "2026-10-01" } });
    if (answered.includes(effect)) {
      expect((await answer).status).toBe("status" in effect ? effect.status : 200);
    } else {
      await expect(answer).rejects.toThrow();
    }
    expect(at.gateway.rows("workspaces")).toHaveLength(commits ? 1 : 0);
    expect(fault.hits).toBe(1);
    expect(at.proxy.passed).toMatchObject([{ effect: effect.kind }]);
  });
});

const spoiled: (ProxyEffect & FaultTarget)[] = [
  { kind: "cut", framing: "length" },
  { kind: "cut", framing: "chunks" },
  { kind: "compressed", encoding: "gzip", truly: false },
];

test.each(spoiled)(
  "$kind $framing: the gateway has carried it out, and no answer can be read",
  async (effect) => {
    const at = await opened();
    at.proxy.faults.add(effect);
    await expect(make(at).then((answer) => answer.text())).rejects.toThrow();
    expect(at.gateway.rows("workspaces")).toHaveLength(1);
  },
);

test("an answer that lasts until the end of its connection can be cut unseen", async () => {
  const at = await opened();
  at.proxy.faults.add({ kind: "cut", framing: "close" });
  const half = await (await make(at)).text();
  expect(half).toMatch(/^\{"data":/);
  expect(() => JSON.parse(half)).toThrow();
});

test.each(["gzip", "zstd"] as const)("an answer in %s is the same when it is inflated", async (encoding) => {
  const at = await opened();
  at.proxy.faults.add({ kind: "compressed", encoding, truly: true });
  const answer = await make(at);
  expect(answer.headers.get("content-encoding")).toBe(encoding);
  expect(await answer.json()).toMatchObject({ data: { name: "made" } });
});

test("a padded answer is as long as was asked for, and still says what was made", async () => {
  const at = await opened();
  at.proxy.faults.add({ kind: "padded", megabytes: 2 });
  const body = await (await make(at)).text();
  expect(body.length).toBeGreaterThan(2 * 1024 ** 2);
  expect(JSON.parse(body)).toMatchObject({ data: { name: "made" } });
});

test("the echo of the version is replaced, and only once", async () => {
  const at = await opened();
  at.proxy.faults.add({ kind: "echo", version: "1999-01-01" });
  expect((await make(at)).headers.get("service-api-version")).toBe("1999-01-01");
});

test("a version is withdrawn from who pins it, and from nobody else", async () => {
  const at = await opened();
  const fault = at.proxy.faults.add({ kind: "withdrawn", status: 404 });
  expect((await make(at)).status).toBe(200);
  expect(fault.hits).toBe(0);
  const refused = await make(at, { headers: { "service-api-version": "2026-10-01" } });
  expect(refused.status).toBe(404);
  expect(fault.hits).toBe(1);
  expect(await refused.text()).toContain("2026-10-01 is not supported");
});

test.each([
  [{ kind: "drip", ms: 1 } as const, '{"data":'],
  [{ kind: "hang" } as const, ""],
])("%j never ends, and ends when the caller leaves", async (effect, begins) => {
  const at = await opened();
  at.proxy.faults.add({ ...effect, commits: true });
  const stop = new AbortController();
  const asking = make(at, { signal: stop.signal });
  if (begins !== "") {
    const reader = (await asking).body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain(begins);
  } else {
    await expect.poll(() => at.gateway.rows("workspaces").length).toBe(1);
  }
  stop.abort();
  await expect(asking.then((answer) => answer.text())).rejects.toThrow();
});

test("a bomb is small on the wire and large once it is inflated", async () => {
  const at = await opened();
  at.proxy.faults.add({ kind: "bomb", megabytes: 16 });
  expect((await bytes(at)).length).toBeLessThan(256 * 1024);
  expect((await (await make(at)).text()).length).toBeGreaterThan(16 * 1024 ** 2);
});

test("heads without a body come again and again, and no answer after them", async () => {
  const at = await opened();
  at.proxy.faults.add({ kind: "hints" });
  const heads: number[] = [];
  const asking = request(`${at.proxy.baseUrl}/user`)
    .on("information", ({ statusCode }) => heads.push(statusCode))
    .on("response", () => expect.unreachable("an answer came"))
    .on("error", () => undefined);
  asking.end();
  await expect.poll(() => heads.length, { timeout: 20_000 }).toBeGreaterThan(2000);
  expect(new Set(heads)).toEqual(new Set([103]));
  asking.destroy();
});

test("requests that are to go together wait for each other", async () => {
  const at = await opened();
  const fault = at.proxy.faults.add({ kind: "together", of: 2, method: "POST", count: 2 });
  const first = make(at);
  await expect.poll(() => fault.hits).toBe(1);
  expect(at.gateway.rows("workspaces")).toEqual([]);
  const statuses = (await Promise.all([first, make(at)])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 409]);
});

test("a request that waits for another is lost when the proxy is closed", async () => {
  const at = await opened();
  const fault = at.proxy.faults.add({ kind: "together", of: 2 });
  const alone = make(at);
  await expect.poll(() => fault.hits).toBe(1);
  await Promise.all([at.proxy.close(), expect(alone).rejects.toThrow()]);
  expect(at.gateway.rows("workspaces")).toEqual([]);
});

test("a refused port is shut for new and old connections, and opens again by itself", async () => {
  const at = await opened();
  at.proxy.faults.add({ kind: "refuse", ms: 1000, count: 1 });
  await expect(make(at)).rejects.toThrow();
  await expect(make(at)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
  await at.proxy.opened();
  expect((await make(at)).status).toBe(200);
  expect(at.gateway.rows("workspaces")).toHaveLength(1);
});

test("a proxy that is closed while its port is shut stays closed", async () => {
  const at = await opened();
  at.proxy.faults.add({ kind: "refuse", ms: 60_000 });
  await expect(make(at)).rejects.toThrow();
  await at.proxy.close();
  await expect(make(at)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
});

test("a witness keeps every header that reaches it", async () => {
  const witness = await startWitness();
  onTestFinished(() => witness.close());
  await fetch(`${witness.origin}/x`, { method: "POST", headers: { authorization: "Bearer told" } });
  expect(witness.heard).toHaveLength(1);
  expect(witness.heard[0]).toMatch(/^POST\n\/x\n[\s\S]*Bearer told/);
});
