import path from "node:path";
import { howMany, type Io, systemIo } from "pulumi-workspace-gateway/tools";
import type { Review } from "../../review/facts/review.js";
import { guard } from "../../review/guard/guard-review.js";
import type { Judgement, Verdict } from "../../review/guard/verdict.js";
import { verdictMarkdown } from "../../review/guard/verdict-markdown.js";
import { verdictSection } from "../../review/guard/verdict-section.js";
import { page } from "../../review/html/page.js";
import { longestComment, markdown } from "../../review/markdown/markdown.js";
import { type GuardOptions, guardRulesOf } from "../guard-options.js";
import { subjectNow } from "../pin/look.js";
import { assertSafe, assertSecretive, namedStack } from "../pin/pulumi-arguments.js";
import { usualAgeDays, writePin } from "../pin/write-pin.js";
import { inPrivateFolder } from "../private-folder.js";
import { type PreviewSource, type ReadReview, readReview } from "../read-review.js";
import { Refused, type Terminal, UsageError } from "../terminal.js";
import { writeWhole } from "../whole-file.js";

export interface ReviewOptions extends GuardOptions {
  /** Where to write the page. */
  readonly html?: string;
  readonly json?: boolean;
  /** Where to write the pin. */
  readonly pin?: string;
  readonly maxAge?: number;
}

/** Reviews a preview, prints what it means, and pins it if that is asked for and the guard lets it pass. */
export async function tellReview(
  source: PreviewSource,
  options: ReviewOptions,
  terminal: Terminal,
  io: Pick<Io, "now"> = systemIo,
): Promise<void> {
  const { pin: file } = options;
  if (file === undefined) {
    assertSecretive(source.pulumi);
    await tell(source, options, terminal);
    return;
  }
  assertPinnable(source);
  await inPrivateFolder(async (folder) => {
    const plan = path.join(folder, "plan.json");
    const pulumi = [...source.pulumi, "--refresh", "--save-plan", plan];
    const { text, plan: planned } = await tell({ pulumi }, options, terminal);
    const subject = await subjectNow(text, planned, source.pulumi, terminal);
    const { expires } = await writePin(
      file,
      { subject, plan, maxAgeDays: options.maxAge ?? usualAgeDays, named: namedStack(source.pulumi) },
      terminal,
      io,
    );
    terminal.note(`The pin is in ${file}, pulumi's plan beside it. It can be applied until ${expires}.`);
  });
}

function assertPinnable({ file, pulumi }: PreviewSource): void {
  if (file !== undefined) {
    throw new UsageError(
      "--pin runs `pulumi preview` itself, so that pulumi writes its plan: leave out the file",
    );
  }
  assertSafe(pulumi);
}

async function tell(source: PreviewSource, options: ReviewOptions, terminal: Terminal): Promise<ReadReview> {
  const rules = await guardRulesOf(options);
  const read = await readReview(source, terminal);
  const { review, plan } = read;
  if (rules !== undefined && !plan.isWhole) {
    throw new UsageError("the guard has to see what stays: make the preview with --show-sames");
  }
  const verdict = rules && guard(review, rules);
  if (options.html !== undefined) {
    await writeWhole(
      options.html,
      page(review, verdict && review.changes.length > 0 ? [verdictSection(verdict)] : []),
    );
    terminal.note(`The page is in ${options.html}.`);
  }
  terminal.out(options.json ? JSON.stringify({ ...review, verdict }) : comment(review, verdict));
  if (verdict !== undefined && !verdict.passes) {
    throw refusal(verdict.refused);
  }
  return read;
}

function comment(review: Review, verdict: Verdict | undefined): string {
  if (verdict === undefined || review.changes.length === 0) {
    return markdown(review).trimEnd();
  }
  const judged = verdictMarkdown(verdict);
  const facts = markdown(review, longestComment - judged.length - 2).trimEnd();
  return `${facts}\n\n${judged}`;
}

function refusal(refused: readonly Judgement[]): Refused {
  const lines = refused.map(
    ({ rule, name, reason, option }) =>
      `- ${rule}${name === undefined ? "" : ` ${name}`}: ${reason} To let it through: ${option}`,
  );
  return new Refused(`the guard refuses ${howMany(refused.length, "thing")}:\n${lines.join("\n")}`, 3);
}
