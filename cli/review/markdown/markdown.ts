import type { Review } from "../facts/review.js";
import { changesPart, driftPart } from "./changes-part.js";
import { withCode } from "./escaping/code-span.js";
import { findingsPart } from "./findings-part.js";
import { fit } from "./fit.js";
import { headPart, markerOf, quietLine } from "./head-part.js";
import { needsPart } from "./needs-part.js";
import { routesPart } from "./routes-part.js";

/** GitHub takes 65,536 characters. The rest is for what a pipeline says above the review. */
export const longestComment = 65_000;

/**
 * A review as the comment of a pull request: what to look at first, which routes move, what changes, what it needs. It
 * is never longer than `longest`, and no text that comes from elsewhere is markup in it.
 */
export function markdown(review: Review, longest = longestComment): string {
  const marker = markerOf(review);
  return `${marker}\n${review.changes.length + review.drift.length === 0 ? quietLine(review) : body(review, longest)}\n`;
}

/** The changes have the room that the others leave: each of these has a bound of its own. */
function body(review: Review, longest: number): string {
  const { changes, drift, findings, needs, caveats } = review;
  const before = [headPart(review), findingsPart(findings, 12_000), routesPart(review, 16_000)];
  const found = drift.length === 0 ? "" : driftPart(review, 10_000);
  const after = [found, needsPart(needs, 6000), caveatsPart(caveats, 3000)];
  const room = longest - [...before, ...after].join("\n\n").length - 200;
  const parts = [...before, changes.length === 0 ? "" : changesPart(review, room), ...after];
  return parts.filter((part) => part !== "").join("\n\n");
}

function caveatsPart(caveats: readonly string[], room: number): string {
  const lines = caveats.map((caveat) => `- ${withCode(caveat)}`);
  const shown = fit(lines, room, (count) => `- ${count} more are left out.`);
  return shown.length === 0 ? "" : `### What this review cannot know\n\n${shown.join("\n")}`;
}
