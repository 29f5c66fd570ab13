import { fieldFor } from "../review/html/field/field-markup.js";
import { framed } from "../review/html/frame.js";
import { html } from "../review/html/markup.js";
import type { Setup } from "../routing/setup.js";
import { graphStyle, graphTitle, picture } from "./svg.js";
import type { GraphSource, WorkspaceGraph } from "./workspace-graph.js";

const sources: Readonly<Record<GraphSource, { readonly about: string; readonly note?: string }>> = {
  gateway: { about: "as the gateway has it" },
  stack: { about: "as the stack has it since its last up", note: "A stack knows only what it has itself." },
};

/** A drawing as a page that needs nothing else, with a field to ask where a name ends. */
export function graphPage(graphs: readonly WorkspaceGraph[], setup: Setup, source: GraphSource): string {
  const title = graphTitle(graphs);
  const { about, ...note } = sources[source];
  const field = fieldFor({ moments: { after: setup }, ...note });
  const inside = html`<header><h1>${title}</h1><p class="about">${about}</p></header>
<main>
${field?.section}
<figure><div class="scroll" role="region" tabindex="0" aria-label="${title}">${picture(graphs, source)}</div></figure>
</main>`;
  return framed(title, inside, field?.script, graphStyle);
}
