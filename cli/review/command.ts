import type { Command } from "commander";
import { defined, howMany, type Io, messageOf, systemIo } from "pulumi-workspace-gateway/tools";
import { usualRoutesFile } from "../expectations/format.js";
import { writeWhole } from "../files.js";
import { besidesPulumi, environmentHelp, numberOf, plainCommand } from "../gateway.js";
import { guard, type Judgement, judged, type Verdict } from "../guard/guard.js";
import {
  expectedRoutes,
  type GuardOptions,
  guardRulesOf,
  permitsOf,
  reviewedFile,
  withGuardOptions,
} from "../guard/options.js";
import { permitText } from "../guard/rules.js";
import { maskFor } from "../masking.js";
import { colorsOf, type OutputOptions, resultText, withMarkdown, withOutput } from "../output.js";
import { PinError } from "../pin/format.js";
import { stackRecord, subjectNow } from "../pin/look.js";
import { assertNoPlainSecrets, assertSafe } from "../pin/pulumi-arguments.js";
import { usualAgeDays, writePin } from "../pin/write.js";
import { Refused, type Terminal, UsageError } from "../terminal.js";
import { masked, maskedFacts } from "../text/mask.js";
import { utcDay } from "../text/words.js";
import { assertUsage, reviewUsage, type UsageOptions, withUsageOptions } from "../usage/gateway-usage.js";
import { withWords } from "./document/changes.js";
import { documentOf, isOfExpectations } from "./document/document.js";
import { headlineOf } from "./document/headline.js";
import { markdown } from "./document/markdown.js";
import { plainText } from "./document/plain.js";
import type { Finding, Review } from "./facts/review.js";
import { failureMarkdown, keeping } from "./failure-markdown.js";
import type { Plan } from "./plan/plan.js";
import { type PreviewSource, readReview } from "./read-review.js";

const longestAgeDays = 90;

/** Needs the whole command line, because Commander does not separate files from arguments after `--`. */
export function reviewCommand(terminal: Terminal, commandLine: readonly string[]): Command {
  const command = withOutput(
    plainCommand("review", "Review a `pulumi preview`: its changes to routing, prompts, cost and access.", {
      examples: [
        "workspace-gateway review -- --stack prod --refresh      # runs `pulumi preview` in the current folder",
        "pulumi preview --json --show-sames > preview.json",
        "workspace-gateway review preview.json > comment.md",
        "workspace-gateway review preview.json --html review.html",
        "pulumi preview --json --show-sames | workspace-gateway review - --json",
        "workspace-gateway review --guard --max-deletes 2 --allow workspace-delete:old-team",
        "workspace-gateway review --guard --pin gateway.pin -- --stack prod",
        "workspace-gateway review --guard --markdown comment.md --json -- --stack prod > facts.json",
      ],
      notes:
        "Run the preview with --show-sames, because routes also depend on unchanged resources. With --refresh, it\n" +
        "also shows changes made in the console. The review reads unmanaged objects from the gateway, in the\n" +
        "workspaces that the change touches: at most one list for each kind and workspace. It never changes the gateway.\n" +
        "Settings come from the environment, then from the stack's config. A preview file contains no settings.\n" +
        "With --offline, the review does not read the gateway, and its output says so.\n\n" +
        "If a planned value is not known yet, the pin also binds the program's files. Without a lock file, such a\n" +
        "pin is refused (exit code 3) unless --allow unknown:NAME names the resource.",
    }),
    withMarkdown,
  )
    .addHelpText(
      "after",
      environmentHelp(
        {
          exitCodes:
            "0 success, 1 failed, 2 invalid command line, 3 refused by the guard or impossible to pin.",
        },
        'For resources with `connection: "eu"`, the variables are',
      ),
    )
    .argument(
      "[file]",
      "the output of `pulumi preview --json`, or `-` for standard input (default: run the preview)",
    )
    .argument("[pulumi...]", "after `--`: more arguments for `pulumi preview`")
    .option(
      "--markdown <file>",
      "write the Markdown to this file instead of standard output, even if the review fails",
    )
    .option("--html <file>", "also write the review as an HTML page")
    .option("--routes <file>", `the expectations file (default: ${usualRoutesFile}, if it exists)`)
    .option("--no-routes", `do not check expectations, even if ${usualRoutesFile} exists`)
    .option("--offline", "send nothing to the gateway, and omit unmanaged objects");
  const days = numberOf("days", longestAgeDays);
  return withGuardOptions(withUsageOptions(command))
    .option("--pin <file>", "also write a pin for `workspace-gateway apply`; adds --refresh")
    .option(
      "--pin-refused <file>",
      "write a pin to this file if the guard refuses the change, so that a person can permit it; requires --pin",
    )
    .option(
      "--max-age <days>",
      `number of days for which the pin can be applied (default: ${usualAgeDays})`,
      days,
    )
    .action((_file, _pulumi, options: ReviewOptions, command: Command) =>
      runReview(sourceOf(command.args, commandLine), options, terminal),
    );
}

