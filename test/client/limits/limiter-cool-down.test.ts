import { expect, test } from "vitest";
import { Limiter } from "../../../provider/client/limits/limiter.js";
import { Gauge } from "../support/gauge.ts";
import { reply } from "../support/reply.ts";
import { testSettings } from "../support/settings.ts";
import { VirtualIo } from "../support/virtual-io.ts";

test.each([1, 2, 8])("with %i slots nobody starts during a cool-down", async (maxConcurrency) => {
  const io = new VirtualIo();
  const cooled: number[] = [];
  const gauge = new Gauge(io, (_exchange, index) => {
    if (index > 0) {
      return reply(200);
    }
    cooled.push(io.now() + 10_000);
    return reply(429, {}, { "retry-after": "10" });
  });
  const send = new Limiter(testSettings({ maxConcurrency }), io).wrap(gauge.send);
  await Promise.all(Array.from({ length: 20 }, () => send({ method: "GET", path: "/models" })));
  const during = gauge.sentAt.slice(maxConcurrency).filter((at) => at < Math.max(...cooled));
  expect(during).toEqual([]);
});

test("a crowd that is refused together halves the concurrency once", async () => {
  const io = new VirtualIo();
  const gauge = new Gauge(io, (_exchange, index) =>
    reply(index > 0 && index <= 16 ? 429 : 200, {}, { "retry-after": "1" }),
  );
  const send = new Limiter(testSettings({ maxConcurrency: 16 }), io).wrap(gauge.send);
  const read = () => send({ method: "GET", path: "/models" });
  await read();
  await Promise.all(Array.from({ length: 40 }, read));
  const [, probe = 0] = gauge.sentAt.slice(16);
  const afterProbe = gauge.sentAt.filter((at) => at === gauge.sentAt.find((later) => later > probe));
  expect(afterProbe.length).toBeGreaterThanOrEqual(8);
});
