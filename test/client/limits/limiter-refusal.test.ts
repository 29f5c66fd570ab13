import { expect, test } from "vitest";
import { Client } from "../../../provider/client/client.js";
import { type Answers, Gauge, left, limited, read } from "../support/gauge.ts";
import { reply } from "../support/reply.ts";
import { testSettings } from "../support/settings.ts";
import { VirtualIo } from "../support/virtual-io.ts";

function clientOf(answers: Answers, over = {}) {
  const io = new VirtualIo();
  const gauge = new Gauge(io, answers);
  const client = new Client(testSettings(over), io, gauge.send);
  const crowd = (count: number) => Promise.allSettled(Array.from({ length: count }, () => client.send(read)));
  return { io, gauge, client, crowd };
}

test("a wait that is too long fails all that are queued with it, and nothing is sent until it is over", async () => {
  const used = limited(900, { message: "daily quota used up" });
  const { io, gauge, client, crowd } = clientOf([used, used, used, used], { maxConcurrency: 4 });
  await client.send(read).catch(() => undefined);
  const began = io.now();
  const results = await crowd(100);
  const messages = results.map((result) => (result.status === "rejected" ? String(result.reason) : "passed"));
  expect(new Set(messages).size).toBe(1);
  expect(messages[0]).toMatch(
    /answered 429: daily quota used up; .*requires a wait of 900 s, but the total may not exceed 300 s.*WORKSPACE_GATEWAY_MAX_WAIT/,
  );
  expect(io.now()).toBe(began);
  expect(gauge.sentAt).toHaveLength(1);
  await io.sleep(900_000);
  gauge.sentAt.length = 10;
  await expect(client.send(read)).resolves.toMatchObject({ status: 200 });
});

test("what waits for its turn when the too long wait is told fails too, and does not wait", async () => {
  const { io, gauge, crowd } = clientOf(() => limited(900), { maxConcurrency: 2 });
  const began = io.now();
  const results = await crowd(50);
  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(50);
  expect(gauge.sentAt.length).toBeLessThanOrEqual(2);
  expect(io.now() - began).toBeLessThan(1000);
});

test.each([1, 7, 45])(
  "refusals without end, each with a wait of %i s, are given up after the longest wait in sum",
  async (seconds) => {
    const { io, gauge, client } = clientOf(() => limited(seconds), { maxWait: 60_000 });
    const began = io.now();
    await expect(client.send(read)).rejects.toThrow(
      /of waiting without success, but the total may not exceed 60 s.*WORKSPACE_GATEWAY_MAX_WAIT/,
    );
    expect(io.now() - began).toBeLessThanOrEqual(61_000);
    const sent = gauge.sentAt.length;
    await expect(client.send(read)).rejects.toThrow("429");
    expect(gauge.sentAt).toHaveLength(sent);
  },
);

test("an answer in between begins the sum anew", async () => {
  const { client } = clientOf((index) => (index % 2 === 0 ? limited(40) : reply(200)), { maxWait: 60_000 });
  for (let count = 0; count < 5; count++) {
    expect((await client.send(read)).status).toBe(200);
  }
});

test("a wait is told once, with its end by the clock, however many wait", async () => {
  const { io, crowd } = clientOf([limited(60)]);
  const until = new Date(io.now() + 60_010).toTimeString().slice(0, 8);
  await crowd(50);
  expect(io.warnings).toEqual([`Waiting for the rate limit until ${until} (60 s).`]);
});

test("a wait on a connection names it, and one that is hardly noticed is not told", async () => {
  const { io, client } = clientOf([limited(1), reply(200), limited(30)], { connection: "eu" });
  await client.send(read);
  await client.send(read);
  expect(io.warnings).toEqual([
    expect.stringMatching(/^Waiting .* of the connection "eu" until .* \(30 s\)\.$/),
  ]);
});

test("short refusals without end are told from time to time", async () => {
  const { io, client } = clientOf((index) => (index < 20 ? limited(1) : reply(200)));
  await client.send(read);
  expect(io.warnings.length).toBeGreaterThan(3);
  expect(io.warnings.length).toBeLessThan(15);
});

test("the text of a refusal is shown without what the request carried", async () => {
  const { client } = clientOf(() =>
    limited(900, `token-of-the-tests ${"x".repeat(270)} sk-upstream-1 is over its quota`),
  );
  const { message } = await client.send({ ...read, secrets: ["sk-upstream-1"] }).then(
    () => expect.unreachable("it passed"),
    (error: Error) => error,
  );
  expect(message).toContain("429: [secret] xxx");
  expect(message).not.toMatch(/token-of|sk-u/);
});

test("the time that requests waited for a limit is counted once, however many waited, and what nobody waited through not at all", async () => {
  const { client, crowd } = clientOf((index) =>
    index === 0 ? limited(60) : reply(200, {}, index === 20 ? left(0, 50) : {}),
  );
  await crowd(20);
  expect(client.cost.line).toMatch(/, 60 s waited for its rate limit$/);
});

test("the time waited for a limit leaves the time for tries as it is", async () => {
  const answers = [limited(60), reply(503), limited(60), reply(503), reply(200)];
  const { client, gauge } = clientOf(answers, { retryBudget: 10_000 });
  expect((await client.send(read)).status).toBe(200);
  expect(gauge.sentAt).toHaveLength(5);
});

test("the time for tries does not run while others have their turn", async () => {
  const { crowd } = clientOf((index) => (index === 40 ? reply(503) : reply(200)), {
    maxConcurrency: 1,
    retryBudget: 300,
  });
  for (const result of await crowd(41)) expect(result).toMatchObject({ value: { status: 200 } });
});
