import { defined, howMany } from "pulumi-workspace-gateway/tools";
import type { Arrow, Drawing } from "../../graph/drawing.js";
import { type Route, routeChange } from "../../routing/compare-routes.js";
import type { End } from "../../routing/route.js";
import { percentText } from "../../text/words.js";
import type { ObjectChange, Review } from "../facts/review.js";
import { asLine, type Block, code, type Line, mark, plain, type Section } from "./block.js";

const mostDrawings = 8;
const order = ["lost", "moved", "new", "kept"];

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
    ...drawings.slice(0, mostDrawings).map((drawing): Block => ({ is: "drawing", drawing })),
    ...(kept.length === 0
      ? []
      : [
          {
            is: "fold",
            isForPage: true,
            title: `${howMany(kept.length, "other route")} ${kept.length === 1 ? "stays unchanged" : "stay unchanged"}`,
            blocks: tableOf(kept, review),
          } as const,
        ]),
  ];
  return [{ title: "Routing, before and after", blocks }];
}

/** Whether the route certainly stays the same for all names, regardless of unknown values. */
function stays(route: Route): boolean {
  const { before, after, isRest, otherwise } = route;
  return (
    routeChange(route) === "kept" &&
    !isRest &&
    otherwise === undefined &&
    after?.depends.every((open) => before?.depends.includes(open)) === true
  );
}

function byImportance(a: Route, b: Route): number {
  const [one, other] = [a, b].map((route) => order.indexOf(routeChange(route)));
  return (one ?? 0) - (other ?? 0) || (b.costPercent ?? 0) - (a.costPercent ?? 0);
}

