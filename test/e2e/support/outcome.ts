import { expect } from "vitest";
import type { ProcessResult } from "../../harness/process.ts";

/** What a run printed that must end with one of these exit codes; a failure shows the output. */
async function ended(run: Promise<ProcessResult>, ...codes: readonly number[]): Promise<string> {
  const result = await run;
  expect(codes, result.output).toContain(result.code);
  return result.output;
}

export function ok(run: Promise<ProcessResult>): Promise<string> {
  return ended(run, 0);
}

/** The output of a run that must fail: with 1, or 255 as older ones of pulumi do. */
export function fails(run: Promise<ProcessResult>): Promise<string> {
  return ended(run, 1, 255);
}

/** The errors that a failed run sums up at its end, apart from the engine's own that there were some. */
export function errorsOf(output: string): string[] {
  const summary = output.slice(output.lastIndexOf("Diagnostics:"));
  const lines = [...summary.matchAll(/^ {4}error: (.*)$/gm)].map(([, message = ""]) => message);
  return lines.filter((line) => line !== "update failed");
}
