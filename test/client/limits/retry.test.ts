import fc from "fast-check";
import { expect, test } from "vitest";
import { Client } from "../../../provider/client/client.js";
import {
  type Exchange,
  type Method,
  type Reply,
  RequestError,
  type Send,
} from "../../../provider/client/exchange.js";
import { retried } from "../../../provider/client/limits.js";
import { networkError, reply, testSettings } from "../support/reply.ts";
import { VirtualIo } from "../support/virtual-io.ts";

const read: Exchange = { method: "GET", path: "/x" };

type Step = (exchange: Exchange) => Reply;

const answers =
  (status: number): Step =>
  () =>
    reply(status);
const breaks =
  (outcome: "not-sent" | "unknown" | "rejected"): Step =>
  (exchange) => {
    throw networkError(exchange, outcome);
  };
const unsigned: Step = ({ method }) => {
  throw new RequestError({ method, path: "/token", outcome: "not-sent", signIn: true, said: "no token" });
};
const unreadable: Step = ({ method }) => {
  throw new RequestError({ method, path: "/x", outcome: "unknown", status: 200, said: "an answer" });
};

/** Plays the steps, the last one for ever, and notes when each request was sent. */
function script(io: VirtualIo, ...steps: Step[]): { send: Send; sentAt: number[] } {
  const sentAt: number[] = [];
  const send: Send = async (exchange) => {
    sentAt.push(io.now());
    return (steps[sentAt.length - 1] ?? steps.at(-1) ?? answers(200))(exchange);
  };
  return { send, sentAt };
}

/** How often a request is sent that meets this, and after it a success. */
async function tries(exchange: Exchange, step: Step): Promise<number> {
  const io = new VirtualIo();
  const { send, sentAt } = script(io, step, answers(200));
  await retried(send, testSettings(), io)(exchange).catch(() => undefined);
  return sentAt.length;
}

const idempotent: readonly Method[] = ["GET", "PUT", "PATCH", "DELETE"];

const after: readonly (readonly [what: string, times: number, ofPost: number, step: Step])[] = [
  ...[500, 502, 503, 504, 520].map((status) => [String(status), 2, 1, answers(status)] as const),
  ["a failure of which nobody knows what it did", 2, 1, breaks("unknown")],
  ["a failure to leave", 2, 2, breaks("not-sent")],
  ...[200, 204, 302, 400, 401, 403, 404, 409, 501].map(
    (status) => [String(status), 1, 1, answers(status)] as const,
  ),
  ["an answer that cannot be read, whatever became of it", 1, 1, unreadable],
  ["a sign-in that failed, which was repeated already", 1, 1, unsigned],
  ["a failure that is an answer", 1, 1, breaks("rejected")],
];

test.each(after)(
  "after %s, a request is sent %i times and a POST %i times",
  async (_what, times, ofPost, step) => {
    for (const method of idempotent) {
      expect(await tries({ ...read, method }, step), method).toBe(times);
    }
    expect(await tries({ ...read, method: "POST" }, step)).toBe(ofPost);
  },
);

test.each([answers(503), breaks("unknown"), breaks("not-sent")])(
  "a request with the option `once` is not retried",
  async (step) => {
    expect(await tries({ ...read, once: true }, step)).toBe(1);
  },
);

test("an error that is not a client error is passed on at once", async () => {
  const broken = async () => Promise.reject(new TypeError("a mistake in the program"));
  await expect(retried(broken, testSettings(), new VirtualIo())(read)).rejects.toThrow(TypeError);
});

test("no request is sent after the retry budget, whatever the jitter", async () => {
  const luck = fc.array(fc.double({ min: 0.01, max: 0.99, noNaN: true }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 60_000 }), luck, async (retryBudget, draws) => {
      let drawn = 0;
      const io = new VirtualIo(() => draws[drawn++ % draws.length] ?? 0.5);
      const began = io.now();
      const { send, sentAt } = script(io, breaks("unknown"));
      await expect(retried(send, testSettings({ retryBudget }), io)(read)).rejects.toThrow(RequestError);
      expect(Math.max(...sentAt) - began).toBeLessThanOrEqual(retryBudget);
    }),
    { numRuns: 30 },
  );
});

test("a request that keeps failing returns the gateway's last response", async () => {
  const io = new VirtualIo();
  const { send } = script(io, answers(500), answers(503));
  expect((await retried(send, testSettings(), io)(read)).status).toBe(503);
});

test.each([0, 0.5, 0.999])("delays are random, up to a limit that doubles (chance %d)", async (luck) => {
  const bounds = [200, 400, 800, 1600, 3200, 6400, 8000, 8000];
  const io = new VirtualIo(() => luck);
  const { send, sentAt } = script(io, ...bounds.map(() => answers(500)), answers(200));
  await retried(send, testSettings({ retryBudget: 60_000 }), io)(read);
  const delays = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0));
  expect(delays).toHaveLength(bounds.length);
  for (const [index, delay] of delays.entries()) {
    expect(delay).toBeGreaterThan(0);
    expect(delay).toBeCloseTo(Math.max((bounds[index] ?? 0) * luck, Math.min(...delays)), 0);
  }
});

/** The engine is alive until a second has passed. */
class MortalIo extends VirtualIo {
  private readonly end = this.now() + 1000;

  override engineAlive(): Promise<void> {
    return this.now() < this.end ? super.engineAlive() : new Promise(() => {});
  }
}

test.each<[string, Method, Reply, alive: number, gone: number, after: number]>([
  ["after a wait for the rate limit", "POST", reply(429, {}, { "retry-after": "60" }), 2, 1, 0],
  ["at all", "GET", reply(200), 1, 0, 2000],
  ["again after the delay of a retry", "PATCH", reply(503), 2, 1, 900],
])("a request is not sent %s if the engine is gone", async (_when, method, first, alive, gone, after) => {
  for (const [io, times] of [
    [new VirtualIo(() => 0.999), alive],
    [new MortalIo(() => 0.999), gone],
  ] as const) {
    await io.sleep(after);
    const { send, sentAt } = script(io, () => first, answers(200));
    void new Client(testSettings(), io, send).send({ method, path: "/prompts/1" });
    await io.sleep(3_600_000);
    expect(sentAt).toHaveLength(times);
  }
});
