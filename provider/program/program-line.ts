import path from "node:path";
import { fileURLToPath } from "node:url";

const packageFolder = path.dirname(__dirname);

/**
 * How many frames of the stack to read.
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
 * The SDK also records a stack trace for every property.
 * In a large program this takes most of the time, and only the SDK's own debugging reads these traces.
 */
export function pointAtProgram(): () => void {
  const { stackTraceLimit, prepareStackTrace } = Error;
  const line = programLine();
  Error.stackTraceLimit = 0;
  Error.prepareStackTrace = (error, frames) => {
    const firstOwnFrame = frames.findIndex((frame) => isOurs(fileOf(frame.getFileName() ?? "")));
    const lines =
      line === undefined || firstOwnFrame < 0
        ? frames.map(String)
        : [...frames.slice(0, firstOwnFrame + 1).map(String), `program (${line})`];
    return [String(error), ...lines].join("\n    at ");
  };
  return () => {
    Error.stackTraceLimit = stackTraceLimit;
    Error.prepareStackTrace = prepareStackTrace;
  };
}

/**
 * The program's line.
 * It is read from the stack's text, where transpilers and source maps have put the right place.
 */
function programLine(): string | undefined {
  Error.stackTraceLimit = enoughFrames;
  const lines = String(new Error().stack).split("\n");
  for (const line of lines) {
    const { place = line.trim().replace(/^at (async )?/, "") } =
      /^\s*at .*? \((?<place>.*)\)$/.exec(line)?.groups ?? {};
    const { file = "", position } = /^(?<file>.*)(?<position>:\d+:\d+)$/.exec(place)?.groups ?? {};
    if (path.isAbsolute(fileOf(file)) && !isOurs(fileOf(file))) {
      return `${fileOf(file)}${position}`;
    }
  }
  return undefined;
}

function fileOf(place: string): string {
  return place.startsWith("file:") ? fileURLToPath(place) : place;
}

function isOurs(file: string): boolean {
  return file.startsWith(packageFolder + path.sep);
}
