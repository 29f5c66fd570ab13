import { html, type Markup } from "../html/markup.js";
import { cut, first, type Section, sentenceMarkup } from "../html/section.js";
import type { Judgement, Verdict } from "./verdict.js";

const mostLines = 50;
const longestName = 200;

/** A verdict as the first part of a page. */
export function verdictSection({ passes, refused, allowed, raised, unused }: Verdict): Section {
  const lines = [
    ...refused.map(
      (judgement) =>
        html`${told(judgement)} To let it through: <code>${cut(judgement.option, longestName)}</code>`,
    ),
    ...allowed.map((judgement) => html`Allowed by name: ${told(judgement)}`),
    ...raised.map((judgement) => html`Only a raised limit lets this pass: ${told(judgement)}`),
    ...unused.map(
      (permit) =>
        html`<code>${cut(permit, longestName)}</code> is allowed, and nothing needs it: take it out.`,
    ),
  ];
  return {
    id: "guard",
    title: passes ? "The guard lets this pass" : "The guard refuses this",
    body: html`<ul>${first(mostLines, lines, (line) => html`<li>${line}</li>`, "lines")}</ul>`,
  };
}

function told({ rule, name, reason }: Judgement): Markup {
  return html`<strong>${rule}</strong>${name !== undefined && html` <code>${cut(name, longestName)}</code>`}: ${sentenceMarkup(reason)}`;
}
