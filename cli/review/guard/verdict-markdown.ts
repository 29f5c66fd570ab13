import { codeSpan, withCode } from "../markdown/escaping/code-span.js";
import { fit } from "../markdown/fit.js";
import type { Judgement, Verdict } from "./verdict.js";

/** How long each of the lists may be: the comment has a bound, and the changes need their room. */
const roomOfList = 3000;

/** A verdict as the last part of a comment. */
export function verdictMarkdown({ passes, refused, allowed, raised, unused }: Verdict): string {
  const title = passes ? "### ✅ The guard lets this pass" : "### ⛔ The guard refuses this";
  const lists = [
    list(
      refused.map((judgement) => `${told(judgement)} To let it through: ${codeSpan(judgement.option, 200)}`),
    ),
    list(allowed.map((judgement) => `Allowed by name: ${told(judgement)}`)),
    list(raised.map((judgement) => `Only a raised limit lets this pass: ${told(judgement)}`)),
    list(unused.map((permit) => `${codeSpan(permit)} is allowed, and nothing needs it: take it out.`)),
  ];
  return [title, ...lists.filter((text) => text !== "")].join("\n\n");
}

function told({ rule, name, reason }: Judgement): string {
  return `**${rule}**${name === undefined ? "" : ` ${codeSpan(name)}`}: ${withCode(reason)}`;
}

function list(lines: readonly string[]): string {
  return fit(
    lines.map((line) => `- ${line}`),
    roomOfList,
    (count) => `- ${count} more are left out.`,
  ).join("\n");
}
