import { describe, expect, test } from "vitest";
import { type Opened, openGateway } from "./tests/open-gateway.ts";

const name = "made";
const post = { body: { name } };

async function statuses(call: Opened["call"], count: number): Promise<number[]> {
  const seen: number[] = [];
  for (let i = 0; i < count; i++) seen.push((await call("GET", "/user")).status);
  return seen;
}

describe("a request", () => {
  test.each([
    ["reset-before", []],
    ["status", []],
    ["reset-after", [{ name }]],
    ["status-after", [{ name }]],
  ] as const)("hit by %s leaves these rows: %j", async (kind, rows) => {
    const { call, gateway } = await openGateway();
    gateway.faults.add({ kind, status: 503, headers: { "retry-after": "7" } });
    const answer = await call("POST", "/workspaces", post).then(
      ({ status, headers }) => [status, headers.get("retry-after")],
      (error) => error.name,
    );
    expect(answer).toEqual(kind.startsWith("reset") ? "TypeError" : [503, "7"]);
    expect(gateway.rows("workspaces")).toMatchObject(rows);
  });

  test.each([
    ["hang-before", 0],
    ["hang-after", 1],
  ] as const)("hit by %s never gets a response", async (kind, rows) => {
    const { gateway } = await openGateway();
    gateway.faults.add({ kind });
    const stop = new AbortController();
    const answer = fetch(`${gateway.baseUrl}/workspaces`, {
      method: "POST",
      signal: stop.signal,
      headers: { authorization: `Bearer ${gateway.token()}`, "content-type": "application/json" },
      body: JSON.stringify({ name }),
    });
    while (gateway.log.entries().length === 0) await new Promise(setImmediate);
    stop.abort();
    await expect(answer).rejects.toThrow("abort");
    expect(gateway.rows("workspaces")).toHaveLength(rows);
  });

  test("hit by cut-body gets headers and an incomplete body", async () => {
    const { gateway } = await openGateway();
    gateway.faults.add({ kind: "cut-body" });
    const headers = { authorization: `Bearer ${gateway.token()}` };
    const response = await fetch(`${gateway.baseUrl}/user`, { headers });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  test.each(["slow-body", "latency"] as const)("hit by %s gets the complete response", async (kind) => {
    const { call, gateway } = await openGateway();
    gateway.faults.add({ kind, ms: 1 });
    expect((await call("GET", "/user")).data.username).toBe("owner");
    expect(gateway.log.entries()).toMatchObject([{ ifFault: kind, status: 200 }]);
  });

  test("hit by stale gets the data from before the latest write", async () => {
    const { call, gateway, workspace } = await openGateway();
    await workspace("first");
    await workspace("second");
    gateway.faults.add({ kind: "stale", count: 1 });
    const names = async () => (await call("GET", "/workspaces")).list.map((row) => row.name);
    expect(await names()).toEqual(["first"]);
    expect(await names()).toEqual(["first", "second"]);
  });
});

test("a fault hits matching requests after the first `skip` of them, at most `count` times", async () => {
  const { call, gateway } = await openGateway();
  const target = { method: "GET", path: "/user", skip: 1, count: 2 };
  const fault = gateway.faults.add({ kind: "status", status: 500, ...target });
  await call("GET", "/workspaces");
  expect(await statuses(call, 5)).toEqual([200, 500, 500, 200, 200]);
  expect(fault.hits).toBe(2);
});

test("a removed or cleared fault hits no request", async () => {
  const { call, gateway } = await openGateway();
  gateway.faults.add({ kind: "status", status: 500, path: /user$/ }).remove();
  expect((await call("GET", "/user")).status).toBe(200);
  gateway.faults.add({ kind: "status", status: 500 });
  gateway.faults.clear();
  expect((await call("GET", "/user")).status).toBe(200);
});

test("the same seed hits the same requests, and another seed hits others", async () => {
  const { call, gateway } = await openGateway();
  const run = async (seed: number) => {
    const fault = gateway.faults.add({ kind: "status", status: 500, probability: 0.5, seed });
    const seen = await statuses(call, 20);
    fault.remove();
    return seen.join();
  };
  const first = await run(7);
  expect(await run(7)).toBe(first);
  expect(await run(8)).not.toBe(first);
  expect(first).toContain("200");
  expect(first).toContain("500");
});

test("a stale read does not count a refused write as the latest write", async () => {
  const { call, gateway, workspace } = await openGateway();
  await workspace("first");
  await call("POST", "/workspaces", { body: { name: "first" } });
  gateway.faults.add({ kind: "stale" });
  expect((await call("GET", "/workspaces")).list).toEqual([]);
});