/** Arguments after `--` are for pulumi. An argument before `--` is a file. */
export function sourceOf(operands: readonly string[], commandLine: readonly string[]): PreviewSource {
  const { own, pulumi } = besidesPulumi(operands, commandLine);
  const [file, ...more] = own;
  if (more.length > 0) {
    throw new UsageError(
      `only one file can be reviewed. Put arguments for pulumi after \`--\`: ${more.join(" ")}`,
    );
  }
  if (file !== undefined && pulumi.length > 0) {
    throw new UsageError(
      "a file is reviewed without running pulumi: omit either the file or the arguments after `--`",
    );
  }
  return { ...defined({ file }), pulumi };
}

export interface ReviewOptions extends GuardOptions, UsageOptions, OutputOptions {
  /** The expectations file. False if no expectations are checked. */
  readonly routes?: string | false;
  /** The file for the comment. If it is set, standard output contains only what other options request. */
  readonly markdown?: string;
  readonly html?: string;
  /** Sends nothing to the gateway, so unmanaged objects are omitted. */
  readonly offline?: true;
  readonly pin?: string;
  readonly pinRefused?: string;
  readonly maxAge?: number;
}

/** A failure overwrites the comment file, because an earlier review in it could be mistaken for this one. */
export async function runReview(
  source: PreviewSource,
  options: ReviewOptions,
  terminal: Terminal,
  io: Pick<Io, "now"> = systemIo,
): Promise<void> {
  const said: string[] = [];
  try {
    await review(source, options, keeping(terminal, said), io);
  } catch (error) {
    if (options.markdown !== undefined && !(error instanceof Refused)) {
      const meaning = "**The review failed.** Nothing can be applied.";
      const failure = {
        command: "review",
        meaning,
        said: [...said, messageOf(error)],
        pulumi: source.pulumi,
      };
      await writeWhole(options.markdown, await failureMarkdown(failure, terminal));
    }
    throw error;
  }
}

async function review(
  source: PreviewSource,
  options: ReviewOptions,
  terminal: Terminal,
  io: Pick<Io, "now">,
): Promise<void> {
  assertOptions(source, options);
  const { pulumi } = source;
  const { offline, markdown, html, pin, pinRefused, maxAge: maxAgeDays = usualAgeDays } = options;
  const expectations = await expectedRoutes(options, reviewedFile);
  const rules = await guardRulesOf(options, terminal);
  const permits = rules?.allow ?? (await permitsOf(options, terminal.env));
  const stack = pin === undefined ? undefined : await stackRecord(pulumi, terminal);
  const previewed = stack === undefined ? source : { pulumi: [...pulumi, "--refresh"] };
  const read = await readReview(previewed, terminal, {
    offline,
    knowsState: stack !== undefined,
    expectations,
    today: utcDay(io.now()),
    usage: reviewUsage(options, rules, terminal),
  });
  if (rules !== undefined && !read.plan.isWhole) {
    throw new UsageError("the guard needs the unchanged resources: run the preview with --show-sames");
  }
  const verdict = rules && guard(read.review, rules);
  await writeReview(read.review, verdict, options, terminal);
  const file = verdict?.passes === false ? pinRefused : pin;
  if (stack !== undefined && file !== undefined) {
    assertRead(read.plan);
    const pinned = {
      subject: await subjectNow(read, stack),
      plan: read.saved,
      maxAgeDays,
      pulumi,
      permits: permits.map(permitText),
      unmet: read.review.findings.filter(isOfExpectations).map(({ name }) => name),
      written: [markdown, html].filter((each) => each !== undefined),
    };
    const { expires } = await writePin(file, pinned, terminal, io).catch(refusedPin);
    terminal.note(
      `Wrote the pin to ${file}, and pulumi's plan next to it. The pin can be applied until ${expires}.`,
    );
  }
  if (verdict?.passes === false) {
    throw refusal(verdict.refused);
  }
}

