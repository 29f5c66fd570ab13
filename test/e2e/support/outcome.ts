import { expect } from "vitest";
import type { ProcessResult } from "../../harness/process.ts";

/** What a run printed that must end with this exit code; a failure shows the output. */
async function ended(run: Promise<ProcessResult>, code: number): Promise<string> {
  const result = await run;
  expect(result.code, result.output).toBe(code);
  return result.output;
}

/** The output of a run that must succeed. */
export function ok(run: Promise<ProcessResult>): Promise<string> {
  return ended(run, 0);
}

/** The output of a run that must fail. */
export function fails(run: Promise<ProcessResult>): Promise<string> {
  return ended(run, 1);
}

/** The errors that a failed run sums up at its end, apart from the engine's own that there were some. */
export function errorsOf(output: string): string[] {
  const summary = output.slice(output.lastIndexOf("Diagnostics:"));
  const lines = [...summary.matchAll(/^ {4}error: (.*)$/gm)].map(([, message = ""]) => message);
  return lines.filter((line) => line !== "update failed");
}
