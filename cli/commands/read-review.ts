import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { everyKind, messageOf } from "pulumi-workspace-gateway/tools";
import type { Review } from "../review/facts/review.js";
import { reviewOf } from "../review/facts/review-of.js";
import type { Plan } from "../review/plan/plan.js";
import { readPlan } from "../review/plan/read-plan.js";
import { decoded } from "../text/decoded.js";
import { runPulumi } from "./pulumi.js";
import type { Terminal } from "./terminal.js";

/** A preview: its text, what it plans, and the facts of its review. */
export interface ReadReview {
  readonly text: string;
  readonly plan: Plan;
  readonly review: Review;
}

/** Reads a preview. One that failed is not reviewed: it does not show everything. */
export async function readReview(source: PreviewSource, terminal: Terminal): Promise<ReadReview> {
  const text = await previewText(source, terminal);
  const kinds = await everyKind();
  const plan = readPlan(text, kinds);
  if (plan.errors.length > 0) {
    throw new Error(`the preview failed:\n${plan.errors.join("\n")}`);
  }
  return { text, plan, review: reviewOf(plan, kinds) };
}

/** Where a preview comes from. */
export interface PreviewSource {
  /** `-` is standard input. Undefined: pulumi is run. */
  readonly file?: string;
  /** More arguments for `pulumi preview`. */
  readonly pulumi: readonly string[];
}

/** The JSON of a preview: from a file, from standard input, or from a `pulumi preview` that is run for it. */
export async function previewText(
  { file, pulumi }: PreviewSource,
  terminal: Terminal,
  stdin: NodeJS.ReadableStream = process.stdin,
): Promise<string> {
  if (file === undefined) {
    return runPreview(pulumi, terminal);
  }
  return decoded(file === "-" ? await buffer(stdin) : await bytesOf(file));
}

async function bytesOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new Error(`the preview cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

/**
 * A failed preview has its errors in the JSON. If they are not there, as when a policy stops it, pulumi has said why
 * on standard error, and what it planned until then is no preview.
 */
async function runPreview(args: readonly string[], terminal: Terminal): Promise<string> {
  const { code, stdout } = await runPulumi(
    ["preview", "--json", "--show-sames", "--non-interactive", ...args],
    terminal,
  );
  if (code !== 0 && !tellsErrors(stdout)) {
    throw new Error(`\`pulumi preview\` failed with the exit code ${code}.`);
  }
  return stdout;
}

function tellsErrors(stdout: string): boolean {
  return stdout.trimStart().startsWith("{") && readPlan(stdout, []).errors.length > 0;
}
