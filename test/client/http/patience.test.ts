import { expect, test } from "vitest";
import { Client } from "../../../provider/client/client.js";
import type { Exchange, Reply } from "../../../provider/client/exchange.js";
import { reply } from "../support/reply.ts";
import { testSettings } from "../support/settings.ts";
import { VirtualIo } from "../support/virtual-io.ts";

const write: Exchange = { method: "PATCH", path: "/prompts/1", body: { content: "new" } };
const slowDown = reply(429, {}, { "retry-after": "60" });
const done = reply(200, { data: { id: "1" } });
const notSent =
  /^PATCH \/prompts\/1 failed: the run was cancelled while this request was queued\. Nothing was changed/;

/** A client of a gateway that gives these answers, each after a while of the clock's time, the last one for ever. */
function clientOf(answers: readonly Reply[], takes = 0) {
  const io = new VirtualIo();
  const sentAt: number[] = [];
  const client = new Client(testSettings({ maxConcurrency: 1 }), io, async () => {
    const answer = answers[Math.min(sentAt.length, answers.length - 1)] ?? done;
    sentAt.push(io.now());
    if (takes > 0) await io.sleep(takes);
    return answer;
  });
  return { io, sentAt, send: () => client.send(write) };
}

test("what waits for the rate limit, and all behind it, fails when the run is cancelled, and is never sent", async () => {
  const { io, sentAt, send } = clientOf([slowDown, done]);
  const began = io.now();
  const sending = Array.from({ length: 20 }, send);
  void io.sleep(5000).then(() => io.cancel());
  for (const each of sending) await expect(each).rejects.toThrow(notSent);
  expect(io.now() - began).toBeLessThan(10_000);
  await io.sleep(600_000);
  expect(sentAt).toHaveLength(1);
});

test("what has left when the run is cancelled comes to its end, however long it takes", async () => {
  const { io, send } = clientOf([done], 20_000);
  const sending = send();
  void io.sleep(1000).then(() => io.cancel());
  await expect(sending).resolves.toMatchObject({ status: 200 });
});

test("what need not wait is sent also after the run was cancelled", async () => {
  const { io, send } = clientOf([done]);
  io.cancel();
  await expect(send()).resolves.toMatchObject({ status: 200 });
});

test("what is refused after the run was cancelled does not wait", async () => {
  const { io, sentAt, send } = clientOf([slowDown, done], 5000);
  io.cancel();
  await expect(send()).rejects.toThrow(notSent);
  await io.sleep(600_000);
  expect(sentAt).toHaveLength(1);
});
