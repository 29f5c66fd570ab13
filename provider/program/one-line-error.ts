import { RunError } from "#sdk";
import { describePlace } from "./program-line.js";

/**
 * Makes the SDK print an error as one line if the program does not catch it, as it prints a `RunError`. The error keeps its class, so
 * that programs can catch it by that, and its message gets the program's line.
 *
 * @param line The program's line, as `programLine` returns it.
 */
export function asOneLine(error: unknown, line: string | undefined): unknown {
  if (RunError.isInstance(error) || !(error instanceof Error)) {
    return error;
  }
  const message = error.message + describePlace(line);
  // The SDK prints the stack of an error that reaches it through an input of a resource.
  Object.assign(error, { message, stack: `${error.name}: ${message}` });
  return Object.defineProperty(error, "__pulumiRunError", { value: true });
}
