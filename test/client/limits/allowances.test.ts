import { expect, test } from "vitest";
import { Allowance, Waits } from "../../../provider/client/limits.js";
import { left as headersOf } from "../support/gauge.ts";
import { reply } from "../support/reply.ts";
import { VirtualIo } from "../support/virtual-io.ts";

const left = (...quota: Parameters<typeof headersOf>) => reply(200, {}, headersOf(...quota));
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

test("until the first answer one request runs, and a gateway without limits holds nobody back", () => {
  const allowance = new Allowance(new VirtualIo());
  expect(startable(allowance)).toBe(1);
  allowance.pauseAfter(silent, 0);
  expect(startable(allowance)).toBe(50);
});

test("what is left starts, less what is under way; with nothing under way one starts in any case", () => {
  const allowance = new Allowance(new VirtualIo());
  allowance.pauseAfter(left(5, 30), 2);
  expect(startable(allowance)).toBe(3);
  expect(allowance.allows(0)).toBe(true);
  expect(allowance.allows(1)).toBe(false);
});

test("within a window the lowest number counts, and the next window begins anew", async () => {
  const io = new VirtualIo();
  const allowance = new Allowance(io);
  allowance.pauseAfter(left(2, 10), 0);
  allowance.pauseAfter(left(7, 10), 0);
  expect(startable(allowance)).toBe(2);
  allowance.pauseAfter(left(7, 12), 0); // ends two seconds later: it is another one
  expect(startable(allowance)).toBe(7);
  allowance.pauseAfter(left(3, 12), 0);
  await io.sleep(12_000);
  allowance.pauseAfter(left(9, 1), 0);
  expect(startable(allowance)).toBe(9);
});

test("nothing starts while the lowest number of the window is 0, for as long as the gateway says", () => {
  const allowance = new Allowance(new VirtualIo());
  expect(allowance.pauseAfter(left(1, 10), 0)).toBe(0);
  expect(allowance.pauseAfter(left(0, 10), 0)).toBe(10_000);
  expect(allowance.pauseAfter(left(4, 9), 0)).toBe(9000);
  expect(allowance.pauseAfter(silent, 0)).toBe(0);
});

test("a request without an answer frees the others only where no allowance is known", async () => {
  const io = new VirtualIo();
  const unknown = new Allowance(io);
  unknown.start();
  unknown.unanswered();
  expect(startable(unknown)).toBe(50);
  const known = new Allowance(io);
  known.pauseAfter(left(2, 10), 0);
  known.unanswered();
  expect(startable(known)).toBe(2);
  await io.sleep(10_000);
  known.unanswered();
  expect(startable(known)).toBe(50);
});

test("after a pause one request goes first", () => {
  const allowance = new Allowance(new VirtualIo());
  allowance.pauseAfter(left(9, 10), 0);
  allowance.pause();
  expect(startable(allowance)).toBe(1);
});

/** What is told and measured of waits for a limit. */
function waits() {
  const io = new VirtualIo();
  const measured: number[] = [];
  return { io, measured, waits: new Waits(io, "", (wait) => measured.push(wait)) };
}

test.each([
  [2000, 1],
  [1999, 0],
])("a wait of two seconds is told, and a shorter one is not: %i ms", (milliseconds, told) => {
  const { io, waits: each } = waits();
  each.begin(io.now() + milliseconds);
  expect(io.warnings).toHaveLength(told);
});

test("a wait is measured once, from its first beginning to its end", async () => {
  const { io, measured, waits: each } = waits();
  each.end();
  each.begin(io.now() + 500);
  await io.sleep(300);
  each.begin(io.now() + 500);
  await io.sleep(500);
  each.end();
  each.end();
  expect(measured).toEqual([800]);
});

test("short waits without an answer are told like a long one, and an answer ends the count", async () => {
  const { io, waits: each } = waits();
  for (let count = 0; count < 3; count++) {
    each.begin(io.now() + 900);
    await io.sleep(900);
    each.end();
  }
  expect(io.warnings).toHaveLength(1);
  each.answered();
  each.begin(io.now() + 900);
  expect(io.warnings).toHaveLength(1);
});
