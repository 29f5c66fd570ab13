import { howMany } from "../../../text/words.js";
import type { Recovery } from "../recovery-steps.js";
import type { RecoveryReport } from "./recovery-report.js";

/** The result: for programs the facts, for people what was done and what to do next. */
export function tellEnd({ report, terminal }: Pick<Recovery, "report" | "terminal">, json: boolean): void {
  terminal.out(json ? JSON.stringify(report) : endOf(report));
}

function endOf(report: RecoveryReport): string {
  const { stack, dryRun, changed, stopped, operations } = report;
  if (!changed && operations.length === 0) {
    return `Nothing to recover: no run has left anything of ${stack}.`;
  }
  if (stopped) {
    return `Not everything was done. What was found: ${summary(report)} Run this again to go on.`;
  }
  if (dryRun) {
    return `Nothing was changed: this was a dry run. ${summary(report)}`;
  }
  const isUnseen = operations.some(
    ({ operation, outcome }) => operation !== "creating" && outcome === "doubtful",
  );
  const next = isUnseen ? "Next: `pulumi up --refresh`." : "Next: `pulumi up`.";
  return `${summary(report)} ${next}`;
}

function summary({ operations, processes, files, locks }: RecoveryReport): string {
  const count = (wanted: string) => operations.filter(({ outcome }) => outcome === wanted).length;
  const parts = [
    [count("recovered"), "recovered"],
    [count("gone"), "gone"],
    [count("unfinished"), "to be sent again"],
    [count("dropped"), "dropped"],
    [count("doubtful"), "doubtful"],
  ] as const;
  const done = parts.flatMap(([number, word]) => (number === 0 ? [] : [`${number} ${word}`]));
  const more = [
    [processes?.length ?? 0, "process"],
    [files.length, "broken file"],
    [locks.length, "stale lock"],
  ] as const;
  const seen = more.flatMap(([number, noun]) => (number === 0 ? [] : [howMany(number, noun)]));
  return `${[...done, ...seen].join(", ") || "Nothing was found"}.`;
}
