import { expect, test } from "vitest";
import type { Exchange, Reply } from "../../../provider/client/exchange.js";
import { Limiter } from "../../../provider/client/limits.js";
import { reply } from "../support/reply.ts";
import { testSettings } from "../support/settings.ts";
import { VirtualIo } from "../support/virtual-io.ts";

const write: Exchange = { method: "PATCH", path: "/prompts/1" };

/** A limiter that sends one request at a time, each answered when the test says so. */
function held() {
  const io = new VirtualIo();
  const answers: PromiseWithResolvers<Reply>[] = [];
  const limiter = new Limiter(testSettings({ maxConcurrency: 1 }), io);
  const send = limiter.wrap(() => {
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
  return { io, send, sent: () => answers.length, answer };
}

const settled = (work: Promise<unknown>) =>
  work.then(
    () => "sent",
    (error: Error) => error.message,
  );

test("a request that waits when the run is cancelled, or begins to wait after it, is given up and says so", async () => {
  for (const early of [true, false]) {
    const { io, send } = held();
    const first = settled(send(write));
    if (early) io.cancel();
    const second = send(write).catch((error: unknown) => error);
    if (!early) io.cancel();
    expect(await second).toMatchObject({
      outcome: "rejected",
      message:
        "PATCH /prompts/1 failed: the run was cancelled while this request was queued. Nothing was changed; the next run will send it.",
    });
    expect(await Promise.race([first, "under way"])).toBe("under way");
  }
});

test("a request that was given up is not sent when its turn comes, and takes no slot", async () => {
  const { io, send, sent, answer } = held();
  const [first, second] = [settled(send(write)), settled(send(write))];
  io.cancel();
  expect(await second).toContain("was cancelled");
  await answer(reply(200));
  expect(await first).toBe("sent");
  await io.sleep(60_000);
  expect(sent()).toBe(1);
  const third = settled(send(write));
  await answer(reply(200));
  expect(await third).toBe("sent");
});

test("a request under way when the run is cancelled is waited for; a 429 to it is not followed by another wait", async () => {
  const { io, send, sent, answer } = held();
  const sending = settled(send(write));
  io.cancel();
  await io.sleep(60_000);
  await answer(reply(429));
  expect(await sending).toContain("was cancelled");
  await io.sleep(600_000);
  expect(sent()).toBe(1);
});

test("a failure of the wire is reported as it is, also in a cancelled run", async () => {
  const { io, send, answer } = held();
  const broken = new Error("broken");
  const sending = send(write).catch((error: unknown) => error);
  io.cancel();
  await answer(broken);
  expect(await sending).toBe(broken);
});
