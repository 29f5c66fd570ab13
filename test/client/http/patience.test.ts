import { expect, test } from "vitest";
import { Client } from "../../../provider/client/client.js";
import type { Exchange, Reply } from "../../../provider/client/http/exchange.js";
import { reply } from "../support/reply.ts";
import { testSettings } from "../support/settings.ts";
import { VirtualIo } from "../support/virtual-io.ts";

const write: Exchange = { method: "PATCH", path: "/prompts/1", body: { content: "new" } };
const slowDown = reply(429, {}, { "retry-after": "60" });
const done = reply(200, { data: { id: "1" } });
const notSent =
  /^PATCH \/prompts\/1 failed: the run was cancelled while this waited to be sent\. Nothing was changed/;

/** A gateway that gives these answers, each after a while of the clock's time, the last one for ever. */
function gateway(io: VirtualIo, answers: readonly Reply[], takes = 0) {
  const sentAt: number[] = [];
  const client = new Client(testSettings({ maxConcurrency: 1 }), io, async () => {
    const answer = answers[Math.min(sentAt.length, answers.length - 1)] ?? done;
    sentAt.push(io.now());
    if (takes > 0) await io.sleep(takes);
    return answer;
  });
  return { client, sentAt };
}

test("a request that waits for the rate limit fails when the run is cancelled, and is never sent", async () => {
  const io = new VirtualIo();
  const began = io.now();
  const { client, sentAt } = gateway(io, [slowDown, done]);
  const sending = client.send(write);
  void io.sleep(5000).then(() => io.cancel());
  await expect(sending).rejects.toThrow(notSent);
  expect(io.now() - began).toBeLessThan(10_000);
  await io.sleep(600_000);
  expect(sentAt).toHaveLength(1);
});

test("all that waits behind one that was refused fails with it, and none is sent", async () => {
  const io = new VirtualIo();
  const { client, sentAt } = gateway(io, [slowDown, done]);
  const sending = Array.from({ length: 20 }, () => client.send(write));
  void io.sleep(5000).then(() => io.cancel());
  const outcomes = await Promise.allSettled(sending);
  expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(20);
  await io.sleep(600_000);
  expect(sentAt).toHaveLength(1);
});

test("what has left when the run is cancelled comes to its end, however long it takes", async () => {
  const io = new VirtualIo();
  const { client } = gateway(io, [done], 20_000);
  const sending = client.send(write);
  void io.sleep(1000).then(() => io.cancel());
  await expect(sending).resolves.toMatchObject({ status: 200 });
});

test("what need not wait is sent also after the run was cancelled", async () => {
  const io = new VirtualIo();
  io.cancel();
  const { client } = gateway(io, [done]);
  await expect(client.send(write)).resolves.toMatchObject({ status: 200 });
});

test("what is refused after the run was cancelled does not wait", async () => {
  const io = new VirtualIo();
  io.cancel();
  const { client, sentAt } = gateway(io, [slowDown, done], 5000);
  await expect(client.send(write)).rejects.toThrow(notSent);
  await io.sleep(600_000);
  expect(sentAt).toHaveLength(1);
});
