import fc from "fast-check";
import { expect, test } from "vitest";
import { Client } from "../../../provider/client/client.js";
import type { Exchange, Reply, Send } from "../../../provider/client/exchange.js";
import { Limiter } from "../../../provider/client/limits.js";
import { type Answers, Gauge, left, limited, limiterOf, read } from "../support/gauge.ts";
import { networkError, reply, testSettings } from "../support/reply.ts";
import { VirtualIo } from "../support/virtual-io.ts";

const windowLength = 10_000;

/** How a gateway may tell when there is more: in how many seconds, or when the oldest of a rolling window leaves. */
type ResetForm = "delta" | "rolling";

/** Serves `quota` requests in ten seconds; every answer may be on its way for a different time. */
class QuotaServer {
  refused = 0;
  /** Windows from the first request to the last, those without any included. */
  windows = 0;
  private first: number | undefined;
  private counted: number[] = [];

  constructor(
    private readonly io: VirtualIo,
    private readonly quota: number,
    private readonly delay: () => number,
    private readonly form: ResetForm = "delta",
  ) {}

  readonly send: Send = async () => {
    await this.io.sleep(this.delay());
    const answer = this.handle();
    await this.io.sleep(this.delay());
    return answer;
  };

  private handle() {
    const now = this.io.now();
    const window = Math.floor(now / windowLength);
    this.first ??= window;
    this.windows = window - this.first + 1;
    this.counted = this.counted.filter((at) => this.counts(at));
    const taken = this.counted.length < this.quota;
    if (taken) this.counted.push(now);
    const ends =
      this.form === "rolling" ? (this.counted[0] ?? now) + windowLength : (window + 1) * windowLength;
    const resetsIn = Math.ceil((ends - now) / 1000);
    const headers = {
      date: new Date(now).toUTCString(),
      "x-ratelimit-limit": String(this.quota),
      "x-ratelimit-remaining": String(this.quota - this.counted.length),
      "x-ratelimit-reset": String(resetsIn),
    };
    if (taken) return reply(200, {}, headers);
    this.refused++;
    return reply(429, {}, { ...headers, "retry-after": String(resetsIn) });
  }

  /** Whether a request of that time still counts. */
  private counts(at: number): boolean {
    const now = this.io.now();
    return this.form === "rolling"
      ? now - at < windowLength
      : Math.floor(at / windowLength) === Math.floor(now / windowLength);
  }
}

test("as many requests as allowed are in flight, and no more", async () => {
  const { gauge, crowd } = limiterOf([], { maxConcurrency: 4 });
  await crowd(20);
  expect(gauge.most).toBe(4);
});

test("reads go before writes that have waited longer, each in order of arrival", async () => {
  const { gauge, send } = limiterOf([], { maxConcurrency: 1 });
  const all = ["POST /first", "PATCH /a", "DELETE /b", "GET /c", "GET /d"] as const;
  await Promise.all(
    all.map((line) => {
      const [method, path] = line.split(" ") as [Exchange["method"], string];
      return send({ method, path });
    }),
  );
  expect(gauge.order).toEqual(["POST /first", "GET /c", "GET /d", "PATCH /a", "DELETE /b"]);
});

