import { expect, onTestFinished, test, vi } from "vitest";
import { createClock } from "./clock.ts";
import { defaultVariants } from "./variants.ts";

test("timestamps of one moment differ, and the clock is never behind one that it gave out", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const clock = createClock(defaultVariants());
  const stamps = Array.from({ length: 5 }, () => clock.stamp());
  expect(new Set(stamps).size).toBe(5);
  expect(new Date(clock.now()).toISOString()).toBe(stamps.at(-1));
});
