import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RequestError } from "../../../provider/client/http/errors.js";
import type { Exchange, Method, Reply, Send } from "../../../provider/client/http/exchange.js";
import { retried } from "../../../provider/client/http/retry.js";
import { networkError } from "../support/network-error.ts";
import { reply } from "../support/reply.ts";
import { testSettings } from "../support/settings.ts";
import { VirtualIo } from "../support/virtual-io.ts";

const idempotent: readonly Method[] = ["GET", "PUT", "PATCH", "DELETE"];

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

/** Plays the steps, the last one for ever, and notes when each request was sent. */
function script(io: VirtualIo, ...steps: Step[]): { send: Send; sentAt: number[] } {
  const sentAt: number[] = [];
  const send: Send = async (exchange) => {
    sentAt.push(io.now());
    return (steps[sentAt.length - 1] ?? steps.at(-1) ?? answers(200))(exchange);
  };
  return { send, sentAt };
}

async function tries(method: Method, ...steps: Step[]): Promise<number> {
  const io = new VirtualIo();
  const { send, sentAt } = script(io, ...steps);
  await retried(send, testSettings(), io)({ method, path: "/x" }).catch(() => undefined);
  return sentAt.length;
}

describe.each(idempotent)("%s", (method) => {
  test.each([500, 502, 503, 504, 520])("is repeated after %i", async (status) => {
    expect(await tries(method, answers(status), answers(200))).toBe(2);
  });

  test("is repeated when nobody knows what became of it", async () => {
    expect(await tries(method, breaks("unknown"), answers(200))).toBe(2);
  });
});

describe("POST", () => {
  test.each([500, 502, 503, 504])("is sent once if it is answered %i", async (status) => {
    expect(await tries("POST", answers(status))).toBe(1);
  });

  test("is sent once if nobody knows what became of it", async () => {
    expect(await tries("POST", breaks("unknown"))).toBe(1);
  });
});

describe.each([...idempotent, "POST"] as const)("%s", (method) => {
  test("is repeated if it never left", async () => {
    expect(await tries(method, breaks("not-sent"), answers(201))).toBe(2);
  });

  test("is sent once if nobody depends on the answer", async () => {
    const io = new VirtualIo();
    for (const step of [answers(503), breaks("unknown"), breaks("not-sent")]) {
      const { send, sentAt } = script(io, step);
      await retried(
        send,
        testSettings(),
        io,
      )({ method: "GET", path: "/x", once: true }).catch(() => undefined);
      expect(sentAt).toHaveLength(1);
    }
  });

  test.each([200, 204, 302, 400, 401, 403, 404, 409, 501])("is not repeated after %i", async (status) => {
    expect(await tries(method, answers(status))).toBe(1);
  });

  test("is not repeated after an answer that cannot be read, whatever became of it", async () => {
    const failure = { method, path: "/x", outcome: "unknown", status: 200, said: "an answer" } as const;
    const unreadable: Step = () => {
      throw new RequestError(failure);
    };
    expect(await tries(method, unreadable)).toBe(1);
  });

  test("is not repeated after a failure that is an answer", async () => {
    expect(await tries(method, breaks("rejected"))).toBe(1);
  });
});

test("a failure that is none of the client's own is passed on at once", async () => {
  const io = new VirtualIo();
  const broken = async () => Promise.reject(new TypeError("a mistake in the program"));
  await expect(retried(broken, testSettings(), io)({ method: "GET", path: "/x" })).rejects.toThrow(TypeError);
});

test("no request is sent after the time budget, whatever the jitter", async () => {
  const luck = fc.array(fc.double({ min: 0.01, max: 0.99, noNaN: true }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 60_000 }), luck, async (retryBudget, draws) => {
      let drawn = 0;
      const io = new VirtualIo(() => draws[drawn++ % draws.length] ?? 0.5);
      const began = io.now();
      const { send, sentAt } = script(io, breaks("unknown"));
      const sending = retried(send, testSettings({ retryBudget }), io)({ method: "GET", path: "/x" });
      await expect(sending).rejects.toThrow(RequestError);
      expect(Math.max(...sentAt) - began).toBeLessThanOrEqual(retryBudget);
    }),
    { numRuns: 30 },
  );
});

test("a request that goes on failing is answered with the gateway's last answer", async () => {
  const io = new VirtualIo();
  const { send } = script(io, answers(500), answers(503));
  const last = await retried(send, testSettings(), io)({ method: "GET", path: "/x" });
  expect(last.status).toBe(503);
});

test("delays are jittered up to a bound that doubles and then stays, and are never nothing", async () => {
  const bounds = [200, 400, 800, 1600, 3200, 6400, 8000, 8000];
  for (const luck of [0, 0.5, 0.999]) {
    const io = new VirtualIo(() => luck);
    const { send, sentAt } = script(io, ...bounds.map(() => answers(500)), answers(200));
    await retried(send, testSettings({ retryBudget: 60_000 }), io)({ method: "GET", path: "/x" });
    const delays = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0));
    expect(delays).toHaveLength(bounds.length);
    for (const [index, delay] of delays.entries()) {
      expect(delay).toBeGreaterThan(0);
      expect(delay).toBeCloseTo(Math.max((bounds[index] ?? 0) * luck, Math.min(...delays)), 0);
    }
  }
});
