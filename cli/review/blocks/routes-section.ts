import { howMany } from "pulumi-workspace-gateway/tools";
import { type Route, routeChange } from "../../routing/compare-routes.js";
import type { End } from "../../routing/route.js";
import { percentText } from "../../text/numbers.js";
import type { Review } from "../facts/review.js";
import type { Block, Line, Section } from "./block.js";
import { asLine, code, mark, plain } from "./lines.js";
import { routeDrawings } from "./route-graph.js";

const most = { drawings: 8, doubts: 8 };
const order = ["lost", "moved", "new", "kept"];

/** Where incoming names end, before and after: those that change, as a drawing for each workspace and as a table. */
export function routesSection(review: Review): Section[] {
  const sorted = review.routes.toSorted(byImportance);
  const changed = sorted.filter((route) => !stays(route));
  if (changed.length === 0) {
    return [];
  }
  const drawings = routeDrawings({ ...review, routes: sorted });
  const kept = sorted.filter(stays);
  const blocks: Block[] = [
    ...tableOf(changed, review),
    ...drawings.slice(0, most.drawings).map((drawing): Block => ({ is: "drawing", drawing })),
    ...(kept.length === 0
      ? []
      : [
          {
            is: "fold",
            isForPage: true,
            title: `${howMany(kept.length, "other route")} ${kept.length === 1 ? "stays as it is" : "stay as they are"}`,
            blocks: tableOf(kept, review),
          } as const,
        ]),
  ];
  return [{ title: "Routing, before and after", share: 0.22, blocks }];
}

/** Whether it stays for all names, whatever is open about the change. */
function stays(route: Route): boolean {
  const { before, after, isRest, otherwise } = route;
  return (
    routeChange(route) === "kept" &&
    !isRest &&
    otherwise === undefined &&
    after?.depends.every((open) => before?.depends.includes(open)) === true
  );
}

/** What is lost first, then what gets dearer by most. */
function byImportance(a: Route, b: Route): number {
  const [one, other] = [a, b].map((route) => order.indexOf(routeChange(route)));
  return (one ?? 0) - (other ?? 0) || (b.costPercent ?? 0) - (a.costPercent ?? 0);
}

function tableOf(routes: readonly Route[], { workspaces }: Review): Block[] {
  const places = Object.keys(workspaces).length > 1;
  const doubts = [
    ...new Set(routes.flatMap(({ before, after }) => [before, after].flatMap((end) => end?.depends ?? []))),
  ].slice(0, most.doubts);
  const rows = routes.map((route) => {
    const { workspace, before, after, costPercent } = route;
    const isRerouted = before?.by !== after?.by;
    return [
      ...(places ? [[plain(workspaces[workspace] ?? workspace)]] : []),
      incomingOf(route),
      endOf(before, isRerouted, doubts),
      endOf(after, isRerouted, doubts),
      costPercent ? [percentText(costPercent)] : [],
    ];
  });
  const head = [...(places ? ["workspace"] : []), "incoming name", "before", "after", "cost"];
  const notes = doubts.map((doubt, at) => ({ line: [mark(at + 1), " ", ...asLine(doubt)] }));
  return [
    { is: "table", head, rows },
    ...(notes.length === 0
      ? []
      : ([
          { is: "line", line: ["This is open, and the marked results depend on it:"] },
          { is: "list", items: notes },
        ] as const)),
  ];
}

function incomingOf({ incoming, isPattern, example, isRest }: Route): Line {
  const which = example === undefined ? [isRest ? ", other names" : ""] : [", such as ", code(example)];
  return [code(incoming), ...(isPattern ? [" (pattern", ...which, ")"] : [])];
}

function endOf(end: End | undefined, withMapping: boolean, doubts: readonly string[]): Line {
  if (end === undefined) {
    return ["–"];
  }
  const marks = doubts.flatMap((doubt, at) => (end.depends.includes(doubt) ? [at + 1] : []));
  return [
    ...placeOf(end),
    ...(withMapping && end.by !== undefined ? [" by ", code(end.by)] : []),
    ...(marks.length === 0 ? [] : [" ", mark(...marks)]),
  ];
}

function placeOf({ is, model = "" }: End): Line {
  const name = model === "" ? [] : [code(model)];
  switch (is) {
    case "model":
      return name;
    case "outside":
      return [...name, " (not of this stack)"];
    case "nowhere":
      return [{ look: "strong", text: "nowhere" }, ...(model === "" ? [] : [" (", ...name, " is gone)"])];
    case "unknown":
      return model === "" ? ["not known yet"] : [...name, " (not known yet)"];
  }
}
