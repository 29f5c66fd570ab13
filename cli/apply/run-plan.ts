import { withPrivateFile } from "../files.js";
import { runPulumi } from "../pulumi.js";
import { partsOf } from "../stack/stack-state.js";
import type { Terminal } from "../terminal.js";

export type StepState = "done" | "failed" | "begun";

export interface PlanRun {
  readonly code: number;
  /** Undefined if the `up` printed nothing about the resource. */
  stateOf(urn: string): StepState | undefined;
}

/** Patterns for Pulumi's progress lines, which show the type, name and status of a resource. */
const words: Readonly<Record<StepState, RegExp>> = {
  failed: /^ [-+~=]{1,2} +(\S+) (.+?) \*\*[\w ]+ failed\*\*/,
  done: /^ [-+~=]{1,2} +(\S+) (.+?) (?:created|updated|deleted|replaced)[\w ]* \([\d.]+m?s\)/,
  begun: /^ [-+~=]{1,2} +(\S+) (.+?) (?:creating|updating|deleting|replacing)\b/,
};

/**
 * Applies the verified text of pulumi's plan, even if the file changes in the meantime. The `up` reads the
 * gateway once more. Pulumi rejects changes that were made in between, except changes to properties that the
 * plan overwrites.
 */
export async function runPlan(plan: string, args: readonly string[], terminal: Terminal): Promise<PlanRun> {
  const seen = new Map<string, StepState>();
  const out = quietViolations(terminal.out);
  const show = (line: string) => {
    noteProgress(line, seen);
    out(line);
  };
  const { code } = await withPrivateFile("plan.json", plan, (file) => {
    const up = ["up", ...args, "--yes", "--non-interactive", "--skip-preview", "--refresh", "--plan", file];
    return runPulumi(up, { ...terminal, note: quietViolations(terminal.note) }, show);
  });
  return {
    code,
    stateOf: (urn) => {
      const { type, name } = partsOf(urn);
      return seen.get(`${type} ${name}`);
    },
  };
}

function noteProgress(line: string, seen: Map<string, StepState>): void {
  for (const [state, pattern] of Object.entries(words) as [StepState, RegExp][]) {
    const [, type, name] = pattern.exec(line) ?? [];
    if (type !== undefined) {
      seen.set(`${type} ${name}`, state);
      return;
    }
  }
}

const violation = "violates plan";

const progress =
  /^(Resources:|Duration: [\w ]+|Updating \([^)]*\):| {4}[-+~ ]{0,3}\d+ \w+(?:\. \d+ unchanged)?| [-+~]{1,2} +(?:pulumi-nodejs:dynamic\/workspace-gateway|workspace-gateway:index):\w+ \S+ (created|updated|deleted|replaced) \([\d.]+s\).*)$/;

/** Pulumi prints a planned secret in plain text if it changed, and a secret may span many lines. */
export function quietViolations(show: (line: string) => void): (line: string) => void {
  let isViolated = false;
  return (line) => {
    const at = line.indexOf(violation);
    if (at >= 0) {
      isViolated = true;
      show(
        `${line.slice(0, at)}${violation} (the difference is not shown, because it may contain planned secrets)`,
      );
    } else if (!isViolated || progress.test(line)) {
      show(line);
    }
  };
}
