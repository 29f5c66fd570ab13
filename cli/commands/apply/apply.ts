import { howMany, type Io } from "pulumi-workspace-gateway/tools";
import { isDone } from "../../review/pin/pin-done.js";
import { PinError } from "../../review/pin/pin-error.js";
import type { Pin } from "../../review/pin/pin-format.js";
import { movesSince, resourceTitle } from "../../review/pin/pin-moves.js";
import type { Plan } from "../../review/plan/plan.js";
import { shortList } from "../../text/short-list.js";
import { type Look, look } from "../pin/look.js";
import { readPinFiles } from "../pin/pin-files.js";
import { assertSafe, namedStack } from "../pin/pulumi-arguments.js";
import { withPrivateFile } from "../private-folder.js";
import { pulumiOutput } from "../pulumi.js";
import { Refused, type Terminal } from "../terminal.js";
import { quietViolations } from "./quiet-violations.js";

/**
 * Applies what was reviewed, if nothing moved since then.
 *
 * @param args - more arguments for `pulumi preview` and `pulumi up`
 */
export async function applyPin(
  file: string,
  args: readonly string[],
  terminal: Terminal,
  io: Pick<Io, "now">,
): Promise<void> {
  assertSafe(args);
  try {
    const { pin, plan } = await readPinFiles(file);
    const stack = meantStack(pin, args, io);
    terminal.note(`Reviewed ${occasionOf(pin)}: ${stepsOf(pin)}.`);
    if (pin.steps.length === 0) {
      return terminal.note("Nothing to do: the review had no changes.");
    }
    const now = await look(stack, terminal);
    if (isStillToDo(pin, now)) {
      await applyPlan(plan, stack, terminal);
    } else {
      terminal.note("Nothing to do: what was reviewed is applied already.");
    }
  } catch (error) {
    throw error instanceof PinError ? refusal(error) : error;
  }
}

/** The arguments, with the stack as the review named it. Throws if it is another one, or the pin has expired. */
function meantStack(
  { stack, named: reviewed, expires }: Pin,
  args: readonly string[],
  { now }: Pick<Io, "now">,
): string[] {
  if (now() > Date.parse(expires)) {
    throw new PinError(`it expired at ${expires}`);
  }
  const named = namedStack(args);
  if (named !== undefined && (named.split("/").at(-1) !== stack || isOfOthers(named, reviewed))) {
    throw new PinError(`it is of the stack ${reviewed ?? stack}, not of ${named}`);
  }
  return named === undefined && reviewed !== undefined ? [...args, `--stack=${reviewed}`] : [...args];
}

/** Whether two names of stacks are of two organizations, as far as they say so. */
function isOfOthers(named: string, reviewed = ""): boolean {
  const [ours, theirs] = [named, reviewed].map((name) => name.split("/").slice(0, -1)[0]);
  return ours !== undefined && theirs !== undefined && ours !== theirs;
}

/** Throws if something moved since the review. */
function isStillToDo(pin: Pin, { plan, subject }: Look): boolean {
  assertSameStack(pin, plan);
  if (isDone(pin, plan)) {
    return false;
  }
  const moves = movesSince(pin, subject);
  if (moves.length > 0) {
    throw new PinError(`${howMany(moves.length, "thing")} moved since the review`, moves);
  }
  return true;
}

function assertSameStack(pin: Pin, { project, stack }: Plan): void {
  if (project !== undefined && (project !== pin.project || stack !== pin.stack)) {
    throw new PinError(`it is of ${pin.project}/${pin.stack}, and here is ${project}/${stack}`);
  }
}

/**
 * The plan that was verified is the one that is used, whatever happens to the file. The gateway is read once more
 * by the `up` itself: pulumi refuses what moved in this moment, except a property that the plan overwrites.
 */
async function applyPlan(plan: string, args: readonly string[], terminal: Terminal): Promise<void> {
  await withPrivateFile("plan.json", plan, (file) => {
    const up = ["up", ...args, "--yes", "--non-interactive", "--skip-preview", "--refresh", "--plan", file];
    const quiet = { env: terminal.env, note: quietViolations(terminal.note) };
    const otherwise = ". Review again before the next apply.";
    return pulumiOutput(up, quiet, { otherwise, show: quietViolations(terminal.out) });
  });
}

function refusal({ message, differences }: PinError): Refused {
  const list = differences.map((difference) => `\n- ${difference}`).join("");
  const advice = "Nothing was applied. Review again, and apply the new pin.";
  return new Refused(`the pin does not hold: ${message}.${list}\n${advice}`, 4);
}

function occasionOf({ made: { at, by, commit, run } }: Pin): string {
  return [
    ...(by === undefined ? [] : [`by ${by}`]),
    `at ${at}`,
    ...(commit === undefined ? [] : [`of commit ${commit.slice(0, 12)}`]),
    ...(run === undefined ? [] : [`in ${run}`]),
  ].join(" ");
}

function stepsOf({ steps }: Pin): string {
  return shortList(steps.map(({ operation, urn }) => `${operation} ${resourceTitle(urn)}`)) || "no changes";
}
