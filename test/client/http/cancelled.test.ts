import { expect, test } from "vitest";
import { Patience } from "../../../provider/client/chain.js";
import type { Exchange, Send } from "../../../provider/client/exchange.js";
import { reply } from "../support/reply.ts";
import { VirtualIo } from "../support/virtual-io.ts";

const write: Exchange = { method: "PATCH", path: "/prompts/1" };

/** A limiter that sends when the test says so, between both sides of the patience. */
function held(wire: Send = async () => reply(200)) {
  const io = new VirtualIo();
  const patience = new Patience(io);
  const turns: (() => void)[] = [];
  const inside = patience.inside(wire);
  const send = patience.outside(async (exchange) => {
    await new Promise<void>((turn) => turns.push(turn));
    return inside(exchange);
  });
  return { io, send, letGo: () => turns.shift()?.() };
}

const settled = (work: Promise<unknown>) =>
  work.then(
    () => "sent",
    (error: Error) => error.message,
  );

test("what waits when the run is cancelled, or begins to wait after it, is given up and says so", async () => {
  for (const early of [true, false]) {
    const { io, send } = held();
    if (early) io.cancel();
    const sending = send(write).catch((error: unknown) => error);
    if (!early) io.cancel();
    expect(await sending).toMatchObject({
      outcome: "rejected",
      message:
        "PATCH /prompts/1 failed: the run was cancelled while this waited to be sent. Nothing was changed: the next run does it.",
    });
  }
});

test("what was given up is not sent when its turn comes", async () => {
  let sent = 0;
  const { io, send, letGo } = held(async () => {
    sent++;
    return reply(200);
  });
  const sending = settled(send(write));
  io.cancel();
  expect(await sending).toContain("was cancelled");
  letGo();
  await io.sleep(60_000);
  expect(sent).toBe(0);
});

test("what has come to its end is left alone when the run is cancelled, and the same exchange may be sent twice", async () => {
  const { io, send, letGo } = held();
  const [first, second] = [settled(send(write)), settled(send(write))];
  letGo();
  expect(await first).toBe("sent");
  io.cancel();
  expect(await second).toContain("was cancelled");
});

test("what is under way when the run is cancelled is waited for; a 429 to it is not answered by another wait", async () => {
  const { io, send, letGo } = held(async () => {
    io.cancel();
    await io.sleep(60_000);
    return reply(429);
  });
  const sending = settled(send(write));
  letGo();
  expect(await sending).toContain("was cancelled");
});

test("a 429 in a run that goes on is left to the limiter", async () => {
  const { send, letGo } = held(async () => reply(429));
  const sending = send(write);
  letGo();
  expect(await sending).toMatchObject({ status: 429 });
});

test("a failure of the wire is told as it is", async () => {
  const broken = new Error("broken");
  const { send, letGo } = held(async () => Promise.reject(broken));
  const sending = send(write).catch((error: unknown) => error);
  letGo();
  expect(await sending).toBe(broken);
});
