import { howMany } from "pulumi-workspace-gateway/tools";
import type { Needs } from "../facts/review.js";
import { html } from "./markup.js";
import { cut, first, type Section, sentenceMarkup } from "./section.js";

const mostSentences = 200;
const longestText = 1_000;

/** What the apply will need, and what it cannot take back. */
export function needsSection({ scopes, app, writes, reads, irreversible }: Needs): Section {
  return {
    id: "needs",
    title: "What the apply needs",
    body: html`<ul>
<li>${howMany(writes, "request")} that change something, and at most ${howMany(reads, "read")}.</li>
${scopes.length > 0 && html`<li>A token with ${scopes.map((scope, index) => [index > 0 && ", ", html`<code>${cut(scope, longestText)}</code>`])}.</li>`}
${app && html`<li>The app's own credentials, for gateway keys.</li>`}
</ul>
${
  irreversible.length > 0 &&
  html`<h3>Cannot be undone</h3>
<ul>${first(mostSentences, irreversible, (sentence) => html`<li>${sentenceMarkup(sentence)}</li>`, "sentences")}</ul>`
}`,
  };
}
