import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { withoutTracesOfPromises } from "./debugging/promise-traces.js";

const packageFolder = path.dirname(__dirname);

/** What the names of this package's files begin with, in stacks of CommonJS and of ES modules. */
const ours = [packageFolder + path.sep, `${pathToFileURL(packageFolder).href}/`];

/**
 * How many frames of the stack to look at.
 * This package and Node never have as many between the program and here.
 */
const enoughFrames = 20;

/**
 * Makes the SDK record the program's own line as the place of a resource, and no other stack trace.
 * The function that it returns ends this.
 *
 * The SDK reads the stack as text. It skips its own lines, and one line for the class of a resource. This
 * package has more than one, so the SDK would name a file of this package, and would store all frames, down
 * to Node's, with each resource in every checkpoint.
 *
 * The SDK also records a stack trace for every property, and for promises that it makes later.
 * In a large program this takes most of the time, and only the SDK's own debugging reads these traces.
 */
export function pointAtProgram(line = programLine()): () => void {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Error.stackTraceLimit = 0;
  Error.prepareStackTrace = (error, frames) => {
    const firstOwnFrame = frames.findIndex((frame) => isOurs(frame.getFileName() ?? ""));
    const lines =
      line === undefined || firstOwnFrame < 0
        ? frames.map(String)
        : [...frames.slice(0, firstOwnFrame + 1).map(String), `program (${line})`];
    return [String(error), ...lines].join("\n    at ");
  };
  return () => {
    Error.stackTraceLimit = stackTraceLimit;
    Error.prepareStackTrace = withoutTracesOfPromises(prepareStackTrace);
  };
}

/**
 * The program's line.
 * It is read from the stack's text, where transpilers and source maps have put the right place. They map every frame of the
 * text, which takes longer than all else here, so they are given the program's frame alone.
 */
export function programLine(): string | undefined {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = enoughFrames;
  Error.prepareStackTrace = (error, frames) => {
    const frame = frames.find((each) => isProgram(each.getFileName() ?? ""));
    if (frame === undefined) {
      return "";
    }
    // Against its type, whatever has replaced it may have unset it.
    return typeof prepareStackTrace === "function" ? prepareStackTrace(error, [frame]) : `    at ${frame}`;
  };
  const [line = ""] = String(new Error().stack).split("\n").slice(-1);
  Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  const { place = line.trim().replace(/^at (async )?/, "") } =
    /^\s*at .*? \((?<place>.*)\)$/.exec(line)?.groups ?? {};
  const { file = "", position } = /^(?<file>.*)(?<position>:\d+:\d+)$/.exec(place)?.groups ?? {};
  return isProgram(file) ? `${file.startsWith("file:") ? fileURLToPath(file) : file}${position}` : undefined;
}

function isProgram(file: string): boolean {
  return (file.startsWith("file:") || path.isAbsolute(file)) && !isOurs(file);
}

function isOurs(file: string): boolean {
  return ours.some((folder) => file.startsWith(folder));
}
