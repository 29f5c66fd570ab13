import { howMany } from "pulumi-workspace-gateway/tools";
import type { Review } from "../facts/review.js";
import { countsIn, riskSigns } from "./change-words.js";
import { codeSpan, withCode } from "./escaping/code-span.js";

const mostHeadlines = 6;

/** The hidden line by which a pipeline finds its comment again. */
export function markerOf(review: Review): string {
  return `<!-- workspace-gateway review: ${nameOf(review).replace(/[^\w./-]/g, "_")} -->`;
}

/** What a person should know first: the risk, what it comes from, and how much changes. */
export function headPart(review: Review): string {
  const { risk, headline, size } = review;
  const first = headline.slice(0, mostHeadlines).map((each) => withCode(each, 160));
  const more = headline.length - first.length;
  const all = [...first, ...(more > 0 ? [`${more} more`] : [])].join(", ");
  const word = risk === "none" ? "No risk found" : `${risk.charAt(0).toUpperCase()}${risk.slice(1)} risk`;
  const counts = countsIn(review) || "nothing changes";
  const sizes =
    size.before === size.after
      ? howMany(size.after, "resource")
      : `${size.before} → ${howMany(size.after, "resource")}`;
  return [
    `## ${riskSigns[risk]} ${word}${all === "" ? "" : `: ${all}`}`,
    `${codeSpan(nameOf(review))} · ${counts} · ${sizes}`,
  ].join("\n\n");
}

/** All that there is to say if nothing changes. */
export function quietLine(review: Review): string {
  const { size, caveats } = review;
  const rest = caveats.map((caveat) => ` ${withCode(caveat, 300)}`).slice(0, 8);
  return `🟢 ${codeSpan(nameOf(review))}: no changes to ${howMany(size.after, "resource")}.${rest.join("")}`;
}

function nameOf({ project, stack }: Review): string {
  return [project, stack].filter((name) => name !== undefined).join("/") || "stack";
}
