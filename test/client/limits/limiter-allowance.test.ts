import fc from "fast-check";
import { expect, test } from "vitest";
import { Limiter } from "../../../provider/client/limits.js";
import { QuotaServer, type ResetForm } from "../support/quota-server.ts";
import { testSettings } from "../support/settings.ts";
import { VirtualIo } from "../support/virtual-io.ts";

const quotas = fc.integer({ min: 1, max: 40 });
const counts = fc.integer({ min: 1, max: 120 });
const forms = fc.constantFrom<ResetForm>("delta", "epoch", "rolling");
const fixed = fc.constantFrom<ResetForm>("delta", "epoch");
const delays = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 10 });

/** Sends everything at once, and tells what came back and how many requests the server refused. */
async function crowd(quota: number, count: number, delay: readonly number[], form: ResetForm) {
  const io = new VirtualIo();
  let drawn = 0;
  const server = new QuotaServer(io, quota, () => delay[drawn++ % delay.length] ?? 1, form);
  const send = new Limiter(testSettings({ maxConcurrency: 16 }), io).wrap(server.send);
  const replies = await Promise.all(
    Array.from({ length: count }, () => send({ method: "GET", path: "/models" })),
  );
  const { refused, windows } = server;
  return { statuses: new Set(replies.map(({ status }) => status)), refused, windows };
}

test("everything comes through, and a quota per window is never exceeded, not even before it is known", async () => {
  await fc.assert(
    fc.asyncProperty(quotas, counts, delays, forms, async (...given) => {
      const { statuses, refused } = await crowd(...given);
      expect(statuses).toEqual(new Set([200]));
      expect(refused).toBe(0);
    }),
    // The answer of a request that started in the former window arrives in the next one.
    { numRuns: 60, examples: [[34, 103, [292, 191, 392, 133, 64, 271, 362, 324], "rolling"]] },
  );
});

test("no window is slept through, though servers tell its end in whole seconds only", async () => {
  await fc.assert(
    fc.asyncProperty(quotas, counts, delays, fixed, async (quota, count, delay, form) => {
      const { windows } = await crowd(quota, count, delay, form);
      expect(windows).toBe(Math.ceil(count / quota));
    }),
    { numRuns: 100 },
  );
});
