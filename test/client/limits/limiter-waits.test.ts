import { expect, test } from "vitest";
import type { Exchange, Reply } from "../../../provider/client/exchange.js";
import { left, limited, limiterOf } from "../support/gauge.ts";
import { reply } from "../support/reply.ts";

test.each(["GET", "POST", "PUT", "PATCH", "DELETE"] as const)("a %s goes on after a 429", async (method) => {
  const { send, gauge } = limiterOf([limited(7)]);
  expect((await send({ method })).status).toBe(200);
  expect(gauge.waits[0]).toBeGreaterThanOrEqual(7000);
});

test.each<[string, Reply["headers"], least: number, most: number]>([
  ["Retry-After: 0", { "retry-after": "0" }, 500, 1000],
  ["a Retry-After that says nothing", { "retry-after": "soon" }, 500, 1000],
  ["no headers", {}, 500, 1000],
  ["the reset of a used up quota", left(0, 9), 9000, 9000],
  ["the reset of a quota that is not used up", left(40, 60), 500, 1000],
])(
  "a 429 with %s is no cause of a storm, and waits no longer than it says",
  async (_what, headers, least, most) => {
    const { send, gauge } = limiterOf(Array.from({ length: 5 }, () => reply(429, {}, headers)));
    await send();
    expect(gauge.waits).toHaveLength(5);
    expect(Math.min(...gauge.waits)).toBeGreaterThanOrEqual(least);
    expect(gauge.waits[0]).toBeLessThanOrEqual(most);
  },
);

test.each([0, 0.5, 0.999])(
  "where the gateway names no time, the first wait is half a second to one, and each later one twice as long, up to a minute (chance %d)",
  async (chance) => {
    const refusals = Array.from({ length: 9 }, () => reply(429));
    const { send, gauge } = limiterOf(refusals, { maxWait: 600_000 }, () => chance);
    await send();
    expect(gauge.waits).toHaveLength(9);
    for (const [index, wait] of gauge.waits.entries()) {
      const most = Math.min(1000 * 2 ** index, 60_000);
      expect(wait).toBeGreaterThanOrEqual(most / 2);
      expect(wait).toBeLessThanOrEqual(most);
    }
  },
);

test("a wait longer than allowed is an error at once, which names the wait and the setting", async () => {
  const { io, gauge, send } = limiterOf([limited(900)], { maxWait: 60_000 });
  const began = io.now();
  await expect(send({ method: "POST" })).rejects.toMatchObject({
    outcome: "rejected",
    status: 429,
    message: expect.stringMatching(
      /requires a wait of 900 s, but the total may not exceed 60 s.*WORKSPACE_GATEWAY_MAX_WAIT/,
    ),
  });
  expect(io.now()).toBe(began + 10);
  expect(gauge.sentAt).toHaveLength(1);
});

test("a wait as long as the longest that is allowed is waited, also in sum", async () => {
  for (const answers of [[limited(60)], [limited(20), limited(40)]]) {
    const { send, io } = limiterOf(answers, { maxWait: 60_000 });
    const began = io.now();
    expect((await send()).status).toBe(200);
    expect(io.now() - began).toBeGreaterThanOrEqual(60_000);
  }
});

test("a 500 between two refusals is no answer that begins the sum of the waits anew", async () => {
  const { send } = limiterOf([limited(40), reply(500), limited(40)], { maxWait: 60_000 });
  expect((await send()).status).toBe(500);
  await expect(send()).rejects.toThrow("after 40 s of waiting without success");
});

test("as many requests start at once as the gateway says are left", async () => {
  const { send, crowd, gauge } = limiterOf([reply(200, {}, left(3, 30))], { maxConcurrency: 8 });
  await send();
  await crowd(3);
  expect(gauge.most).toBe(3);
});

test.each([
  [60, 60_000],
  [61, 0],
])(
  "a used up quota is waited for as long as waits are allowed, and else the gateway is asked at once: %i s",
  async (reset, wait) => {
    const { send, gauge } = limiterOf([reply(200, {}, left(0, reset))], { maxWait: 60_000 });
    await send();
    await send();
    expect(gauge.waits).toEqual([wait]);
  },
);

test("short waits with an answer between them are not told as a long one", async () => {
  const { send, io } = limiterOf([limited(1), reply(200), limited(1), reply(200), limited(1)]);
  for (let count = 0; count < 3; count++) {
    await send();
    await io.sleep(10_000);
  }
  expect(io.warnings).toEqual([]);
});

test("a wait that ends in a refusal is measured to the refusal", async () => {
  const { send, io, measured } = limiterOf([limited(30), limited(900)], { maxConcurrency: 2 });
  await Promise.allSettled([send(), send()]);
  await io.sleep(900_000);
  await send();
  expect(measured.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(31_000);
});

test("after a refusal one request asks first, so that no crowd meets an empty quota", async () => {
  const { send, crowd, io, gauge } = limiterOf([reply(200), limited(900)], { maxConcurrency: 8 });
  await send();
  await expect(send()).rejects.toThrow("requires a wait of 900 s");
  await io.sleep(900_000);
  await crowd(8);
  const [, , probe = 0, ...others] = gauge.sentAt;
  expect(others.filter((at) => at < probe + 10)).toEqual([]);
});

test.each<[unknown, Partial<Exchange>, string]>([
  [
    "Bearer token-that-was-renewed is over its quota",
    { headers: { authorization: "Bearer token-that-was-renewed" } },
    "429: Bearer [secret] is over its quota; the rate limit requires",
  ],
  ["over its quota", { headers: { accept: "x" } }, "429: over its quota; the rate limit requires"],
  [undefined, {}, "429: the rate limit requires a wait of 900 s, but"],
])(
  "a refusal tells what the gateway said without the token that was sent, and nothing where it said nothing: %s",
  async (body, exchange, told) => {
    const answer = reply(429, body, { "retry-after": "900" });
    await expect(limiterOf([answer]).send(exchange)).rejects.toThrow(told);
  },
);
