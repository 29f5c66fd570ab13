import { describe, expect, test } from "vitest";
import { Client } from "../../../provider/client/client.js";
import type { Method, Reply } from "../../../provider/client/exchange.js";
import { reply } from "../support/reply.ts";
import { testSettings } from "../support/settings.ts";
import { VirtualIo } from "../support/virtual-io.ts";

/** The engine is alive until a second has passed. */
class MortalIo extends VirtualIo {
  private readonly end = this.now() + 1000;

  override engineAlive(): Promise<void> {
    return this.now() < this.end ? super.engineAlive() : new Promise(() => {});
  }
}

const methods: readonly Method[] = ["GET", "POST", "PATCH", "PUT", "DELETE"];
const slowDown = () => reply(429, {}, { "retry-after": "60" });

/** How often the request was sent when all that could come of it has come. */
async function sent(io: VirtualIo, method: Method, answer: () => Reply): Promise<number> {
  let count = 0;
  const client = new Client(testSettings({ retryBudget: 30_000 }), io, async () => {
    count++;
    return count === 1 ? answer() : reply(200, { data: {} });
  });
  void client.send({ method, path: "/prompts/1" });
  await io.sleep(3_600_000);
  return count;
}

describe.each(methods)("%s", (method) => {
  test("waits for the rate limit and is sent if the engine is alive", async () => {
    expect(await sent(new VirtualIo(), method, slowDown)).toBe(2);
  });

  test("is not sent after a wait for the rate limit if the engine is gone", async () => {
    expect(await sent(new MortalIo(), method, slowDown)).toBe(1);
  });

  test("is not sent at all if the engine is gone", async () => {
    const io = new MortalIo();
    await io.sleep(2000);
    expect(await sent(io, method, () => reply(200, { data: {} }))).toBe(0);
  });
});

test.each(["GET", "PATCH", "PUT", "DELETE"] as const)(
  "%s is not repeated after the delay of a retry if the engine is gone",
  async (method) => {
    const io = new MortalIo(() => 0.999);
    const failing = () => reply(503);
    expect(await sent(new VirtualIo(() => 0.999), method, failing)).toBe(2);
    await io.sleep(900);
    expect(await sent(io, method, failing)).toBe(1);
  },
);
