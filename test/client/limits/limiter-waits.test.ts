import { expect, test } from "vitest";
import type { Exchange, Reply } from "../../../provider/client/http/exchange.js";
import { Limiter } from "../../../provider/client/limits/limiter.js";
import type { Settings } from "../../../provider/client/settings/settings.js";
import { Gauge } from "../support/gauge.ts";
import { reply } from "../support/reply.ts";
import { testSettings } from "../support/settings.ts";
import { VirtualIo } from "../support/virtual-io.ts";

const read: Exchange = { method: "GET", path: "/models" };
const limited = (seconds: number, body?: unknown) => reply(429, body, { "retry-after": String(seconds) });
const left = (remaining: number, reset: number) => ({
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset": String(reset),
});

/** A limiter before a gateway that gives these answers, then 200 for ever. */
function limiterOf(answers: readonly Reply[], over: Partial<Settings> = {}, random?: () => number) {
  const io = new VirtualIo(random);
  const gauge = new Gauge(io, (_exchange, index) => answers[index] ?? reply(200), 10);
  const measured: number[] = [];
  const limiter = new Limiter(testSettings({ maxWait: 60_000, ...over }), io, (wait) => measured.push(wait));
  const send = limiter.wrap(gauge.send);
  const gaps = () => gauge.sentAt.slice(1).map((at, index) => at - (gauge.sentAt[index] ?? 0));
  return { io, gauge, send, measured, gaps };
}

const crowd = (count: number, send: (exchange: Exchange) => Promise<Reply>) =>
  Promise.all(Array.from({ length: count }, () => send(read)));

test.each([0, 0.5, 0.999])(
  "where the gateway names no time, the first wait is half a second to one, and each later one twice as long (chance %d)",
  async (chance) => {
    const { send, gaps } = limiterOf(
      Array.from({ length: 4 }, () => reply(429)),
      {},
      () => chance,
    );
    await send(read);
    const waits = gaps().map((gap) => gap - 10);
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(500 * 2 ** index);
      expect(wait).toBeLessThanOrEqual(1000 * 2 ** index);
    }
    expect(waits).toHaveLength(4);
  },
);

test("a wait as long as the longest that is allowed is waited, also in sum", async () => {
  for (const waits of [[60], [20, 40]]) {
    const { send, io } = limiterOf(waits.map((seconds) => limited(seconds)));
    const began = io.now();
    expect((await send(read)).status).toBe(200);
    expect(io.now() - began).toBeGreaterThanOrEqual(60_000);
  }
});

test("a 500 between two refusals is no answer that begins the sum of the waits anew", async () => {
  const { send } = limiterOf([limited(40), reply(500), limited(40)]);
  expect((await send(read)).status).toBe(500);
  await expect(send(read)).rejects.toThrow("after 40 s of waiting without success");
});

test("as many requests start at once as the gateway says are left", async () => {
  const { send, gauge } = limiterOf([reply(200, {}, left(3, 30))], { maxConcurrency: 8 });
  await send(read);
  await crowd(3, send);
  expect(gauge.most).toBe(3);
});

test("a used up quota is waited for as long as waits are allowed, and else the gateway is asked at once", async () => {
  for (const [reset, wait] of [
    [60, 60_000],
    [61, 0],
  ] as const) {
    const { send, io } = limiterOf([reply(200, {}, left(0, reset))]);
    await send(read);
    const began = io.now();
    await send(read);
    expect(io.now() - began).toBe(wait + 10);
  }
});

test("short waits with an answer between them are not told as a long one", async () => {
  const { send, io } = limiterOf([limited(1), reply(200), limited(1), reply(200), limited(1)]);
  for (let count = 0; count < 3; count++) {
    await send(read);
    await io.sleep(10_000);
  }
  expect(io.warnings).toEqual([]);
});

test("a wait that ends in a refusal is measured to the refusal", async () => {
  const { send, io, measured } = limiterOf([limited(30), limited(900)], { maxConcurrency: 2 });
  await Promise.allSettled([send(read), send(read)]);
  await io.sleep(900_000);
  await send(read);
  expect(measured.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(31_000);
});

test("after a refusal one request asks first, so that no crowd meets an empty quota", async () => {
  const { send, io, gauge } = limiterOf([reply(200), limited(900)], { maxConcurrency: 8 });
  await send(read);
  await expect(send(read)).rejects.toThrow("asks to wait 900 s");
  await io.sleep(900_000);
  await crowd(8, send);
  const [, , probe = 0, ...others] = gauge.sentAt;
  expect(others.filter((at) => at < probe + 10)).toEqual([]);
});

test("a refusal tells what the gateway said without the token that was sent, and nothing where it said nothing", async () => {
  const said = async (body: unknown, headers?: Record<string, string>) => {
    const { send } = limiterOf([limited(900, body)]);
    const failing = send({ ...read, ...(headers && { headers }) });
    return failing.then(
      () => expect.unreachable("it passed"),
      ({ message }: Error) => message,
    );
  };
  const authorization = "Bearer token-that-was-renewed";
  expect(await said("Bearer token-that-was-renewed is over its quota", { authorization })).toContain(
    "429: Bearer [secret] is over its quota; the rate limit asks",
  );
  expect(await said("over its quota", { accept: "x" })).toContain("429: over its quota; the rate limit asks");
  expect(await said(undefined)).toContain("429: the rate limit asks to wait 900 s: at most");
});
