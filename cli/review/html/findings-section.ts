import { nounOf } from "pulumi-workspace-gateway/tools";
import type { Finding } from "../facts/review.js";
import type { Anchors } from "./changes-section.js";
import { html, type Markup } from "./markup.js";
import { badge, cut, first, type Section, sentenceMarkup } from "./section.js";

const mostFindings = 300;
const longestText = 2_000;
/** More findings than these are folded away. */
const mostOpen = 15;

/** What a reviewer should look at, the most severe first. */
export function findingsSection(findings: readonly Finding[], anchors: Anchors): Section {
  const rest = findings.slice(mostOpen);
  return {
    id: "findings",
    title: "Look at this first",
    count: findings.length,
    body: html`<ul class="findings">${findings.slice(0, mostOpen).map((finding) => item(finding, anchors))}</ul>
${
  rest.length > 0 &&
  html`<details><summary>${rest.length} more</summary><ul class="findings">${first(mostFindings, rest, (finding) => item(finding, anchors), "findings")}</ul></details>`
}`,
  };
}

function item({ risk, rule, urn, name, reason }: Finding, anchors: Anchors): Markup {
  const anchor = anchors.get(urn);
  const shown = html`<code>${cut(name, longestText)}</code>`;
  return html`<li class="finding ${risk}"><div>${badge(risk, risk)} <strong>${nounOf({ name: rule }).replaceAll("-", " ")}</strong> · ${
    anchor === undefined ? shown : html`<a href="#${anchor}">${shown}</a>`
  }</div><div>${sentenceMarkup(reason)}</div></li>
`;
}
