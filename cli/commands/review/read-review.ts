import { everyKind } from "pulumi-workspace-gateway/tools";
import type { Review } from "../../review/facts/review.js";
import { reviewOf } from "../../review/facts/review-of.js";
import type { Plan } from "../../review/plan/plan.js";
import { readPlan } from "../../review/plan/read-plan.js";
import type { Terminal } from "../terminal.js";
import { type PreviewSource, previewText } from "./preview-text.js";

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
