import path from "node:path";
import { howMany, type Io } from "pulumi-workspace-gateway/tools";
import { isDone } from "../../review/pin/pin-done.js";
import { PinError } from "../../review/pin/pin-error.js";
import type { Pin } from "../../review/pin/pin-format.js";
import { movesSince, otherAccounts } from "../../review/pin/pin-moves.js";
import { assertBound, movedProgram } from "../../review/pin/pin-program.js";
import type { Plan } from "../../review/plan/plan.js";
import { boundFiles } from "../pin/bound-files.js";
import type { Look } from "../pin/look.js";
import { namedStack, narrowingArguments, programFolder } from "../pin/pulumi-arguments.js";

/** The arguments, with the stack and the part of it that were reviewed. Throws if they mean another one, or the pin has expired. */
export function meantStack(
  { stack, named: reviewed, narrowedBy, expires }: Pin,
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
  const narrowing = narrowingArguments(args);
  const [part, reviewedPart] = [narrowing, narrowedBy].map((some) => some?.join(" "));
  if (part !== undefined && part !== reviewedPart) {
    throw new PinError(`it was reviewed for ${reviewedPart ?? "the whole stack"}, not for ${part}`);
  }
  return [
    ...args,
    ...(named === undefined && reviewed !== undefined ? [`--stack=${reviewed}`] : []),
    ...(narrowing === undefined ? (narrowedBy ?? []) : []),
  ];
}

/** Whether two names of stacks are of two organizations, as far as they say so. */
function isOfOthers(named: string, reviewed = ""): boolean {
  const [ours, theirs] = [named, reviewed].map((name) => name.split("/").slice(0, -1)[0]);
  return ours !== undefined && theirs !== undefined && ours !== theirs;
}

/**
 * Why there is nothing to apply; undefined if there is. Throws if something moved since the review.
 *
 * @param written - the files that this command writes, as absolute paths
 */
export async function whyNothing(
  pin: Pin,
  { plan, subject }: Look,
  args: readonly string[],
  written: readonly string[] = [],
): Promise<string | undefined> {
  assertSameStack(pin, plan);
  // Where nothing is planned, no account is asked.
  const isComparable = pin.steps.length > 0 && plan.live !== undefined;
  const others = isComparable ? otherAccounts(pin, subject) : [];
  assertNone(others, "it was reviewed on another gateway or account");
  const isEmpty = pin.steps.length + pin.options.length === 0;
  if (!isEmpty && isDone(pin, plan)) {
    return "what was reviewed is applied already";
  }
  const moves = [...movesSince(pin, subject), ...(await movesOfProgram(pin, programFolder(args), written))];
  // What was not reviewed is not applied, and what was reviewed is nothing.
  if (isEmpty && moves.length > 0) {
    return `the review had no changes, and since then ${howMany(moves.length, "thing")} moved`;
  }
  assertNone(moves, `${howMany(moves.length, "thing")} moved since the review`);
  return undefined;
}

function assertSameStack(pin: Pin, { project, stack }: Plan): void {
  if (project !== undefined && (project !== pin.project || stack !== pin.stack)) {
    throw new PinError(`it is of ${pin.project}/${pin.stack}, and here is ${project}/${stack}`);
  }
}

async function movesOfProgram(pin: Pin, folder: string, written: readonly string[]): Promise<string[]> {
  if (pin.program === undefined) {
    assertBound(pin, "the pin has none of its files", []);
    return [];
  }
  const reviewed = (pin.written ?? []).map((file) => path.resolve(folder, file));
  return movedProgram(pin, (await boundFiles(folder, [...reviewed, ...written])).digests);
}

function assertNone(differences: readonly string[], message: string): void {
  if (differences.length > 0) {
    throw new PinError(message, differences);
  }
}
