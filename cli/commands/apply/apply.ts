import path from "node:path";
import { type Io, messageOf } from "pulumi-workspace-gateway/tools";
import { PinError } from "../../review/pin/pin-error.js";
import type { Pin } from "../../review/pin/pin-format.js";
import { resourceTitle } from "../../review/pin/resource-title.js";
import { shortList } from "../../text/short-list.js";
import { keeping } from "../failure-markdown.js";
import { expectedRoutes, type RoutesOptions, reviewedFile } from "../guard/expected-routes.js";
import { maskFor } from "../masking.js";
import { look } from "../pin/look.js";
import { readPinFiles } from "../pin/pin-files.js";
import { assertSafe } from "../pin/pulumi-arguments.js";
import { Refused, type Terminal } from "../terminal.js";
import { writeWhole } from "../whole-file.js";
import { type Applied, applyMarkdown } from "./apply-markdown.js";
import { assertExpected } from "./assert-expected.js";
import { meantStack, whyNothing } from "./check-pin.js";
import { runPlan } from "./run-plan.js";

export interface ApplyOptions extends RoutesOptions {
  /** Where to write what was applied, and what was not. */
  readonly markdown?: string;
}

/**
 * Applies what was reviewed, if nothing moved since then.
 *
 * @param args - more arguments for `pulumi preview` and `pulumi up`
 */
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
    const told = error instanceof PinError ? refusal(error) : error;
    applied.error = told;
    applied.said.push(messageOf(told));
    throw told;
  } finally {
    if (markdown !== undefined) {
      await writeWhole(markdown, await applyMarkdown(applied, terminal));
      terminal.note(`The Markdown is in ${markdown}.`);
    }
  }
}

/** Keeps in `applied` how far it came. */
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
    throw new Error(
      `\`pulumi up\` failed with the exit code ${run.code}. Review again before the next apply.`,
    );
  }
}

function refusal(error: PinError): Refused {
  const advice = "Nothing was applied. Review again, and apply the new pin.";
  return new Refused(`the pin does not hold: ${error.told}\n${advice}`, 4);
}

/** When and where a pin was reviewed, and by whom. */
function occasionOf({ made: { at, by, commit, run } }: Pin): string {
  return [
    ...(by === undefined ? [] : [`by ${by}`]),
    `at ${at}`,
    ...(commit === undefined ? [] : [`of commit ${commit.slice(0, 12)}`]),
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
