import path from "node:path";
import type { Command } from "commander";
import { howMany, type Io, messageOf, systemIo } from "pulumi-workspace-gateway/tools";
import { usualRoutesFile } from "../expectations/format.js";
import { writeWhole } from "../files.js";
import { plainCommand } from "../gateway.js";
import { expectedRoutes, type RoutesOptions, reviewedFile } from "../guard/options.js";
import { maskFor } from "../masking.js";
import { boundFiles } from "../pin/bound-files.js";
import { type Pin, PinError, resourceTitle } from "../pin/format.js";
import { type Look, look } from "../pin/look.js";
import { assertBound, isDone, movedProgram, movesSince, otherAccounts } from "../pin/moves.js";
import { assertSafe, namedStack, narrowingArguments, programFolder } from "../pin/pulumi-arguments.js";
import { readPinFiles } from "../pin/write.js";
import { isOfExpectations } from "../review/document/document.js";
import type { Review } from "../review/facts/review.js";
import { keeping } from "../review/failure-markdown.js";
import type { Plan } from "../review/plan/plan.js";
import { Refused, type Terminal } from "../terminal.js";
import { shortList } from "../text/words.js";
import { type Applied, applyMarkdown } from "./apply-markdown.js";
import { runPlan } from "./run-plan.js";

export function applyCommand(terminal: Terminal): Command {
  return plainCommand("apply", "Apply the reviewed and pinned changes, and nothing else.", {
    examples: [
      "workspace-gateway review --pin gateway.pin -- --stack prod    # review, and write a pin",
      "workspace-gateway apply gateway.pin                           # in the folder of the same program",
      "workspace-gateway apply gateway.pin -- --stack my-org/prod",
      "workspace-gateway apply gateway.pin --markdown comment.md     # written even if the apply fails",
    ],
    notes:
      "First checks for changes: if the gateway, account, program, stack or configuration changed since the\n" +
      "review, it reports the changes and applies nothing. The expectations in gateway-routes.yaml must also be met.\n" +
      "Runs `pulumi preview --refresh`, then `pulumi up --refresh --plan`.\n\n" +
      "Exit codes: 0 applied or nothing to do, 1 failed, 2 invalid command line,\n" +
      "3 an expectation would not be met, 4 the pin is invalid, expired or out of date.",
  })
    .argument("<pin>", "the file that `workspace-gateway review --pin` wrote, with pulumi's plan beside it")
    .argument("[pulumi...]", "after `--`: more arguments for `pulumi preview` and `pulumi up`")
    .option("--routes <file>", `the expectations file (default: ${usualRoutesFile}, if it exists)`)
    .option("--markdown <file>", "write the result as a pull request comment")
    .action((pin: string, pulumi: string[], options: ApplyOptions) =>
      applyPin(pin, pulumi, options, terminal, systemIo),
    );
}

export interface ApplyOptions extends RoutesOptions {
  readonly markdown?: string;
}

/** @param args - more arguments for `pulumi preview` and `pulumi up` */
export async function applyPin(
  file: string,
  args: readonly string[],
  { markdown, ...options }: ApplyOptions,
  terminal: Terminal,
  io: Pick<Io, "now">,
): Promise<void> {
  assertSafe(args);
  const applied: Applied = { said: [], args };
  const written = markdown === undefined ? [] : [path.resolve(markdown)];
  try {
    await apply(file, applied, { ...options, written }, keeping(terminal, applied.said), io);
  } catch (error) {
    applied.error = error instanceof PinError ? refusal(error) : error;
    applied.said.push(messageOf(applied.error));
    throw applied.error;
  } finally {
    if (markdown !== undefined) {
      await writeWhole(markdown, await applyMarkdown(applied, terminal));
      terminal.note(`The Markdown is in ${markdown}.`);
    }
  }
}

async function apply(
  file: string,
  applied: Applied,
  { written, ...options }: RoutesOptions & { readonly written: readonly string[] },
  terminal: Terminal,
  io: Pick<Io, "now">,
): Promise<void> {
  const { pin, plan } = await readPinFiles(file);
  applied.pin = pin;
  const stack = meantStack(pin, applied.args, io);
  terminal.note(`Reviewed ${occasionOf(pin)}: ${stepsOf(pin)}.`);
  const now = await look(stack, terminal, { expectations: await expectedRoutes(options, reviewedFile) });
  applied.nothing = await whyNothing(pin, now, stack, written);
  if (applied.nothing !== undefined) {
    terminal.note(`Nothing to do: ${applied.nothing}.`);
    return;
  }
  assertExpected(pin, now.review);
  const mask = maskFor(terminal);
  const run = await runPlan(plan, stack, {
    ...terminal,
    out: (line) => {
      applied.said.push(line);
      terminal.out(mask(line));
    },
  });
  applied.run = run;
  if (run.code !== 0) {
    throw new Error(`\`pulumi up\` failed with exit code ${run.code}. Review again before the next apply.`);
  }
}

