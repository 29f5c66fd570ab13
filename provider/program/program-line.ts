import path from "node:path";
import { fileURLToPath } from "node:url";

const packageFolder = path.dirname(__dirname);

/** More than this package and Node ever put between a program and the line that asks. */
const enoughFrames = 20;

/**
 * Until the function that it returns is called, the SDK finds the line of the program as the place of a resource, and
 * records no other stack trace.
 *
 * The SDK reads the stack as text and skips its own lines and one for the class of a resource. We have more than one,
 * so it would name a file of this package, and store all frames down to Node's with each resource, in every checkpoint.
 * It also records a stack trace for every property, in a large program most of its time; only its own debugging reads
 * them.
 */
export function pointAtProgram(): () => void {
  const { stackTraceLimit, prepareStackTrace } = Error;
  const line = programLine();
  Error.stackTraceLimit = 0;
  Error.prepareStackTrace = (error, frames) => {
    const skipped = frames.findIndex((frame) => isOurs(fileOf(frame.getFileName() ?? "")));
    const lines =
      line === undefined || skipped < 0
        ? frames.map(String)
        : [...frames.slice(0, skipped + 1).map(String), `program (${line})`];
    return [String(error), ...lines].join("\n    at ");
  };
  return () => {
    Error.stackTraceLimit = stackTraceLimit;
    Error.prepareStackTrace = prepareStackTrace;
  };
}

/** Read as text, too: so it is what a transpiler or a source map has made of it. */
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
