import { readFileSync } from "node:fs";
import path from "node:path";
import { documentOf } from "../../../../cli/review/document/document.ts";
import { markdown } from "../../../../cli/review/document/markdown.ts";
import { reviewOf } from "../../../../cli/review/facts/review-of.ts";
import { readPlan } from "../../../../cli/review/plan/read-plan.ts";
import { kinds } from "../../../../provider/every-kind.ts";
import { scenarios } from "./scenarios.ts";

export const longestComment = 65_536;

export const recorded = Object.keys(scenarios).map((name) => ({ name, text: recordedText(name) }));

export function recordedText(name: string): string {
  return readFileSync(path.join(import.meta.dirname, `${name}.json`), "utf8");
}

export function commentOf(text: string): string {
  return markdown(documentOf(reviewOf({ plan: readPlan(text, kinds), kinds })));
}
