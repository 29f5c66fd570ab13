import { howMany } from "pulumi-workspace-gateway/tools";
import { percentText } from "../facts/fields/numbers.js";
import type { Review } from "../facts/review.js";
import type { End, Route } from "../routing/setup.js";
import { drawing } from "./drawing.js";
import { html, type Markup, type Piece } from "./markup.js";
import { endsElsewhere, type RouteGraph, routeGraphs } from "./route-graph.js";
import { cut, type Section, sentenceMarkup } from "./section.js";

const mostDrawings = 8;
const mostRows = 500;
const longestName = 300;

/** Where incoming names end before and after: drawn for each workspace, and as a table. */
export function routingSection(review: Review): Section {
  const moved = review.routes.filter(endsElsewhere);
  const graphs = routeGraphs(review);
  const left = graphs.length - mostDrawings;
  return {
    id: "routing",
    title: "Routing before and after",
    count: moved.length,
    body: html`${graphs.slice(0, mostDrawings).map((graph, index) => figure(graph, index + 1, review))}
${left > 0 && html`<p>The routing of ${howMany(left, "more workspace")} moves, too: the table has it.</p>`}
${table("Routes that change", moved, review, true)}
${table(
  "Routes that stay",
  review.routes.filter((route) => !endsElsewhere(route)),
  review,
  false,
)}`,
  };
}

function figure(graph: RouteGraph, number: number, { workspaces }: Review): Markup {
  const name = cut(workspaces[graph.workspace] ?? graph.workspace, longestName);
  const title = `Routing of ${name}, before and after`;
  return html`<h3>Workspace <span class="name">${name}</span></h3>
<figure>
<div class="scroll" role="region" tabindex="0" aria-label="${title}">${drawing(graph, `routing-${number}`, title)}</div>
<figcaption>${legend(graph)}${leftOut(graph)}</figcaption>
</figure>
`;
}

const meanings = { before: "only before", after: "only after", lost: "ends nowhere", kept: "stays" } as const;

/** Only the kinds of lines that the drawing has. */
function legend({ lines }: RouteGraph): Markup {
  const kinds = (["before", "after", "lost", "kept"] as const).filter((kind) =>
    lines.some(({ when }) => when === kind),
  );
  return html`<ul class="legend">${kinds.map((kind) => html`<li><svg width="34" height="10" aria-hidden="true"><path class="${kind}" d="M0 5h34"/></svg>${meanings[kind]}</li>`)}</ul>`;
}

function leftOut({ left }: RouteGraph): Piece {
  const parts = [
    ...(left.moved > 0
      ? [`${howMany(left.moved, "route")} that ${left.moved === 1 ? "moves" : "move"}`]
      : []),
    ...(left.kept > 0 ? [`${howMany(left.kept, "route")} that ${left.kept === 1 ? "stays" : "stay"}`] : []),
  ];
  return (
    parts.length > 0 &&
    html`<p class="muted small">Not drawn: ${parts.join(" and ")}. The tables have them.</p>`
  );
}

function table(title: string, routes: readonly Route[], review: Review, isOpen: boolean): Piece {
  if (routes.length === 0) {
    return undefined;
  }
  const hasCost = routes.some(({ costPercent }) => costPercent !== undefined);
  const doubts = [
    ...new Set(
      routes.flatMap(({ before, after }) => [...(before?.depends ?? []), ...(after?.depends ?? [])]),
    ),
  ];
  const left = routes.length - mostRows;
  return html`<details${isOpen && html` open`}><summary>${title} (${routes.length})</summary>
<div class="scroll routes" role="region" tabindex="0" aria-label="${title}"><table>
<thead><tr><th scope="col">incoming name</th><th scope="col">workspace</th><th scope="col">before</th><th scope="col">after</th>${hasCost && html`<th scope="col">cost</th>`}</tr></thead>
<tbody>${routes.slice(0, mostRows).map((route) => row(route, review, hasCost, doubts))}</tbody>
</table></div>
${left > 0 && html`<p class="muted">${howMany(left, "more route")} left out here.</p>`}
${
  doubts.length > 0 &&
  html`<p class="small muted">The API does not say, and the marked results depend on it:</p>
<ol class="small muted">${doubts.map((doubt) => html`<li>${sentenceMarkup(doubt)}</li>`)}</ol>`
}
</details>
`;
}

function row(route: Route, { workspaces }: Review, hasCost: boolean, doubts: readonly string[]): Markup {
  const { incoming, isPattern, workspace, before, after, costPercent } = route;
  return html`<tr><th scope="row"><code>${cut(incoming, longestName)}</code>${isPattern && html` <span class="muted small">pattern</span>`}</th>
<td>${cut(workspaces[workspace] ?? workspace, longestName)}</td><td>${ending(before, doubts, "–")}</td><td>${ending(after, doubts, html`<span class="broken">nothing takes it</span>`)}</td>${
    hasCost && html`<td>${costPercent !== undefined && percentText(costPercent)}</td>`
  }</tr>
`;
}

function ending(end: End | undefined, doubts: readonly string[], none: Piece): Piece {
  if (end === undefined) {
    return none;
  }
  const numbers = end.depends.map((doubt) => doubts.indexOf(doubt) + 1).sort((a, b) => a - b);
  const marks = numbers.length > 0 && html` <sup>${numbers.join(", ")}</sup>`;
  const by = end.by !== undefined && html` <span class="muted small">by ${cut(end.by, longestName)}</span>`;
  return [placeOf(end), by, marks];
}

function placeOf({ is, model = "" }: End): Piece {
  const name = html`<code>${cut(model, longestName)}</code>`;
  switch (is) {
    case "model":
      return name;
    case "outside":
      return html`${name} <span class="muted small">no model of this stack</span>`;
    case "unknown":
      return html`<span class="muted">not known before the up</span>`;
    case "nowhere":
      return html`<span class="broken">nowhere</span>`;
  }
}
