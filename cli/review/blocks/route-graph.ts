import { defined } from "pulumi-workspace-gateway/tools";
import { type Route, routeChange } from "../../routing/compare-routes.js";
import type { End } from "../../routing/find-route.js";
import { percentText } from "../../text/numbers.js";
import type { ObjectChange, Review } from "../facts/review.js";

/** A box of the drawing: an incoming name, the mapping that takes it, or where it ends. */
export interface RouteBox {
  readonly id: string;
  readonly column: "incoming" | "mapping" | "end";
  readonly label: string;
  /** A second line, smaller. */
  readonly sub?: string;
  readonly look: "kept" | "moved" | "created" | "deleted" | End["is"];
}

/** A line of the drawing. `lost` is one that leads nowhere after the `up`. */
export interface RouteLine {
  readonly from: string;
  readonly to: string;
  readonly when: "kept" | "before" | "after" | "lost";
}

/** What is drawn of the routing of a workspace. */
export interface RouteGraph {
  /** Its name. */
  readonly workspace: string;
  readonly boxes: readonly RouteBox[];
  readonly lines: readonly RouteLine[];
  /** How many routes that change are not drawn. */
  readonly left: number;
}

const mostChanged = 20;
const mostKept = 6;

/** The routes of each workspace in which one changes: those that change, and what shares a model with them. */
export function routeGraphs({ routes, changes, workspaces }: Review): RouteGraph[] {
  const operations = new Map(changes.map(({ urn, operation }) => [urn, operation]));
  return [...Map.groupBy(routes, ({ workspace }) => workspace)]
    .filter(([, some]) => some.some(isChanged))
    .map(([workspace, some]) => graphOf(workspaces[workspace] ?? workspace, some, operations));
}

function isChanged(route: Route): boolean {
  return routeChange(route) !== "kept";
}

function graphOf(workspace: string, routes: readonly Route[], operations: Operations): RouteGraph {
  const allChanged = routes.filter(isChanged);
  const changed = allChanged.slice(0, mostChanged);
  const touched = new Set(changed.flatMap((route) => endsOf(route).map(({ id }) => id)));
  const isBeside = (route: Route) => !isChanged(route) && endsOf(route).some(({ id }) => touched.has(id));
  const kept = routes.filter(isBeside).slice(0, mostKept);
  return {
    workspace,
    ...drawn([...changed, ...kept], operations),
    left: allChanged.length - changed.length,
  };
}

type Operations = ReadonlyMap<string, ObjectChange["operation"]>;

function drawn(routes: readonly Route[], operations: Operations): Pick<RouteGraph, "boxes" | "lines"> {
  const boxes = new Map<string, RouteBox>();
  const lines = new Map<string, RouteLine>();
  const draw = (path: readonly RouteBox[], when: "before" | "after") => {
    for (const [at, box] of path.entries()) {
      boxes.set(box.id, boxes.get(box.id) ?? box);
      const next = path[at + 1];
      if (next !== undefined) {
        const line = { from: box.id, to: next.id };
        const key = JSON.stringify(line);
        const drawnAs = lines.get(key)?.when;
        lines.set(key, { ...line, when: drawnAs === undefined || drawnAs === when ? when : "kept" });
      }
    }
  };
  for (const route of routes) {
    if (route.before !== undefined && route.before.is !== "nowhere") {
      draw(pathOf(route, route.before, operations), "before");
    }
    draw(pathOf(route, route.after ?? nowhere, operations), "after");
  }
  return { boxes: [...boxes.values()], lines: [...lines.values()].map(markedIfLost) };
}

const nowhere: End = { is: "nowhere", depends: [] };

function markedIfLost(line: RouteLine): RouteLine {
  return line.to === nowhere.is && line.when === "after" ? { ...line, when: "lost" } : line;
}

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
    column: "incoming",
    label: incoming,
    look: isChanged(route) ? "moved" : "kept",
    ...defined({ sub: notes.join(", ") || undefined }),
  };
}

function mappingBox(name: string, urn: string | undefined, operations: Operations): RouteBox {
  return {
    id: `mapping ${urn ?? name}`,
    column: "mapping",
    label: name,
    look: "kept",
    ...changed(urn, operations),
  };
}

function endBox({ is, model = "", modelUrn }: End): RouteBox {
  const column = "end";
  switch (is) {
    case "model":
      return { id: `model ${modelUrn ?? model}`, column, label: model, look: "kept" };
    case "outside":
      return { id: `outside ${model}`, column, label: model, sub: "no model of this stack", look: is };
    case "unknown":
      return {
        id: `unknown ${modelUrn ?? model}`,
        column,
        label: model || "?",
        sub: "not known yet",
        look: is,
      };
    case "nowhere":
      return { id: is, column, label: "ends nowhere", sub: "requests fail", look: is };
  }
}

/** How a box looks, and what it says, if the resource behind it is made, changed or deleted. */
const looks: Readonly<Partial<Record<ObjectChange["operation"], Partial<Pick<RouteBox, "look" | "sub">>>>> = {
  create: { look: "created", sub: "new" },
  delete: { look: "deleted", sub: "deleted" },
  update: { sub: "changed" },
  replace: { sub: "replaced" },
};

function changed(urn = "", operations: Operations) {
  return looks[operations.get(urn) ?? "other"];
}