function assertOptions({ file, pulumi }: PreviewSource, options: ReviewOptions): void {
  const { offline, pin, pinRefused, usage } = options;
  assertUsage(options);
  if (offline && usage !== undefined) {
    throw new UsageError("--usage reads the gateway, which --offline does not allow: omit one of them");
  }
  if (pin === undefined) {
    if (pinRefused !== undefined) {
      throw new UsageError("--pin-refused requires --pin");
    }
    assertNoPlainSecrets(pulumi);
    return;
  }
  if (offline) {
    throw new UsageError("a pin must also cover unmanaged objects: omit --offline");
  }
  if (file !== undefined) {
    throw new UsageError("--pin runs `pulumi preview` itself, because it needs pulumi's plan: omit the file");
  }
  assertSafe(pulumi);
}

/** If the gateway was not read, a pin would name neither the gateway nor the account. */
function assertRead({ live }: Plan): void {
  const [why] = live?.accounts.length === 0 ? live.notes : [];
  if (why !== undefined) {
    throw new Error(`the gateway was not read, so nothing can be pinned. ${why}`);
  }
}

function refusedPin(error: unknown): never {
  throw error instanceof PinError ? new Refused(`no pin was written: ${error.text}`, 3) : error;
}

export async function writeReview(
  found: Review,
  foundVerdict: Verdict | undefined,
  options: Pick<ReviewOptions, "html" | "markdown"> & OutputOptions,
  terminal: Terminal,
): Promise<void> {
  const mask = maskFor(terminal);
  const { verdict, ...review } = masked(
    { ...found, findings: found.findings.map(withoutHiddenAmount), verdict: foundVerdict },
    mask,
  );
  const document = masked(documentOf(review, verdict && judged(verdict)), mask); // all numbers are text by now
  if (options.html !== undefined) {
    const { page } = await import("./document/page.js"); // loads a Markdown parser and Graphviz
    await writeWhole(options.html, await page(document));
    terminal.note(`Wrote the page to ${options.html}.`);
  }
  if (options.markdown !== undefined) {
    await writeWhole(options.markdown, markdown(document));
    terminal.note(`Wrote the Markdown to ${options.markdown}.`);
  }
  if (options.json || options.output !== undefined || options.markdown === undefined) {
    const [changes, drift] = [review.changes, review.drift].map((some) => some.map(withWords));
    const facts = { ...review, headline: headlineOf(review), changes, drift, verdict };
    // Piped output usually becomes a pull request comment.
    const output = options.output ?? (terminal.isShown ? "table" : "markdown");
    terminal.out(
      resultText(
        { ...options, output },
        () => maskedFacts(facts, mask),
        (format) =>
          format === "markdown" ? markdown(document).trimEnd() : plainText(document, colorsOf(terminal)),
      ),
    );
  }
}

function withoutHiddenAmount({ amount, difference, ...finding }: Finding): Finding {
  return finding.hidesAmount ? finding : { ...finding, ...defined({ amount, difference }) };
}

function refusal(refused: readonly Judgement[]): Refused {
  const lines = refused.map(
    ({ rule, name, reason, option }) =>
      `- ${rule}${name === undefined ? "" : ` ${name}`}: ${reason} To allow it: ${option}`,
  );
  return new Refused(
    `the guard refuses this change for ${howMany(refused.length, "reason")}:\n${lines.join("\n")}`,
    3,
  );
}