function tableOf(routes: readonly Route[], { workspaces }: Review): Block[] {
  const places = Object.keys(workspaces).length > 1;
  const doubts = [
    ...new Set(routes.flatMap(({ before, after }) => [before, after].flatMap((end) => end?.depends ?? []))),
  ];
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
  const head = [...(places ? ["Workspace"] : []), "Incoming name", "Before", "After", "Cost"];
  const notes = doubts.map((doubt, at) => ({ line: [mark(at + 1), " ", ...asLine(doubt)] }));
  return [
    { is: "table", head, rows },
    ...(notes.length === 0
      ? []
      : ([
          { is: "line", line: ["The marked results depend on these open questions:"] },
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

function placeOf({ is, model = "", isOption }: End): Line {
  const name = model === "" ? [] : [code(model)];
  switch (is) {
    case "model":
      return name;
    case "outside":
      return [...name, isOption ? " (offered in modelOptions)" : " (not in this stack)"];
    case "nowhere":
      return [
        { look: "strong", text: "no model" },
        ...(model === "" ? [] : [" (", ...name, " no longer exists)"]),
      ];
    case "unknown":
      return model === "" ? ["not known yet"] : [...name, " (not known yet)"];
  }
}

type RouteBox = Drawing["boxes"][number];

const mostChanged = 20;
const mostKept = 6;

/** For each workspace with changed routes: these routes, and other routes that share a model with them. */
function routeDrawings({ routes, changes, workspaces }: Review): Drawing[] {
  const operations = new Map(changes.map(({ urn, operation }) => [urn, operation]));
  return [...Map.groupBy(routes, ({ workspace }) => workspace)]
    .filter(([, some]) => some.some(isChanged))
    .map(([workspace, some]) => drawingOf(workspaces[workspace] ?? workspace, some, operations));
}

function isChanged(route: Route): boolean {
  return routeChange(route) !== "kept";
}

function drawingOf(workspace: string, routes: readonly Route[], operations: Operations): Drawing {
  const allChanged = routes.filter(isChanged);
  const changed = allChanged.slice(0, mostChanged);
  const touched = new Set(changed.flatMap((route) => endsOf(route).map(({ id }) => id)));
  const isBeside = (route: Route) => !isChanged(route) && endsOf(route).some(({ id }) => touched.has(id));
  const kept = routes.filter(isBeside).slice(0, mostKept);
  const left = allChanged.length - changed.length;
  return {
    title: left === 0 ? workspace : `${workspace} (${howMany(left, "more route")} in the table)`,
    ...drawn([...changed, ...kept], operations),
  };
}

type Operations = ReadonlyMap<string, ObjectChange["operation"]>;

function drawn(routes: readonly Route[], operations: Operations): Pick<Drawing, "boxes" | "arrows"> {
  const boxes = new Map<string, RouteBox>();
  const arrows = new Map<string, Arrow>();
  const draw = (path: readonly RouteBox[], when: "before" | "after") => {
    const ids = path.map((box) => {
      const known = boxes.get(box.id) ?? { ...box, id: `n${boxes.size}` };
      boxes.set(box.id, known);
      return known.id;
    });
    for (const [at, to] of ids.slice(1).entries()) {
      const arrow = { from: ids[at] ?? "", to };
      const key = JSON.stringify(arrow);
      const known = arrows.get(key);
      const isKept = known !== undefined && known.when !== when;
      const isBroken = (when === "after" && path[at + 1]?.id === nowhere.is) || undefined;
      arrows.set(key, isKept ? arrow : { ...arrow, when, ...defined({ isBroken }) });
    }
  };
  for (const route of routes) {
    if (route.before !== undefined && route.before.is !== "nowhere") {
      draw(pathOf(route, route.before, operations), "before");
    }
    draw(pathOf(route, route.after ?? nowhere, operations), "after");
  }
  return { boxes: [...boxes.values()], arrows: [...arrows.values()] };
}

const nowhere: End = { is: "nowhere", depends: [] };

function pathOf(route: Route, end: End, operations: Operations): RouteBox[] {
  const last = { ...endBox(end), ...changed(end.modelUrn, operations) };
  return end.by === undefined
    ? [incomingBox(route), last]
    : [incomingBox(route), mappingBox(end.by, end.byUrn, operations), last];
}

function endsOf({ before, after }: Route): RouteBox[] {
  return [before, after].flatMap((end) => (end === undefined ? [] : [endBox(end)]));
}

function incomingBox(route: Route): RouteBox {
  const { incoming, isPattern, costPercent } = route;
  const notes = [
    ...(isPattern ? ["pattern"] : []),
    ...(costPercent === undefined || costPercent === 0 ? [] : [`cost ${percentText(costPercent)}`]),
  ];
  return {
    id: `incoming ${isPattern} ${incoming}`,
    label: incoming,
    shape: "box",
    ...defined({
      note: notes.join(", ") || undefined,
      look: isChanged(route) ? ("moved" as const) : undefined,
    }),
  };
}

function mappingBox(name: string, urn: string | undefined, operations: Operations): RouteBox {
  return { id: `mapping ${urn ?? name}`, label: name, shape: "hexagon", ...changed(urn, operations) };
}

function endBox({ is, model = "", modelUrn }: End): RouteBox {
  const shape = "ellipse";
  switch (is) {
    case "model":
      return { id: `model ${modelUrn ?? model}`, shape, label: model };
    case "outside":
      return { id: `outside ${model}`, shape, label: model, note: "no model in this stack", look: "off" };
    case "unknown":
      return {
        id: `unknown ${modelUrn ?? model}`,
        shape,
        label: model || "?",
        note: "not known yet",
        look: "off",
      };
    case "nowhere":
      return { id: is, shape, label: "no model", note: "requests fail", look: "missing" };
  }
}

const looks: Readonly<Partial<Record<ObjectChange["operation"], Partial<Pick<RouteBox, "look" | "note">>>>> =
  {
    create: { look: "created", note: "new" },
    delete: { look: "deleted", note: "deleted" },
    update: { note: "changed" },
    replace: { note: "replaced" },
  };

function changed(urn = "", operations: Operations) {
  return looks[operations.get(urn) ?? "other"];
}
