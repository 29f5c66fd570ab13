import { defined, howMany, type Io, messageOf, systemIo } from "pulumi-workspace-gateway/tools";
import { documentOf } from "../../review/blocks/document.js";
import { isOfExpectations } from "../../review/blocks/expectations-section.js";
import type { Finding, Review } from "../../review/facts/review.js";
import { guard } from "../../review/guard/guard-review.js";
import { judged } from "../../review/guard/judged.js";
import { permitText } from "../../review/guard/permit.js";
import type { Judgement, Verdict } from "../../review/guard/verdict.js";
import { markdown } from "../../review/markdown/markdown.js";
import { plainText } from "../../review/markdown/plain.js";
import { PinError } from "../../review/pin/pin-error.js";
import type { Plan } from "../../review/plan/plan.js";
import { masked, maskedJson } from "../../text/mask.js";
import { utcDay } from "../../text/utc-day.js";
import { failureMarkdown, keeping } from "../failure-markdown.js";
import { expectedRoutes, reviewedFile } from "../guard/expected-routes.js";
import { type GuardOptions, guardRulesOf } from "../guard/guard-options.js";
import { permitsOf } from "../guard/permits.js";
import { maskFor } from "../masking.js";
import { stackRecord, subjectNow } from "../pin/look.js";
import { assertSafe, assertSecretive } from "../pin/pulumi-arguments.js";
import { usualAgeDays, writePin } from "../pin/write-pin.js";
import { type PreviewSource, type ReadReview, readReview } from "../read-review.js";
import { Refused, type Terminal, UsageError } from "../terminal.js";
import { reviewUsage } from "../usage/review-usage.js";
import { assertUsage, type UsageOptions } from "../usage/usage-options.js";
import { writeWhole } from "../whole-file.js";

export interface ReviewOptions extends GuardOptions, UsageOptions {
  /** The file of expectations; false: nothing is expected. */
  readonly routes?: string | false;
  /** Where to write the comment: then standard output has only what else is asked for. */
  readonly markdown?: string;
  /** Where to write the page. */
  readonly html?: string;
  readonly json?: boolean;
  /** Whether to leave out what only the gateway has. */
  readonly offline?: true;
  /** Where to write the pin. */
  readonly pin?: string;
  /** Where to write the pin of what the guard refuses. */
  readonly pinRefused?: string;
  readonly maxAge?: number;
}

/**
 * Reviews a preview, prints what it means, and pins it if that is asked for and the guard lets it pass. If it fails, the
 * file of the comment says so: that of an earlier review would pass for this one's.
 */
