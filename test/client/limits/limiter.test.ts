import { expect, test } from "vitest";
import type { Exchange } from "../../../provider/client/http/exchange.js";
import { Limiter } from "../../../provider/client/limits/limiter.js";
import { Gauge } from "../support/gauge.ts";
import { networkError } from "../support/network-error.ts";
import { reply } from "../support/reply.ts";
import { testSettings } from "../support/settings.ts";
import { VirtualIo } from "../support/virtual-io.ts";

const read: Exchange = { method: "GET", path: "/models" };
const write: Exchange = { method: "POST", path: "/models" };

const many = (count: number, task: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, task));

test("no more requests are under way than allowed, and as many as allowed", async () => {
  const io = new VirtualIo();
  const gauge = new Gauge(io, () => reply(200));
  const send = new Limiter(testSettings({ maxConcurrency: 4 }), io).wrap(gauge.send);
  await many(20, () => send(read));
  expect(gauge.most).toBe(4);
});

test("reads go before writes that wait longer, each in the order they came", async () => {
  const io = new VirtualIo();
  const gauge = new Gauge(io, () => reply(200));
  const send = new Limiter(testSettings({ maxConcurrency: 1 }), io).wrap(gauge.send);
  await Promise.all([
    send({ method: "POST", path: "/first" }),
    send({ method: "PATCH", path: "/a" }),
    send({ method: "DELETE", path: "/b" }),
    send({ method: "GET", path: "/c" }),
    send({ method: "GET", path: "/d" }),
  ]);
  expect(gauge.order).toEqual(["POST /first", "GET /c", "GET /d", "PATCH /a", "DELETE /b"]);
});

test("tasks that each need another request come to their end while all slots are taken", async () => {
  const io = new VirtualIo();
  const gauge = new Gauge(io, () => reply(200));
  const send = new Limiter(testSettings({ maxConcurrency: 2 }), io).wrap(gauge.send);
  await many(10, async () => {
    await send(write);
    await Promise.all([send(read), send(write)]);
  });
  expect(gauge.sentAt).toHaveLength(30);
});

test("a request that fails gives its slot back", async () => {
  const io = new VirtualIo();
  const gauge = new Gauge(io, (exchange, index) => {
    if (index < 3) {
      throw networkError(exchange, "unknown");
    }
    return reply(200);
  });
  const send = new Limiter(testSettings({ maxConcurrency: 1 }), io).wrap(gauge.send);
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => send(read)));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
});

test.each(["GET", "POST", "PUT", "PATCH", "DELETE"] as const)("a %s goes on after a 429", async (method) => {
  const io = new VirtualIo();
  const gauge = new Gauge(io, (_exchange, index) =>
    index === 0 ? reply(429, {}, { "retry-after": "7" }) : reply(200, { index }),
  );
  const send = new Limiter(testSettings(), io).wrap(gauge.send);
  expect((await send({ method, path: "/models" })).status).toBe(200);
  expect((gauge.sentAt[1] ?? 0) - (gauge.sentAt[0] ?? 0)).toBeGreaterThanOrEqual(7000);
});

test.each([
  ["Retry-After: 0", { "retry-after": "0" }],
  ["a Retry-After that says nothing", { "retry-after": "soon" }],
  ["no headers", {}],
] as const)("a 429 with %s is not answered with a storm", async (_name, headers) => {
  const io = new VirtualIo();
  const gauge = new Gauge(io, (_exchange, index) => reply(index < 5 ? 429 : 200, {}, headers), 0);
  await new Limiter(testSettings(), io).wrap(gauge.send)(read);
  const waits = gauge.sentAt.slice(1).map((at, index) => at - (gauge.sentAt[index] ?? 0));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(500);
});

test("a 429 without Retry-After waits for the reset", async () => {
  const io = new VirtualIo();
  const gauge = new Gauge(io, (_exchange, index) =>
    index === 0 ? reply(429, {}, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "9" }) : reply(200),
  );
  await new Limiter(testSettings(), io).wrap(gauge.send)(read);
  expect((gauge.sentAt[1] ?? 0) - (gauge.sentAt[0] ?? 0)).toBeGreaterThanOrEqual(9000);
});