test("a failed request releases its slot", async () => {
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

test("a single request goes first after a cool-down, and the others wait for its response", async () => {
  const { io, gauge, send, crowd } = limiterOf([limited(5)], { maxConcurrency: 8 });
  const first = send();
  await io.sleep(200);
  await Promise.all([first, crowd(20)]);
  const [probe = 0, next = 0] = gauge.sentAt.slice(1);
  expect(next - probe).toBeGreaterThanOrEqual(Gauge.latency);
});

test("concurrency halves after a 429 and grows back to the maximum", async () => {
  const { gauge, send, crowd } = limiterOf([limited(1)], { maxConcurrency: 8 });
  await send();
  gauge.most = 0;
  await crowd(8);
  expect(gauge.most).toBeGreaterThanOrEqual(4);
  expect(gauge.most).toBeLessThan(8);
  await crowd(200);
  expect(gauge.most).toBe(8);
});

test("requests that are refused together halve the concurrency only once", async () => {
  const refusals = (index: number) => (index > 0 && index <= 16 ? limited(1) : reply(200));
  const { gauge, send, crowd } = limiterOf(refusals, { maxConcurrency: 16 });
  await send();
  await crowd(40);
  const [, probe = 0] = gauge.sentAt.slice(16);
  const afterProbe = gauge.sentAt.filter((at) => at === gauge.sentAt.find((later) => later > probe));
  expect(afterProbe.length).toBeGreaterThanOrEqual(8);
});

test.each([1, 8])("no request starts during a cool-down with %i slots", async (maxConcurrency) => {
  const { io, gauge, crowd } = limiterOf([limited(10)], { maxConcurrency });
  const cooled = io.now() + Gauge.latency + 10_000;
  await crowd(20);
  expect(gauge.sentAt.slice(maxConcurrency).filter((at) => at < cooled)).toEqual([]);
});

test("requests to a server that does not respond run in parallel, not one after the other", async () => {
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

test.each(["GET", "POST", "PUT", "PATCH", "DELETE"] as const)(
  "a %s is retried after a 429",
  async (method) => {
    const { send, gauge } = limiterOf([limited(7)]);
    expect((await send({ method })).status).toBe(200);
    expect(gauge.waits[0]).toBeGreaterThanOrEqual(7000);
  },
);

test.each<[string, Reply["headers"], least: number, most: number]>([
  ["Retry-After: 0", { "retry-after": "0" }, 500, 1000],
  ["a Retry-After that says nothing", { "retry-after": "soon" }, 500, 1000],
  ["no headers", {}, 500, 1000],
  ["the reset of a used up quota", left(0, 9), 9000, 9000],
  ["the reset of a quota that is not used up", left(40, 60), 500, 1000],
])("a 429 with %s causes no retry storm and no excessive wait", async (_what, headers, least, most) => {
  const { send, gauge } = limiterOf(Array.from({ length: 5 }, () => reply(429, {}, headers)));
  await send();
  expect(gauge.waits).toHaveLength(5);
  expect(Math.min(...gauge.waits)).toBeGreaterThanOrEqual(least);
  expect(gauge.waits[0]).toBeLessThanOrEqual(most);
});

test.each([0, 0.5, 0.999])("waits without a time double from 1 s to 60 s (chance %d)", async (chance) => {
  const refusals = Array.from({ length: 9 }, () => reply(429));
  const { send, gauge } = limiterOf(refusals, { maxWait: 600_000 }, () => chance);
  await send();
  expect(gauge.waits).toHaveLength(9);
  for (const [index, wait] of gauge.waits.entries()) {
    const most = Math.min(1000 * 2 ** index, 60_000);
    expect(wait).toBeGreaterThanOrEqual(most / 2);
    expect(wait).toBeLessThanOrEqual(most);
  }
});

test("a wait of exactly the maximum is allowed, in a single wait or in total", async () => {
  for (const answers of [[limited(60)], [limited(20), limited(40)]]) {
    const { send, io } = limiterOf(answers, { maxWait: 60_000 });
    const began = io.now();
    expect((await send()).status).toBe(200);
    expect(io.now() - began).toBeGreaterThanOrEqual(60_000);
  }
});

test("a wait above the maximum fails all queued requests at once, and nothing is sent until its end", async () => {
  const used = limited(900, { message: "daily quota used up" });
  const { io, gauge, send } = limiterOf([used, used, used, used], { maxConcurrency: 4 });
  const began = io.now();
  await expect(send({ method: "POST" })).rejects.toMatchObject({
    outcome: "rejected",
    status: 429,
    message: expect.stringMatching(
      /^POST \/models returned 429: daily quota used up; .*requires a wait of 900 s, but the total may not exceed 300 s.*WORKSPACE_GATEWAY_MAX_WAIT/,
    ),
  });
  const results = await Promise.allSettled(Array.from({ length: 100 }, () => send()));
  const messages = results.map((result) => (result.status === "rejected" ? String(result.reason) : "passed"));
  expect(new Set(messages)).toEqual(new Set([expect.stringContaining("daily quota used up; ")]));
  expect(io.now()).toBe(began + Gauge.latency);
  expect(gauge.sentAt).toHaveLength(1);
  await io.sleep(900_000);
  gauge.sentAt.length = 10;
  await expect(send()).resolves.toMatchObject({ status: 200 });
});

test.each([1, 7, 45])("refusals of %i s each fail after the maximum wait", async (seconds) => {
  const { io, gauge, send } = limiterOf(() => limited(seconds), { maxWait: 60_000 });
  const began = io.now();
  await expect(send()).rejects.toThrow(
    /of waiting without success, but the total may not exceed 60 s.*WORKSPACE_GATEWAY_MAX_WAIT/,
  );
  expect(io.now() - began).toBeLessThanOrEqual(61_000);
  const sent = gauge.sentAt.length;
  await expect(send()).rejects.toThrow("429");
  expect(gauge.sentAt).toHaveLength(sent);
});

test("a successful response resets the total wait, but a 500 does not", async () => {
  const { send } = limiterOf((index) => (index % 2 === 0 ? limited(40) : reply(200)), { maxWait: 60_000 });
  for (let count = 0; count < 5; count++) expect((await send()).status).toBe(200);
  const failing = limiterOf([limited(40), reply(500), limited(40)], { maxWait: 60_000 });
  expect((await failing.send()).status).toBe(500);
  await expect(failing.send()).rejects.toThrow("after 40 s of waiting without success");
});

test.each([
  [60, 60_000],
  [61, 0],
])("an exhausted quota is waited for only up to the maximum wait: %i s", async (reset, wait) => {
  const { send, gauge } = limiterOf([reply(200, {}, left(0, reset))], { maxWait: 60_000 });
  await send();
  await send();
  expect(gauge.waits).toEqual([wait]);
});

test("a wait is reported once, with its end time, for any number of waiting requests", async () => {
  const { io, crowd } = limiterOf([limited(60)]);
  const until = new Date(io.now() + 60_010).toTimeString().slice(0, 8);
  await crowd(50);
  expect(io.warnings).toEqual([`Waiting for the rate limit until ${until} (60 s).`]);
});

test("the message about a wait names the connection, and a short wait is not reported", async () => {
  const { io, send } = limiterOf([limited(1), reply(200), limited(30)], { connection: "eu" });
  await send();
  await send();
  expect(io.warnings).toEqual([
    expect.stringMatching(/^Waiting .* of the connection "eu" until .* \(30 s\)\.$/),
  ]);
});

test("short waits with a response between them are not reported as one long wait", async () => {
  const { send, io } = limiterOf([limited(1), reply(200), limited(1), reply(200), limited(1)]);
  for (let count = 0; count < 3; count++) {
    await send();
    await io.sleep(10_000);
  }
  expect(io.warnings).toEqual([]);
});

test("a wait that ends in a refusal counts up to the refusal, and the error states its length", async () => {
  const { send, io, measured } = limiterOf([limited(30), limited(900)], { maxConcurrency: 2 });
  const [refused] = await Promise.allSettled([send(), send()]);
  const why = expect.stringContaining("429: the rate limit requires a wait of 900 s after 30 s");
  expect(refused).toMatchObject({ reason: { message: why } });
  await io.sleep(900_000);
  await send();
  expect(measured.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(31_000);
});

const write: Exchange = { method: "PATCH", path: "/prompts/1" };
const cancelled = {
  outcome: "rejected",
  message:
    "PATCH /prompts/1 failed: the run was canceled while this request was queued. Nothing was changed. The next run sends the request.",
};

/** A limiter that sends one request at a time, each answered when the test says so. */
function held() {
  const io = new VirtualIo();
  const answers: PromiseWithResolvers<Reply>[] = [];
  const send = new Limiter(testSettings({ maxConcurrency: 1 }), io).wrap(() => {
    const answer = Promise.withResolvers<Reply>();
    answers.push(answer);
    return answer.promise;
  });
  const answer = async (given: Reply | Error) => {
    await io.sleep(0);
    const last = answers.at(-1);
    if (given instanceof Error) last?.reject(given);
    else last?.resolve(given);
  };
  const settled = () => send(write).catch((error: unknown) => error);
  return { io, settled, sent: () => answers.length, answer };
}

test("a request that is queued before or after the run is canceled fails and says so", async () => {
  for (const early of [true, false]) {
    const { io, settled } = held();
    const first = settled();
    if (early) io.cancel();
    const second = settled();
    if (!early) io.cancel();
    expect(await second).toMatchObject(cancelled);
    expect(await Promise.race([first, "under way"])).toBe("under way");
  }
});

test("a canceled request is not sent when its turn comes and takes no slot", async () => {
  const { io, settled, sent, answer } = held();
  const [first, second] = [settled(), settled()];
  io.cancel();
  expect(await second).toMatchObject(cancelled);
  await answer(reply(200));
  expect(await first).toMatchObject({ status: 200 });
  await io.sleep(60_000);
  expect(sent()).toBe(1);
  const third = settled();
  await answer(reply(200));
  expect(await third).toMatchObject({ status: 200 });
});

test("a request in flight when the run is canceled is awaited, but not retried after a 429", async () => {
  const { io, settled, sent, answer } = held();
  const sending = settled();
  io.cancel();
  await io.sleep(60_000);
  await answer(reply(429));
  expect(await sending).toMatchObject(cancelled);
  await io.sleep(600_000);
  expect(sent()).toBe(1);
});

test("requests that wait for the rate limit fail when the run is canceled and are never sent", async () => {
  const { io, gauge, send } = limiterOf([limited(60)], { maxConcurrency: 1 });
  const began = io.now();
  const sending = Array.from({ length: 20 }, () => send(write));
  void io.sleep(5000).then(() => io.cancel());
  for (const each of sending) await expect(each).rejects.toMatchObject(cancelled);
  expect(io.now() - began).toBeLessThan(10_000);
  await io.sleep(600_000);
  expect(gauge.sentAt).toHaveLength(1);
});

/** A client of a gateway that answers so: with retries, secrets and costs. */
function clientOf(answers: Answers, over = {}) {
  const io = new VirtualIo();
  const gauge = new Gauge(io, answers);
  const client = new Client(testSettings(over), io, gauge.send);
  const crowd = (count: number) => Promise.allSettled(Array.from({ length: count }, () => client.send(read)));
  return { gauge, client, crowd };
}

test("the message of a refusal is shown without the token and secrets of the request", async () => {
  const text = `token-of-the-tests ${"x".repeat(270)} sk-upstream-1 is over its quota`;
  const { client } = clientOf(() => limited(900, text));
  const message = await client.send({ ...read, secrets: ["sk-upstream-1"] }).then(() => "it passed", String);
  expect(message).toContain("429: [secret] xxx");
  expect(message).not.toMatch(/token-of|sk-u/);
});

test("the time spent waiting for a limit is counted once, however many requests wait", async () => {
  const { client, crowd } = clientOf((index) =>
    index === 0 ? limited(60) : reply(200, {}, index === 20 ? left(0, 50) : {}),
  );
  await crowd(20);
  expect(client.cost.line).toMatch(/, 60 s spent waiting for the rate limit$/);
});

test("the time spent waiting for a limit does not use up the retry budget", async () => {
  const answers = [limited(60), reply(503), limited(60), reply(503), reply(200)];
  const { client, gauge } = clientOf(answers, { retryBudget: 10_000 });
  expect((await client.send(read)).status).toBe(200);
  expect(gauge.sentAt).toHaveLength(5);
});

test("the retry budget does not run while a request is queued behind others", async () => {
  const settings = { maxConcurrency: 1, retryBudget: 300 };
  const { crowd } = clientOf((index) => (index === 40 ? reply(503) : reply(200)), settings);
  for (const result of await crowd(41)) expect(result).toMatchObject({ value: { status: 200 } });
});

const quotas = fc.integer({ min: 1, max: 40 });
const counts = fc.integer({ min: 1, max: 120 });
const delays = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 10 });

/** Sends everything at once; the statuses that came back, and how many requests the server refused. */
async function rush(quota: number, count: number, delay: readonly number[], form: ResetForm) {
  const io = new VirtualIo();
  let drawn = 0;
  const server = new QuotaServer(io, quota, () => delay[drawn++ % delay.length] ?? 1, form);
  const send = new Limiter(testSettings({ maxConcurrency: 16 }), io).wrap(server.send);
  const replies = await Promise.all(Array.from({ length: count }, () => send(read)));
  return { statuses: new Set(replies.map(({ status }) => status)), ...server };
}

test("all requests succeed, and a quota per window is never exceeded, even before it is known", async () => {
  const forms = fc.constantFrom<ResetForm>("delta", "rolling");
  await fc.assert(
    fc.asyncProperty(quotas, counts, delays, forms, async (...given) => {
      expect(await rush(...given)).toMatchObject({ statuses: new Set([200]), refused: 0 });
    }),
    // The answer of a request that started in the former window arrives in the next one.
    { numRuns: 60, examples: [[34, 103, [292, 191, 392, 133, 64, 271, 362, 324], "rolling"]] },
  );
});

test("no window is missed, although servers give its end only in whole seconds", async () => {
  await fc.assert(
    fc.asyncProperty(quotas, counts, delays, async (quota, count, delay) => {
      expect((await rush(quota, count, delay, "delta")).windows).toBe(Math.ceil(count / quota));
    }),
    { numRuns: 100 },
  );
});
