import { expect, test } from "vitest";
import { allowanceLeft, retryAfter } from "../../../provider/client/limits/rate-headers.js";
import { reply } from "../support/reply.ts";
import { VirtualIo } from "../support/virtual-io.ts";

const io = new VirtualIo();
/** The server's clock is an hour ahead of ours. */
const serverNow = io.now() + 3_600_000;
const date = new Date(serverNow).toUTCString();

const waits: readonly (readonly [name: string, value: string, wait: number | undefined])[] = [
  ["seconds", "7", 7000],
  ["a fraction of seconds", "0.5", 500],
  ["nothing to wait", "0", 0],
  ["a date by the server's clock", new Date(serverNow + 9000).toUTCString(), 9000],
  ["a date that is past", new Date(serverNow - 9000).toUTCString(), 0],
  ["neither", "soon", undefined],
];

test.each(waits)("Retry-After may be %s", (_name, value, wait) => {
  expect(retryAfter(reply(429, undefined, { date, "retry-after": value }), io)).toBe(wait);
});

test("a date in Retry-After is taken by our clock if the server does not tell its own", () => {
  const value = new Date(io.now() + 9000).toUTCString();
  expect(retryAfter(reply(429, undefined, { "retry-after": value }), io)).toBe(9000);
});

test("an answer without Retry-After says nothing of a wait", () => {
  expect(retryAfter(reply(429), io)).toBeUndefined();
});

const resets: readonly (readonly [name: string, value: string])[] = [
  ["a delta in seconds", "60"],
  ["epoch seconds", String((serverNow + 60_000) / 1000)],
  ["epoch milliseconds", String(serverNow + 60_000)],
];

test.each(resets)("X-RateLimit-Reset may be %s", (_name, value) => {
  const headers = { date, "x-ratelimit-remaining": "3", "x-ratelimit-reset": value };
  expect(allowanceLeft(reply(200, undefined, headers), io)).toEqual({ remaining: 3, resetsIn: 60_000 });
});

test("a reset that is past is now", () => {
  const headers = { date, "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(serverNow - 5000) };
  expect(allowanceLeft(reply(200, undefined, headers), io)).toEqual({ remaining: 0, resetsIn: 0 });
});

test.each([
  ["no headers", {}],
  ["only one of them", { "x-ratelimit-remaining": "3" }],
  ["words", { "x-ratelimit-remaining": "many", "x-ratelimit-reset": "later" }],
] as const)("%s promise nothing", (_name, headers) => {
  expect(allowanceLeft(reply(200, undefined, headers), io)).toBeUndefined();
});
