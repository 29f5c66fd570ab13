import * as debuggable from "@pulumi/pulumi/runtime/debuggable.js";
import { expect, onTestFinished, test, vi } from "vitest";
import { skipPromiseTraces } from "../../provider/program/program-line.js";

/** In the place of what maps every frame of a text. */
const mapping: typeof Error.prepareStackTrace = (error, frames) => `${error}, mapped: ${frames.length}`;

function prepareWith(prepare: typeof Error.prepareStackTrace): void {
  const before = Error.prepareStackTrace;
  onTestFinished(() => {
    Error.prepareStackTrace = before;
  });
  Error.prepareStackTrace = prepare;
}

/** What the SDK records with a promise. */
function recorded(): unknown {
  const promise = Promise.resolve();
  // The SDK exports it, and does not declare it.
  Reflect.apply(Reflect.get(debuggable, "debuggablePromise"), undefined, [promise, "a promise"]);
  return Reflect.get(promise, "_debugStackTrace");
}

test("the SDK's promises get no mapped trace, and every other error gets its own", () => {
  prepareWith(mapping);
  expect(recorded()).toMatch(/, mapped: \d+$/);
  prepareWith(skipPromiseTraces(mapping));
  expect(recorded()).toBe("Error");
  expect(new Error("ours").stack).toMatch(/^Error: ours, mapped: \d+$/);
});

test("whoever looks for promises that never end gets their traces", () => {
  vi.stubEnv("PULUMI_DEBUG_PROMISE_LEAKS", "true");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(skipPromiseTraces(mapping)).toBe(mapping);
});

test("what leaves traces out is put before the rest once, however many resources there are", () => {
  const once = skipPromiseTraces(mapping);
  expect(skipPromiseTraces(once)).toBe(once);
});

test("what has unset the function that makes the text is left alone", () => {
  prepareWith(mapping);
  Reflect.deleteProperty(Error, "prepareStackTrace");
  expect(skipPromiseTraces(Error.prepareStackTrace)).toBeUndefined();
});