test("a 429 without Retry-After does not wait for the reset of a quota that is not used up", async () => {
  const io = new VirtualIo();
  const gauge = new Gauge(io, (_exchange, index) =>
    index === 0 ? reply(429, {}, { "x-ratelimit-remaining": "40", "x-ratelimit-reset": "60" }) : reply(200),
  );
  await new Limiter(testSettings(), io).wrap(gauge.send)(read);
  expect((gauge.sentAt[1] ?? 0) - (gauge.sentAt[0] ?? 0)).toBeLessThan(2000);
});

test("a single request asks first after a cool-down, so that no crowd meets an empty quota", async () => {
  const io = new VirtualIo();
  const gauge = new Gauge(io, (_exchange, index) =>
    index === 0 ? reply(429, {}, { "retry-after": "5" }) : reply(200),
  );
  const send = new Limiter(testSettings({ maxConcurrency: 8 }), io).wrap(gauge.send);
  const first = send(read);
  await io.sleep(200);
  await Promise.all([first, many(20, () => send(read))]);
  const [probe, next] = gauge.sentAt.slice(1);
  expect((next ?? 0) - (probe ?? 0)).toBeGreaterThanOrEqual(100);
});

test("a wait longer than allowed is an error at once, which names the wait and the setting", async () => {
  const io = new VirtualIo();
  const began = io.now();
  const gauge = new Gauge(io, () => reply(429, {}, { "retry-after": "900" }), 0);
  const sending = new Limiter(testSettings({ maxWait: 60_000 }), io).wrap(gauge.send)(write);
  await expect(sending).rejects.toMatchObject({
    outcome: "rejected",
    status: 429,
    message: expect.stringMatching(/asks to wait 900 s: at most 60 s.*WORKSPACE_GATEWAY_MAX_WAIT/),
  });
  expect(io.now()).toBe(began);
  expect(gauge.sentAt).toHaveLength(1);
});

test("where the gateway does not say how long, a wait is longer each time, and never longer than a minute", async () => {
  const io = new VirtualIo();
  const gauge = new Gauge(io, (_exchange, index) => reply(index < 9 ? 429 : 200), 0);
  await new Limiter(testSettings({ maxWait: 600_000 }), io).wrap(gauge.send)(read);
  const waits = gauge.sentAt.slice(1).map((at, index) => at - (gauge.sentAt[index] ?? 0));
  expect(waits).toHaveLength(9);
  expect(Math.max(...waits)).toBeLessThanOrEqual(60_000);
  expect(waits.at(-1)).toBeGreaterThanOrEqual(30_000);
  expect(waits.slice(0, 6)).toEqual(waits.slice(0, 6).toSorted((a, b) => a - b));
});

test("concurrency halves after a 429 and grows back to what is allowed", async () => {
  const io = new VirtualIo();
  let refuse = true;
  const gauge = new Gauge(io, () => {
    const status = refuse ? 429 : 200;
    refuse = false;
    return reply(status, {}, { "retry-after": "1" });
  });
  const send = new Limiter(testSettings({ maxConcurrency: 8 }), io).wrap(gauge.send);
  await send(read);
  gauge.most = 0;
  await many(8, () => send(read));
  expect(gauge.most).toBeGreaterThanOrEqual(4);
  expect(gauge.most).toBeLessThan(8);
  await many(200, () => send(read));
  expect(gauge.most).toBe(8);
});

test("a server that answers nothing is asked by all at once, not by one after the other", async () => {
  const io = new VirtualIo();
  const limiter = new Limiter(testSettings({ maxConcurrency: 4 }), io);
  let running = 0;
  let most = 0;
  const send = limiter.wrap(async (exchange) => {
    most = Math.max(most, ++running);
    await io.sleep(1000);
    running--;
    throw networkError(exchange, "not-sent");
  });
  const began = io.now();
  await many(9, () => send(read).catch(() => {}));
  expect(most).toBe(4);
  expect(io.now() - began).toBe(3000); // one that asks, then four, then four
});
