import { howMany } from "pulumi-workspace-gateway/tools";
import { percentText } from "../facts/fields/numbers.js";
import type { Review } from "../facts/review.js";
import { type Drawn, diagram } from "../routing/diagram.js";
import type { End, Route } from "../routing/setup.js";
import { codeSpan, withCode } from "./escaping/code-span.js";
import { escaped } from "./escaping/escaped.js";
import { fence } from "./escaping/fence.js";
import { visible } from "./escaping/visible.js";
import { fit, folded } from "./fit.js";

/** More rows than these are opened by those who want them. */
const openRows = 12;
const mostNotes = 8;
/** GitHub draws no larger ones, and nobody reads them. */
const largestDiagram = 8000;

/** Where incoming names end, before and after: those that move and those that are new, as a table and as a drawing. */
export function routesPart(review: Drawn, room: number): string {
  const shown = review.routes.filter(isShown);
  if (shown.length === 0) {
    return "";
  }
  const ends = shown.flatMap(({ before, after }) => [before, after]);
  const notes = [...new Set(ends.flatMap((end) => end?.depends ?? []))].slice(0, mostNotes);
  const rows = shown.map((route) => rowOf(route, review.workspaces, notes));
  const parts = [
    "### Routing, before and after",
    tableOf(rows, review, room / 2 - 1500),
    ...footnotes(notes),
    ...drawing(diagram(review), Math.min(largestDiagram, room / 2)),
    ...restOf(review.routes.length - shown.length),
  ];
  return parts.join("\n\n");
}

/** A name that nothing took before moves nowhere, but it is new. */
function isShown({ moved, before, after }: Route): boolean {
  return moved || (before === undefined && after?.by !== undefined);
}

function drawing(text: string, most: number): string[] {
  const lines = text.trimEnd().split("\n");
  return text === "" || text.length > most
    ? []
    : [
        fence(
          "mermaid",
          lines.map((line) => visible(line)),
        ),
      ];
}

function tableOf(rows: readonly string[], review: Pick<Review, "workspaces">, room: number): string {
  const columns = ["incoming name", "before", "after", "cost"];
  const head = isOfMany(review) ? ["workspace", ...columns] : columns;
  const top = [`| ${head.join(" | ")} |`, `|${" --- |".repeat(head.length)}`];
  const all = fit(rows, room, (count) => `| ${howMany(count, "more route")} left out |`);
  const table = (some: readonly string[]) => [...top, ...some].join("\n");
  return all.length <= openRows
    ? table(all)
    : `${table(all.slice(0, openRows))}\n\n${folded(`${rows.length - openRows} more routes that move`, table(all.slice(openRows)))}`;
}

function isOfMany({ workspaces }: Pick<Review, "workspaces">): boolean {
  return Object.keys(workspaces).length > 1;
}

function rowOf(route: Route, workspaces: Review["workspaces"], notes: readonly string[]): string {
  const { incoming, isPattern, before, after, costPercent } = route;
  const isRerouted = before?.by !== after?.by;
  const cells = [
    `${codeSpan(incoming, 80)}${isPattern ? " (pattern)" : ""}`,
    endOf(before, isRerouted, notes),
    endOf(after, isRerouted, notes),
    costPercent === undefined || costPercent === 0 ? "" : percentText(costPercent),
  ];
  const place =
    Object.keys(workspaces).length > 1 ? [escaped(workspaces[route.workspace] ?? route.workspace, 80)] : [];
  return `| ${[...place, ...cells].join(" | ")} |`;
}

function endOf(end: End | undefined, withMapping: boolean, notes: readonly string[]): string {
  if (end === undefined) {
    return "–";
  }
  const by = withMapping && end.by !== undefined ? [`by ${codeSpan(end.by, 60)}`] : [];
  const marks = notes.flatMap((note, index) => (end.depends.includes(note) ? [index + 1] : [])).join(", ");
  return `${[modelOf(end), ...by].join(" ")}${marks === "" ? "" : ` <sup>${marks}</sup>`}`;
}

function modelOf({ is, model = "" }: End): string {
  const name = codeSpan(model, 80);
  switch (is) {
    case "model":
      return name;
    case "outside":
      return `${name} (not of this stack)`;
    case "nowhere":
      return model === "" ? "**nowhere**" : `**nowhere** (${name} is gone)`;
    case "unknown":
      return model === "" ? "not known yet" : `${name} (not known yet)`;
  }
}

/** What the marks of the table stand for. */
function footnotes(notes: readonly string[]): string[] {
  const lines = notes.map((note, index) => `<sup>${index + 1}</sup> ${withCode(note, 300)}`);
  return lines.length === 0
    ? []
    : [["The API does not say, and the marked results depend on it:", ...lines].join("<br>\n")];
}

function restOf(count: number): string[] {
  return count === 0
    ? []
    : [
        `${howMany(count, "other route")} ${count === 1 ? "stays" : "stay"} as ${count === 1 ? "it is" : "they are"}.`,
      ];
}
