import { defined, howMany } from "pulumi-workspace-gateway/tools";
import type { Arrow, Drawing } from "../../graph/drawing.js";
import { type Route, routeChange } from "../../routing/compare-routes.js";
import type { End } from "../../routing/route.js";
import { percentText } from "../../text/numbers.js";
import type { ObjectChange, Review } from "../facts/review.js";

type RouteBox = Drawing["boxes"][number];

const mostChanged = 20;
const mostKept = 6;

/** The routes of each workspace in which one changes: those that change, and what shares a model with them. */
export function routeDrawings({ routes, changes, workspaces }: Review): Drawing[] {
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
      return { id: `outside ${model}`, shape, label: model, note: "no model of this stack", look: "off" };
    case "unknown":
      return {
        id: `unknown ${modelUrn ?? model}`,
        shape,
        label: model || "?",
        note: "not known yet",
        look: "off",
      };
    case "nowhere":
      return { id: is, shape, label: "ends nowhere", note: "requests fail", look: "missing" };
  }
}

/** The look and the note of a box if the resource behind it is created, changed or deleted. */
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
