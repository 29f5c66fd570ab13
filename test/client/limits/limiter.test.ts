import { expect, test } from "vitest";
import { Gauge, limited, limiterOf } from "../support/gauge.ts";
import { networkError } from "../support/network-error.ts";
import { reply } from "../support/reply.ts";

test("no more requests are under way than allowed, and as many as allowed", async () => {
  const { gauge, crowd } = limiterOf([], { maxConcurrency: 4 });
  await crowd(20);
  expect(gauge.most).toBe(4);
});

test("reads go before writes that wait longer, each in the order they came", async () => {
  const { gauge, send } = limiterOf([], { maxConcurrency: 1 });
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
  const { gauge, send } = limiterOf([], { maxConcurrency: 2 });
  const task = async () => {
    await send({ method: "POST" });
    await Promise.all([send(), send({ method: "POST" })]);
  };
  await Promise.all(Array.from({ length: 10 }, task));
  expect(gauge.sentAt).toHaveLength(30);
});

test("a request that fails gives its slot back", async () => {
  const { send } = limiterOf(
    (index, exchange) => {
      if (index < 3) throw networkError(exchange, "unknown");
      return reply(200);
    },
    { maxConcurrency: 1 },
  );
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => send()));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
});

test("a single request asks first after a cool-down, so that no crowd meets an empty quota", async () => {
  const { io, gauge, send, crowd } = limiterOf([limited(5)], { maxConcurrency: 8 });
  const first = send();
  await io.sleep(200);
  await Promise.all([first, crowd(20)]);
  const [probe = 0, next = 0] = gauge.sentAt.slice(1);
  expect(next - probe).toBeGreaterThanOrEqual(Gauge.latency);
});

test("concurrency halves after a 429 and grows back to what is allowed", async () => {
  const { gauge, send, crowd } = limiterOf([limited(1)], { maxConcurrency: 8 });
  await send();
  gauge.most = 0;
  await crowd(8);
  expect(gauge.most).toBeGreaterThanOrEqual(4);
  expect(gauge.most).toBeLessThan(8);
  await crowd(200);
  expect(gauge.most).toBe(8);
});

test("a crowd that is refused together halves the concurrency once", async () => {
  const { gauge, send, crowd } = limiterOf((index) => (index > 0 && index <= 16 ? limited(1) : reply(200)), {
    maxConcurrency: 16,
  });
  await send();
  await crowd(40);
  const [, probe = 0] = gauge.sentAt.slice(16);
  const afterProbe = gauge.sentAt.filter((at) => at === gauge.sentAt.find((later) => later > probe));
  expect(afterProbe.length).toBeGreaterThanOrEqual(8);
});

test.each([1, 2, 8])("with %i slots nobody starts during a cool-down", async (maxConcurrency) => {
  const { io, gauge, crowd } = limiterOf([limited(10)], { maxConcurrency });
  const cooled = io.now() + Gauge.latency + 10_000;
  await crowd(20);
  expect(gauge.sentAt.slice(maxConcurrency).filter((at) => at < cooled)).toEqual([]);
});

test("a server that answers nothing is asked by all at once, not by one after the other", async () => {
  const { io, gauge, send } = limiterOf(
    (_index, exchange) => {
      throw networkError(exchange, "not-sent");
    },
    { maxConcurrency: 4 },
  );
  const began = io.now();
  await Promise.allSettled(Array.from({ length: 9 }, () => send()));
  expect(gauge.most).toBe(4);
  expect(io.now() - began).toBe(3 * Gauge.latency); // one that asks, then four, then four
});