export async function tellReview(
  source: PreviewSource,
  options: ReviewOptions,
  terminal: Terminal,
  io: Pick<Io, "now"> = systemIo,
): Promise<void> {
  const said: string[] = [];
  try {
    await reviewAndPin(source, options, keeping(terminal, said), io);
  } catch (error) {
    if (options.markdown !== undefined && !(error instanceof Refused)) {
      const meaning = "**There is no review: it failed.** Nothing can be applied.";
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

async function reviewAndPin(
  source: PreviewSource,
  options: ReviewOptions,
  terminal: Terminal,
  io: Pick<Io, "now">,
): Promise<void> {
  const { pin: file, pinRefused } = options;
  if (file === undefined) {
    if (pinRefused !== undefined) {
      throw new UsageError("--pin-refused needs --pin");
    }
    assertSecretive(source.pulumi);
    const { verdict } = await tell(source, options, terminal, io);
    assertPasses(verdict);
    return;
  }
  assertPinnable(source, options);
  const { pulumi } = source;
  const stack = await stackRecord(pulumi, terminal);
  const { verdict, permits, ...read } = await tell(
    { pulumi: [...pulumi, "--refresh"] },
    options,
    terminal,
    io,
  );
  const kept = verdict?.passes === false ? pinRefused : file;
  if (kept !== undefined) {
    assertRead(read.plan);
    const subject = await subjectNow(read, stack);
    const maxAgeDays = options.maxAge ?? usualAgeDays;
    const unmet = read.review.findings.filter(isOfExpectations).map(({ name }) => name);
    const pinned = {
      subject,
      plan: read.saved,
      maxAgeDays,
      pulumi,
      permits,
      unmet,
      written: [options.markdown, options.html].filter((each) => each !== undefined),
    };
    const { expires } = await writePin(kept, pinned, terminal, io).catch(refusedPin);
    terminal.note(`The pin is in ${kept}, pulumi's plan beside it. It can be applied until ${expires}.`);
  }
  assertPasses(verdict);
}

/** Without the gateway, a pin would not say which one it is, nor of whom. */
function assertRead({ live }: Plan): void {
  const [why] = live?.accounts.length === 0 ? live.notes : [];
  if (why !== undefined) {
    throw new Error(`the gateway was not read, so nothing can be pinned. ${why}`);
  }
}

function refusedPin(error: unknown): never {
  throw error instanceof PinError ? new Refused(`nothing is pinned: ${error.told}`, 3) : error;
}

function assertPasses(verdict: Verdict | undefined): void {
  if (verdict !== undefined && !verdict.passes) {
    throw refusal(verdict.refused);
  }
}

function assertPinnable({ file, pulumi }: PreviewSource, { offline }: ReviewOptions): void {
  if (offline) {
    throw new UsageError("a pin binds also what nobody declares: leave out --offline");
  }
  if (file !== undefined) {
    throw new UsageError(
      "--pin runs `pulumi preview` itself, so that pulumi writes its plan: leave out the file",
    );
  }
  assertSafe(pulumi);
}

interface Told extends ReadReview {
  readonly verdict: Verdict | undefined;
  readonly permits: readonly string[];
}

async function tell(
  source: PreviewSource,
  options: ReviewOptions,
  terminal: Terminal,
  { now }: Pick<Io, "now">,
): Promise<Told> {
  assertUsage(options);
  if (options.offline && options.usage !== undefined) {
    throw new UsageError("--usage reads the gateway, and --offline does not: leave out one of them");
  }
  const expectations = await expectedRoutes(options, reviewedFile);
  const rules = await guardRulesOf(options, terminal);
  const permits = rules?.allow ?? (await permitsOf(options, terminal.env));
  const read = await readReview(source, terminal, {
    offline: options.offline,
    knowsState: options.pin !== undefined, // the pin has read it before
    expectations,
    today: utcDay(now()),
    usage: reviewUsage(options, rules, terminal),
  });
  const { review, plan } = read;
  if (rules !== undefined && !plan.isWhole) {
    throw new UsageError("the guard has to see what stays: make the preview with --show-sames");
  }
  const verdict = rules && guard(review, rules);
  await writeReview(review, verdict, options, terminal);
  return { ...read, verdict, permits: permits.map(permitText) };
}

/** Writes a review in the forms that are asked for, without secrets. */
export async function writeReview(
  found: Review,
  foundVerdict: Verdict | undefined,
  options: Pick<ReviewOptions, "html" | "markdown" | "json">,
  terminal: Terminal,
): Promise<void> {
  const mask = maskFor(terminal);
  const { verdict, ...review } = masked(
    { ...found, findings: found.findings.map(withoutHiddenAmount), verdict: foundVerdict },
    mask,
  );
  const document = masked(documentOf(review, verdict && judged(verdict)), mask); // numbers are texts now
  if (options.html !== undefined) {
    const { page } = await import("../../review/html/page.js"); // loads a Markdown parser and Graphviz
    await writeWhole(options.html, await page(document));
    terminal.note(`The page is in ${options.html}.`);
  }
  if (options.markdown !== undefined) {
    await writeWhole(options.markdown, markdown(document));
    terminal.note(`The Markdown is in ${options.markdown}.`);
  }
  if (options.json || options.markdown === undefined) {
    const text = terminal.isShown ? plainText(document) : markdown(document).trimEnd();
    terminal.out(options.json ? maskedJson({ ...review, verdict }, mask) : text);
  }
}

function withoutHiddenAmount({ amount, difference, ...finding }: Finding): Finding {
  return finding.hidesAmount ? finding : { ...finding, ...defined({ amount, difference }) };
}

function refusal(refused: readonly Judgement[]): Refused {
  const lines = refused.map(
    ({ rule, name, reason, option }) =>
      `- ${rule}${name === undefined ? "" : ` ${name}`}: ${reason} To let it through: ${option}`,
  );
  return new Refused(`the guard refuses ${howMany(refused.length, "thing")}:\n${lines.join("\n")}`, 3);
}
