import type { Moments } from "../../../routing/explain.js";
import { dataMarkup, html, type Markup } from "../markup.js";
import { fieldIds, fieldTitle } from "./field-ids.js";
import { packed } from "./packed.js";
import { pageScript } from "./page-script.js";

/** How long the data of a page may be. */
const most = 1_500_000;

/** What a page answers for. */
export interface Asking {
  readonly moments: Moments;
  /** What it does not know, a sentence. */
  readonly note?: string;
}

/** A field into which people type a model name: the page itself says where it ends. */
export interface NameField {
  readonly section: Markup;
  /** The line of the contents that leads to it. */
  readonly entry?: Markup;
  /** What runs in the page. */
  readonly script?: string;
}

/** Undefined where there is nothing to ask for. Without scripts, nothing of the field is seen. */
export function fieldFor({ moments, note }: Asking): NameField | undefined {
  const data = packed(moments);
  if (data.models.length + data.mappings.length === 0) {
    return undefined;
  }
  if (JSON.stringify(data).length > most) {
    const instead = html`the page would be too large. <code>workspace-gateway route</code> answers.`;
    return {
      section: html`<p class="muted small">A field to ask where a name ends is left out: ${instead}</p>`,
    };
  }
  return {
    section: html`${form(note)}${dataMarkup(fieldIds.data, data)}`,
    entry: html`<li class="live" hidden><a href="#${fieldIds.section}">${fieldTitle}</a></li>`,
    script: pageScript(data),
  };
}

/** The script shows it, and fills in the workspaces. */
function form(note: string | undefined): Markup {
  return html`<section class="live" id="${fieldIds.section}" aria-labelledby="${fieldIds.section}-head" hidden><h2 id="${fieldIds.section}-head">${fieldTitle}</h2>
<form class="ask" id="${fieldIds.form}">
<p><label for="${fieldIds.name}">Model name, as callers send it</label> <input id="${fieldIds.name}" type="text" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="${fieldIds.note}"></p>
<p><label for="${fieldIds.workspace}">Workspace</label> <select id="${fieldIds.workspace}"></select></p>
<p><button type="submit">Show</button></p>
</form>
<p class="muted small" id="${fieldIds.note}">${note}</p>
<div class="answer" id="${fieldIds.answer}" role="status"></div>
<div id="${fieldIds.why}"></div>
</section>
`;
}
