import path from "node:path";
import { pathToFileURL } from "node:url";
import * as debuggable from "@pulumi/pulumi/runtime/debuggable.js";
import { expect, onTestFinished, test } from "vitest";
import { pointAtProgram, skipPromiseTraces } from "../../provider/program/program-line.js";

const ofPackage = path.join(import.meta.dirname, "../../provider/kinds/some-kind.js");
const sdk = "/project/node_modules/@pulumi/pulumi/resource.js";

function frame(file: string) {
  return { getFileName: () => file, toString: () => `new Something (${file}:7:7)` };
}

/** What an SDK makes of its stack: it skips as many frames as it has itself, and one for the class of a resource. */
function placesFor(depth: number, ours: readonly string[]): (string | undefined)[] {
  const done = pointAtProgram();
  try {
    const frames = [...Array<string>(depth).fill(sdk), ...ours, "node:internal/main", sdk].map(frame);
    const text = String(Error.prepareStackTrace(new Error("a\nb"), frames as object[] as NodeJS.CallSite[]));
    const lines = text.split("\n").filter((line) => /^\s*at /.test(line));
    return lines.slice(depth + 1).map((line) => /^\s*at .* \((.*):\d+:\d+\)$/.exec(line)?.[1]);
  } finally {
    done();
  }
}

test.each([2, 4, 9])("an SDK with %i frames of its own finds only the program's frame", (depth) => {
  expect(placesFor(depth, [ofPackage])).toEqual([import.meta.filename]);
  expect(placesFor(depth, [ofPackage, ofPackage, ofPackage])).toEqual([import.meta.filename]);
  expect(placesFor(depth, [pathToFileURL(ofPackage).href])).toEqual([import.meta.filename]);
});

test("a stack trace without our frames is unchanged", () => {
  expect(placesFor(4, ["/elsewhere/other.js"])).toEqual(["node:internal/main", sdk]);
});

test("only the program's frame is source-mapped, and it is unchanged without a source map", () => {
  const { prepareStackTrace } = Error;
  onTestFinished(() => {
    Error.prepareStackTrace = prepareStackTrace;
  });
  let mapped = 0;
  Error.prepareStackTrace = (error, frames) => {
    mapped += frames.length;
    return `${error}\n    at new Something (${pathToFileURL("/project/mapped.ts").href}:3:4)`;
  };
  expect(placesFor(2, [ofPackage])).toEqual(["/project/mapped.ts"]);
  expect(mapped).toBe(1);
  Reflect.deleteProperty(Error, "prepareStackTrace");
  expect(placesFor(2, [ofPackage])).toEqual([import.meta.filename]);
});

test("stack traces are restored afterwards", () => {
  const { stackTraceLimit } = Error;
  const trace = () => String(new Error("later").stack).replace(/:\d+:\d+\)?/g, "");
  const before = trace();
  pointAtProgram()();
  expect(Error.stackTraceLimit).toBe(stackTraceLimit);
  expect(trace()).toBe(before);
  expect(before).toContain(import.meta.filename);
});

const mapping: typeof Error.prepareStackTrace = (error, frames) => `${error}, mapped: ${frames.length}`;

function prepareWith(prepare: typeof Error.prepareStackTrace): void {
  const before = Error.prepareStackTrace;
  onTestFinished(() => {
    Error.prepareStackTrace = before;
  });
  Error.prepareStackTrace = prepare;
}

function recorded(): unknown {
  const promise = Promise.resolve();
  // The SDK exports it, and does not declare it.
  Reflect.apply(Reflect.get(debuggable, "debuggablePromise"), undefined, [promise, "a promise"]);
  return Reflect.get(promise, "_debugStackTrace");
}

test("the SDK's promises get no mapped trace, but every other error does", () => {
  prepareWith(mapping);
  expect(recorded()).toMatch(/, mapped: \d+$/);
  prepareWith(skipPromiseTraces(mapping));
  expect(recorded()).toBe("Error");
  expect(new Error("ours").stack).toMatch(/^Error: ours, mapped: \d+$/);
});
