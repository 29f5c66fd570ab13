import type { Command } from "./command.mts";
import { inWords, isThrough, type Result } from "./result.mts";

/** The result of every stack, the errors, and the command to continue. */
export function summary(command: Command, results: readonly Result[]): string {
  const failures = results.filter(({ errors }) => errors.length > 0);
  const parts = [table(results), ...failures.map(failure), next(command, results)];
  return `\n${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function table(results: readonly Result[]): string {
  const rows = results.map(({ stack, outcome, changes, seconds }) => [
    stack,
    outcome,
    inWords(changes),
    String(seconds),
  ]);
  const all = [["stack", "result", "changes", "seconds"], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((cells) => cells[column]?.length ?? 0)));
  return all
    .map((cells) =>
      cells
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function failure({ stack, errors }: Result): string {
  return [`${stack} failed:`, ...errors.map((error) => error.replaceAll(/^/gm, "  "))].join("\n");
}

function next({ operation, args }: Command, results: readonly Result[]): string {
  const left = results.filter((result) => !isThrough(result));
  if (left.length === 0) return "";
  const names = left.map(({ stack }) => stack).join(",");
  const again =
    operation === "up" ? [...new Set([...args, "--changed"])] : [operation, "--only", names, ...jobsOf(args)];
  return `To continue: node fleet.mts ${again.join(" ")}`;
}

function jobsOf(args: readonly string[]): string[] {
  const at = args.findIndex((arg) => arg.startsWith("--jobs"));
  return at < 0 ? [] : args.slice(at, at + (args[at] === "--jobs" ? 2 : 1));
}
