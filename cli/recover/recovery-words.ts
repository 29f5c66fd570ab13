import { howMany, printable } from "pulumi-workspace-gateway/tools";
import { capital } from "../doctor/table.js";
import { partsOf } from "../stack/urn.js";
import { type RecoveryStep, stepsOf } from "./recovery-plan.js";

/** What a step says, in a line for people. */
export function lineOf(step: RecoveryStep): string {
  const { type, name } = partsOf("urn" in step ? step.urn : "");
  return printable("urn" in step ? `${type.split(":").at(-1)} ${name}: ${step.says}` : step.says);
}

type Words = (count: number) => string;

/** For each sort of step, its words in a summary and in a question, if anything is done. */
const sorts: readonly (readonly [RecoveryStep["step"], sum: Words, deed?: Words])[] = [
  ["unlock", (count) => howMany(count, "stale lock"), () => "take the lock away (`pulumi cancel`)"],
  ["record", (count) => `${count} recovered`, (count) => `put ${howMany(count, "object")} into the state`],
  ["forget", (count) => `${count} gone`, (count) => `take ${howMany(count, "object")} out of the state`],
  [
    "send-again",
    (count) => `${count} to be sent again`,
    (count) => `mark ${howMany(count, "object")} to be sent again`,
  ],
  ["drop", (count) => `${count} dropped`],
  ["refresh", (count) => `${count} not seen`],
  ["look", (count) => `${count} doubtful`],
];

/** How many steps there are of each sort. */
function summaryOf(steps: readonly RecoveryStep[]): string {
  const parts = sorts.flatMap(([step, sum]) => {
    const count = stepsOf(steps, step).length;
    return count === 0 ? [] : [sum(count)];
  });
  return `${parts.join(", ")}.`;
}

/**
 * One question for all that is done at once; undefined if nothing is. Whether a lock of another machine may be taken away was asked
 * before.
 *
 * @param pending - how many operations are pending: none is, once the state is written
 */
export function questionFor(steps: readonly RecoveryStep[], pending: number): string | undefined {
  const open = steps.filter((each) => each.step !== "unlock" || each.alive === false);
  const deeds = sorts.flatMap(([step, _sum, deed]) => {
    const count = stepsOf(open, step).length;
    return count === 0 || deed === undefined ? [] : [deed(count)];
  });
  const all = pending === 0 ? deeds : [...deeds, `drop the ${howMany(pending, "pending operation")}`];
  const text = [all.slice(0, -1).join(", "), ...all.slice(-1)].filter((each) => each !== "").join(" and ");
  return text === "" ? undefined : `${capital(text)}?`;
}

/** What a recovery has done, or in a dry run would do. */
export interface RecoveryReport {
  readonly stack: string;
  readonly dryRun: boolean;
  /** Whether a person said no to a step, so that the rest was not done. */
  readonly stopped: boolean;
  readonly steps: readonly RecoveryStep[];
  /** Where the state from before is. */
  readonly copy: string | undefined;
}

/** The report for programs: the list of steps, without what goes into the state, and the command to run next. */
export function reportAsJson({ steps, ...report }: RecoveryReport): string {
  const printed = steps.map((step) => (step.step === "record" ? { ...step, made: undefined } : step));
  return JSON.stringify({ ...report, steps: printed, next: nextCommand(steps) });
}

/** The report for people, who have read the steps. */
export function reportAsText({ stack, dryRun, stopped, steps }: RecoveryReport): string {
  if (steps.length === 0) {
    return `Nothing to recover: no run has left anything of ${stack}.`;
  }
  const summary = summaryOf(steps);
  if (stopped) {
    return `Not everything was done. What was found: ${summary} Run this again to go on.`;
  }
  if (dryRun) {
    return `Nothing was changed: this was a dry run. ${summary}`;
  }
  const isLeaving =
    stepsOf(steps, "forget").length > 0 ||
    stepsOf(steps, "drop").some((each) => each.operation === "deleting");
  const other = isLeaving ? ", or `pulumi destroy` if that was interrupted" : "";
  return `${summary} Next: \`${nextCommand(steps)}\`${other}.`;
}

/** The command after which the gateway has what the program declares. */
function nextCommand(steps: readonly RecoveryStep[]): string {
  return stepsOf(steps, "refresh").length > 0 ? "pulumi up --refresh" : "pulumi up";
}