function refusal(error: PinError): Refused {
  const advice = "Nothing was applied. Review again, and apply the new pin.";
  return new Refused(`the pin cannot be used: ${error.text}\n${advice}`, 4);
}

function occasionOf({ made: { at, by, commit, run } }: Pin): string {
  return [
    ...(by === undefined ? [] : [`by ${by}`]),
    `at ${at}`,
    ...(commit === undefined ? [] : [`for commit ${commit.slice(0, 12)}`]),
    ...(run === undefined ? [] : [`in ${run}`]),
  ].join(" ");
}

function stepsOf({ steps, options }: Pin): string {
  const all = [
    ...steps.map(({ operation, urn }) => `${operation} ${resourceTitle(urn)}`),
    ...options.map(({ urn, words }) => `${resourceTitle(urn)} ${words}`),
  ];
  return shortList(all) || "no changes";
}

/** Expectations must still be met, except those that the review already showed as not met. */
export function assertExpected({ unmet = [] }: Pin, { findings }: Review): void {
  const broken = findings.filter((finding) => isOfExpectations(finding) && !unmet.includes(finding.name));
  if (broken.length > 0) {
    const lines = broken.map(({ name, reason }) => `- ${name}: ${reason}`);
    const what = `${howMany(broken.length, "expectation")} would not be met, but the review did not show this`;
    throw new Refused(`${what}:\n${lines.join("\n")}\nNothing was applied. Review again.`, 3);
  }
}

/** Throws if the arguments specify a different stack or targets, or if the pin has expired. */
function meantStack(
  { stack, named: reviewed, narrowedBy, expires }: Pin,
  args: readonly string[],
  { now }: Pick<Io, "now">,
): string[] {
  if (now() > Date.parse(expires)) {
    throw new PinError(`it expired at ${expires}`);
  }
  const named = namedStack(args);
  if (named !== undefined && (named.split("/").at(-1) !== stack || isOfOthers(named, reviewed))) {
    throw new PinError(`the reviewed stack is ${reviewed ?? stack}, not ${named}`);
  }
  const narrowing = narrowingArguments(args);
  const [part, reviewedPart] = [narrowing, narrowedBy].map((some) => some?.join(" "));
  if (part !== undefined && part !== reviewedPart) {
    throw new PinError(`the review covered ${reviewedPart ?? "the whole stack"}, not ${part}`);
  }
  return [
    ...args,
    ...(named === undefined && reviewed !== undefined ? [`--stack=${reviewed}`] : []),
    ...(narrowing === undefined ? (narrowedBy ?? []) : []),
  ];
}

function isOfOthers(named: string, reviewed = ""): boolean {
  const [ours, theirs] = [named, reviewed].map((name) => name.split("/").slice(0, -1)[0]);
  return ours !== undefined && theirs !== undefined && ours !== theirs;
}

/** Undefined if there are changes to apply. Throws if something changed since the review. */
async function whyNothing(
  pin: Pin,
  { plan, subject }: Look,
  args: readonly string[],
  written: readonly string[] = [],
): Promise<string | undefined> {
  assertSameStack(pin, plan);
  // If no changes are planned, the account is not read.
  const isComparable = pin.steps.length > 0 && plan.live !== undefined;
  const others = isComparable ? otherAccounts(pin, subject) : [];
  assertNone(others, "the review used a different gateway or account");
  const isEmpty = pin.steps.length + pin.options.length === 0;
  if (!isEmpty && isDone(pin, plan)) {
    return "the reviewed changes have already been applied";
  }
  const moves = [...movesSince(pin, subject), ...(await movesOfProgram(pin, programFolder(args), written))];
  // The review had no changes, so there is nothing to apply. New changes were not reviewed.
  if (isEmpty && moves.length > 0) {
    const differences = howMany(moves.length, "difference");
    return `the review had no changes, and ${differences} since then ${moves.length === 1 ? "was" : "were"} not reviewed`;
  }
  assertNone(moves, `${howMany(moves.length, "difference")} since the review`);
  return undefined;
}

function assertSameStack(pin: Pin, { project, stack }: Plan): void {
  if (project !== undefined && (project !== pin.project || stack !== pin.stack)) {
    throw new PinError(`the reviewed stack is ${pin.project}/${pin.stack}, but this is ${project}/${stack}`);
  }
}

async function movesOfProgram(pin: Pin, folder: string, written: readonly string[]): Promise<string[]> {
  if (pin.program === undefined) {
    assertBound(pin, "the pin contains none of the program's files", []);
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
