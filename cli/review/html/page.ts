import { createHash } from "node:crypto";
import { howMany } from "pulumi-workspace-gateway/tools";
import type { Review } from "../facts/review.js";
import { anchorsOf, changesSection, driftSection } from "./changes-section.js";
import { findingsSection } from "./findings-section.js";
import { html, type Markup } from "./markup.js";
import { needsSection } from "./needs-section.js";
import { endsElsewhere } from "./route-graph.js";
import { routingSection } from "./routing-section.js";
import { badge, cut, type Section, sentenceMarkup } from "./section.js";
import { style } from "./style.js";

const mostHeadlines = 12;
const longestText = 300;

/** Nothing is loaded and nothing runs: only the page's own style is let in, by its digest. */
const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'none'`;

/** A review as one page that needs nothing else: no script, no request. What stands `ahead` comes before its parts. */
export function page(review: Review, ahead: readonly Section[] = []): string {
  const title = `Review of ${stackOf(review)}`;
  const parts = [...ahead, ...partsOf(review)];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<div class="page">
${head(review)}
<div class="columns">
${parts.length > 1 && contents(parts)}
<main>
${parts.map(section)}
</main>
</div>
<footer>Written by workspace-gateway review from a preview of ${stackOf(review)}. It shows what the preview knew.</footer>
</div>
</body>
</html>
`.toString();
}

function partsOf(review: Review): Section[] {
  const { findings, changes, drift, routes, needs, caveats } = review;
  return [
    ...(findings.length > 0 ? [findingsSection(findings, anchorsOf(changes))] : []),
    ...(routes.some(endsElsewhere) ? [routingSection(review)] : []),
    changesSection(review),
    ...(drift.length > 0 ? [driftSection(review)] : []),
    ...(changes.length > 0 ? [needsSection(needs)] : []),
    ...(caveats.length > 0 ? [caveatsSection(caveats)] : []),
  ];
}

function caveatsSection(caveats: Review["caveats"]): Section {
  return {
    id: "caveats",
    title: "What this review cannot know",
    body: html`<ul>${caveats.map((caveat) => html`<li>${sentenceMarkup(caveat)}</li>`)}</ul>`,
  };
}

const riskWords = {
  none: "no risk found",
  low: "low risk",
  medium: "medium risk",
  high: "high risk",
} as const;

function head({ risk, headline, counts, size, ...review }: Review): Markup {
  const operations = (["create", "update", "replace", "delete"] as const).filter((each) => counts[each] > 0);
  return html`<header>
<p class="over">Review of a preview</p>
<h1><span class="name">${stackOf(review)}</span> ${badge(risk, riskWords[risk])}</h1>
${headline.length > 0 && html`<ul class="headline">${headline.slice(0, mostHeadlines).map((line) => html`<li>${cut(line, longestText)}</li>`)}</ul>`}
<p class="counts">${operations.map((each) => html`<span>${badge(each, `${counts[each]}`)} to ${each}</span>`)}<span>${howMany(size.after, "resource")} after it${size.before !== size.after && `, ${size.before} before`}</span></p>
</header>`;
}

function stackOf({ project, stack }: Pick<Review, "project" | "stack">): string {
  const names = [project, stack].filter((name) => name !== undefined);
  return names.length === 0 ? "a stack" : cut(names.join("/"), longestText);
}

function contents(parts: readonly Section[]): Markup {
  return html`<nav aria-label="Contents"><ul>${parts.map(
    ({ id, title, count }) =>
      html`<li><a href="#${id}">${title}</a>${count !== undefined && html` <span class="muted">${count}</span>`}</li>`,
  )}</ul></nav>`;
}

function section({ id, title, body }: Section): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-head"><h2 id="${id}-head">${title}</h2>
${body}
</section>
`;
}
