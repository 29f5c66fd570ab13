import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { RunError } from "#sdk";

const packageFolder = path.dirname(__dirname);

/** Prefixes of this package's file names in stack traces, for CommonJS and for ES modules. */
const ownPrefixes = [packageFolder + path.sep, `${pathToFileURL(packageFolder).href}/`];

/** There are always fewer stack frames than this between the program and this file. */
const enoughFrames = 20;

/**
 * Makes the SDK record the program's line as a resource's source position, and no other stack traces. Call
 * the returned function to restore the default.
 *
 * The SDK reads the stack trace as text. It skips its own lines and one line for the class of a resource.
 * This package has more than one such line, so the SDK would record a file of this package, and store all
 * frames with each resource in every checkpoint.
 *
 * The SDK also records a stack trace for each property and for later promises. In a large program, this
 * takes most of the run time, although only the SDK's debugging reads these traces.
 */
export function pointAtProgram(line = programLine()): () => void {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Error.stackTraceLimit = 0;
  Error.prepareStackTrace = (error, frames) => {
    const firstOwnFrame = frames.findIndex((frame) => isOwn(frame.getFileName() ?? ""));
    const lines =
      line === undefined || firstOwnFrame < 0
        ? frames.map(String)
        : [...frames.slice(0, firstOwnFrame + 1).map(String), `program (${line})`];
    return [String(error), ...lines].join("\n    at ");
  };
  return () => {
    Error.stackTraceLimit = stackTraceLimit;
    Error.prepareStackTrace = skipPromiseTraces(prepareStackTrace);
  };
}

/**
 * The program's current line, as `file:line:column` with an absolute path. Undefined if the stack trace
 * contains no line of the program.
 *
 * It is read from the text of the stack trace, because transpilers and source maps correct only that text.
 * They map each frame, which is slow, so they receive only the program's frame.
 */
export function programLine(): string | undefined {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = enoughFrames;
  Error.prepareStackTrace = (error, frames) => {
    const frame = frames.find((each) => isProgram(each.getFileName() ?? ""));
    if (frame === undefined) {
      return "";
    }
    // The program may have unset `Error.prepareStackTrace`, contrary to its type.
    return typeof prepareStackTrace === "function" ? prepareStackTrace(error, [frame]) : `    at ${frame}`;
  };
  const [line = ""] = String(new Error().stack).split("\n").slice(-1);
  Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  const { place = line.trim().replace(/^at (async )?/, "") } =
    /^\s*at .*? \((?<place>.*)\)$/.exec(line)?.groups ?? {};
  const { file = "", position } = /^(?<file>.*)(?<position>:\d+:\d+)$/.exec(place)?.groups ?? {};
  return isProgram(file) ? `${file.startsWith("file:") ? fileURLToPath(file) : file}${position}` : undefined;
}

/** Text for the end of a message, relative to the working directory: ` (index.ts:3:1)`. */
export function describePlace(line: string | undefined): string {
  if (line === undefined) {
    return "";
  }
  const relative = path.relative(process.cwd(), line);
  return ` (${relative.startsWith("..") ? line : relative})`;
}

function isProgram(file: string): boolean {
  return (file.startsWith("file:") || path.isAbsolute(file)) && !isOwn(file);
}

function isOwn(file: string): boolean {
  return ownPrefixes.some((folder) => file.startsWith(folder));
}

/**
 * The file of Pulumi's SDK that records a stack trace with each promise of a registration, usually long after
 * the resource's constructor. test/program/promise-traces.test.ts checks the name for the newest SDK, and
 * test/package/templates.test.ts for the oldest.
 */
const recorder = /[\\/]@pulumi[\\/]pulumi[\\/]runtime[\\/]debuggable\.js$/;

type PrepareStackTrace = typeof Error.prepareStackTrace;

/** Marks the wrapped function, so that it is wrapped only once even if this module is loaded twice. */
const filterMark = Symbol.for("pulumi-workspace-gateway:promise-traces");

/**
 * Wraps `Error.prepareStackTrace`, so that traces that the SDK records with its promises have no frames.
 *
 * Pulumi runs programs with source maps, and mapping these traces takes an eighth of the CPU time of a large
 * program. With `PULUMI_DEBUG_PROMISE_LEAKS`, the SDK prints them, so nothing is wrapped.
 */
export function skipPromiseTraces(prepare: PrepareStackTrace): PrepareStackTrace {
  // The program may have unset `Error.prepareStackTrace`, contrary to its type.
  if (typeof prepare !== "function" || filterMark in prepare || process.env.PULUMI_DEBUG_PROMISE_LEAKS) {
    return prepare;
  }
  const prepareFiltered: PrepareStackTrace = (error, frames) =>
    recorder.test(frames[0]?.getFileName() ?? "") ? String(error) : prepare(error, frames);
  return Object.assign(prepareFiltered, { [filterMark]: true });
}

/**
 * Makes the SDK print an uncaught error as one line, as it prints a `RunError`. The error keeps its class, so
 * that programs can catch it by class. The program's line is added to its message.
 */
export function asOneLine(error: unknown, line: string | undefined): unknown {
  if (RunError.isInstance(error) || !(error instanceof Error)) {
    return error;
  }
  const message = error.message + describePlace(line);
  // The SDK prints the stack trace of an error that reaches it through an input of a resource.
  Object.assign(error, { message, stack: `${error.name}: ${message}` });
  return Object.defineProperty(error, "__pulumiRunError", { value: true });
}
