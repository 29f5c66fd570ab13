import { expect, test } from "vitest";
import { allowanceLeft, retryAfter } from "../../../provider/client/limits.js";
import { left } from "../support/gauge.ts";
import { reply } from "../support/reply.ts";
import { VirtualIo } from "../support/virtual-io.ts";

const io = new VirtualIo();
/** The server's clock is an hour ahead of ours. */
const serverNow = io.now() + 3_600_000;
const date = new Date(serverNow).toUTCString();

const waits: readonly (readonly [name: string, value: string, wait: number | undefined])[] = [
  ["seconds", "7", 7000],
  ["a fraction of seconds", "1.25", 1250],
  ["nothing to wait", "0", 0],
  ["a date by the server's clock", new Date(serverNow + 9000).toUTCString(), 9000],
  ["a date that is past", new Date(serverNow - 9000).toUTCString(), 0],
  ["neither", "soon", undefined],
  ["a letter before it", "x7", undefined],
  ["a unit behind it", "7 s", undefined],
  ["empty", "", undefined],
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

test.each([
  ["a delta in seconds", 60, 60_000],
  ["epoch seconds", (serverNow + 60_000) / 1000, 60_000],
  ["epoch milliseconds", serverNow + 60_000, 60_000],
  ["the longest delta", 1e8, 1e11],
  ["the last of epoch seconds", 1e11, 1e14 - serverNow],
  ["past, and is then now", serverNow - 5000, 0],
])("X-RateLimit-Reset may be %s", (_name, reset, resetsIn) => {
  const headers = { date, ...left(3, reset) };
  expect(allowanceLeft(reply(200, undefined, headers), io)).toEqual({ remaining: 3, resetsIn });
});

test.each([
  ["no headers", {}],
  ["only one of them", { "x-ratelimit-remaining": "3" }],
  ["words", left("many", "later")],
  ...["", " ", "  "].flatMap((blank) => [
    ["an empty number", left(blank, 9)] as const,
    ["an empty time", left(9, blank)] as const,
  ]),
] as const)("%s promise nothing", (_name, headers) => {
  expect(allowanceLeft(reply(200, undefined, headers), io)).toBeUndefined();
});
