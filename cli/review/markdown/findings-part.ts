import { howMany } from "pulumi-workspace-gateway/tools";
import type { Finding } from "../facts/review.js";
import { riskSigns } from "./change-words.js";
import { codeSpan, withCode } from "./escaping/code-span.js";
import { fit, folded } from "./fit.js";

/** So many of one rule stand open: a hundred of one kind must not hide the one of another. */
const openOfRule = 5;

/** What to look at first, and why: the most severe first. */
export function findingsPart(findings: readonly Finding[], room: number): string {
  if (findings.length === 0) {
    return "";
  }
  const rules = [...Map.groupBy(findings, ({ risk, rule }) => `${risk} ${rule}`).values()];
  const lines = rules.flatMap((same) => [...same.slice(0, openIn(same)).map(lineOf), ...restOf(same)]);
  const open = fit(lines, room - 500, leftOut);
  const hidden = rules.flatMap((same) => same.slice(openIn(same)));
  const rest = fit(hidden.map(lineOf), room - open.join("\n").length - 200, leftOut);
  return [
    `### Look at this first\n\n${open.join("\n")}`,
    ...(hidden.length === 0 ? [] : [folded(howMany(hidden.length, "more finding"), rest.join("\n"))]),
  ].join("\n\n");
}

/** One or two more are sooner read than opened. */
function openIn({ length }: readonly Finding[]): number {
  return length <= openOfRule + 2 ? length : openOfRule;
}

function leftOut(count: number): string {
  return `- ${count} more are left out.`;
}

function restOf(same: readonly Finding[]): string[] {
  const [first] = same;
  const count = same.length - openIn(same);
  return first === undefined || count <= 0
    ? []
    : [`- ${riskSigns[first.risk]} ${count} more like these, below. <sub>${first.rule}</sub>`];
}

/** Most reasons name the object. */
function lineOf({ risk, rule, name, reason }: Finding): string {
  const about = reason.includes(name) ? "" : `${codeSpan(name)}: `;
  return `- ${riskSigns[risk]} ${about}${withCode(reason, 400)} <sub>${rule}</sub>`;
}
