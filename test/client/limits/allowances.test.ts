import { expect, test } from "vitest";
import { Allowance, allowanceLeft, retryAfter } from "../../../provider/client/limits.js";
import { defined } from "../../../provider/text/json.js";
import { left } from "../support/gauge.ts";
import { reply } from "../support/reply.ts";
import { VirtualIo } from "../support/virtual-io.ts";

const ours = new VirtualIo();

/** The server's clock is an hour ahead of ours. */
const serverNow = ours.now() + 3_600_000;

const date = new Date(serverNow).toUTCString();

test.each<[string, string | undefined, number | undefined]>([
  ["seconds", "7", 7000],
  ["a fraction of seconds", "1.25", 1250],
  ["nothing to wait", "0", 0],
  ["a date by the server's clock", new Date(serverNow + 9000).toUTCString(), 9000],
  ["an ISO date", new Date(serverNow + 9000).toISOString().replace("Z", "+00:00"), 9000],
  ["a date that is past", new Date(serverNow - 9000).toUTCString(), 0],
  ["neither", "soon", undefined],
  ["a unit behind it", "7 s", undefined],
  ["left out", undefined, undefined],
])("Retry-After can be %s", (_name, value, wait) => {
  const headers = defined({ date, "retry-after": value });
  expect(retryAfter(reply(429, undefined, headers), ours)).toBe(wait);
});

test("a date in Retry-After is compared with the local clock if the response has no date", () => {
  const value = new Date(ours.now() + 9000).toUTCString();
  expect(retryAfter(reply(429, undefined, { "retry-after": value }), ours)).toBe(9000);
});

test.each([
  ["a delta in seconds", 60, 60_000],
  ["epoch seconds", (serverNow + 60_000) / 1000, 60_000],
  ["epoch milliseconds", serverNow + 60_000, 60_000],
  ["the longest delta", 1e8, 1e11],
  ["the last of epoch seconds", 1e11, 1e14 - serverNow],
  ["past, and is then now", serverNow - 5000, 0],
])("X-RateLimit-Reset can be %s", (_name, reset, resetsIn) => {
  const headers = { date, ...left(3, reset) };
  expect(allowanceLeft(reply(200, undefined, headers), ours)).toEqual({ remaining: 3, resetsIn });
});

test.each([
  ["no headers", {}],
  ["only one of them", { "x-ratelimit-remaining": "3" }],
  ["words", left("many", "later")],
  ["an empty number", left("", 9)],
  ["an empty time", left(9, " ")],
] as const)("%s do not count as an allowance", (_name, headers) => {
  expect(allowanceLeft(reply(200, undefined, headers), ours)).toBeUndefined();
});

const answer = (...quota: Parameters<typeof left>) => reply(200, {}, left(...quota));

const silent = reply(200);

/** How many may start one after the other while so many run already. */
function startable(allowance: Allowance, running = 1): number {
  let count = 0;
  while (count < 50 && allowance.allows(running)) {
    allowance.start();
    count++;
  }
  return count;
}

test("one request runs until the first response, and then all run if the gateway has no limits", () => {
  const allowance = new Allowance(new VirtualIo());
  expect(startable(allowance)).toBe(1);
  allowance.pauseAfter(silent, 0);
  expect(startable(allowance)).toBe(50);
});

test("as many requests start as the allowance minus those in flight, and one in any case if none is", () => {
  const allowance = new Allowance(new VirtualIo());
  allowance.pauseAfter(answer(5, 30), 2);
  expect(startable(allowance)).toBe(3);
  expect(allowance.allows(0)).toBe(true);
  expect(allowance.allows(1)).toBe(false);
});

test("the lowest remaining number applies within a window, and the next window starts fresh", async () => {
  const io = new VirtualIo();
  const allowance = new Allowance(io);
  allowance.pauseAfter(answer(2, 10), 0);
  allowance.pauseAfter(answer(7, 10), 0);
  expect(startable(allowance)).toBe(2);
  allowance.pauseAfter(answer(7, 12), 0); // ends two seconds later: it is another one
  expect(startable(allowance)).toBe(7);
  allowance.pauseAfter(answer(3, 12), 0);
  await io.sleep(12_000);
  allowance.pauseAfter(answer(9, 1), 0);
  expect(startable(allowance)).toBe(9);
});

test("requests pause until the reset if the lowest remaining number of the window is 0", () => {
  const allowance = new Allowance(new VirtualIo());
  expect(allowance.pauseAfter(answer(1, 10), 0)).toBe(0);
  expect(allowance.pauseAfter(answer(0, 10), 0)).toBe(10_000);
  expect(allowance.pauseAfter(answer(4, 9), 0)).toBe(9000);
  expect(allowance.pauseAfter(silent, 0)).toBe(0);
});

test("an unanswered request releases the others only if no allowance is known", async () => {
  const io = new VirtualIo();
  const unknown = new Allowance(io);
  unknown.start();
  unknown.unanswered();
  expect(startable(unknown)).toBe(50);
  const known = new Allowance(io);
  known.pauseAfter(answer(2, 10), 0);
  known.unanswered();
  expect(startable(known)).toBe(2);
  await io.sleep(10_000);
  known.unanswered();
  expect(startable(known)).toBe(50);
});

test("one request goes first after a pause", () => {
  const allowance = new Allowance(new VirtualIo());
  allowance.pauseAfter(answer(9, 10), 0);
  allowance.pause();
  expect(startable(allowance)).toBe(1);
});
