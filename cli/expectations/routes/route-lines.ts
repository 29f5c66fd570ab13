import { type Assumption, assumedReading } from "../../routing/assumptions.js";
import type { ExpectedRoute, ExpectedWorkspace } from "../format.js";
import { judge, type LineOutcome, worst } from "../line-outcome.js";
import type { ExpectedLine } from "../lines/line.js";
import { type ServedModel, servedModels } from "../model-properties.js";
import type { Room } from "../workspace-room.js";
import { askedNames, formNames } from "./asked-names.js";
import { type RouteProperty, routeProperties } from "./route-properties.js";
import { type RoutedRoom, routedRoom } from "./routed-room.js";

/** Where names are expected to end. */
export function routeLines(
  expected: NonNullable<ExpectedWorkspace["routes"]>,
  room: Room,
  assumed: readonly Assumption[],
): ExpectedLine[] {
  const models = servedModels(room);
  const rooms = new Map<string, RoutedRoom>();
  const under = (names: readonly Assumption[]): RoutedRoom => {
    const key = JSON.stringify(names);
    const known = rooms.get(key) ?? routedRoom(room, assumedReading(names));
    rooms.set(key, known);
    return known;
  };
  const lines = Object.keys(expected);
  return Object.entries(expected).flatMap(([form, route]) => {
    const own = route === "nowhere" ? [] : [route.assume ?? []].flat();
    const routed = under([...assumed, ...own]);
    const asked = askedOf(form, route, routed, lines).map((name) => ({ name, ends: routed.endsOf(name) }));
    return routeProperties(route).map(
      (property): ExpectedLine => ({
        path: ["routes", form, ...property.path],
        expected: property.expected,
        judgement: judgedOf(form, property, asked, models),
      }),
    );
  });
}

/** The names that a line is about. That nothing of a form is answered is tried with names that nobody knows, too. */
function askedOf(
  form: string,
  route: ExpectedRoute | "nowhere",
  routed: RoutedRoom,
  lines: readonly string[],
): string[] {
  if (!form.includes("*")) {
    return [form];
  }
  const unheard = route === "nowhere" ? formNames(form) : [];
  return [...new Set([...askedNames(form, routed, lines), ...unheard])];
}

interface Asked {
  readonly name: string;
  readonly ends: ReturnType<RoutedRoom["endsOf"]>;
}

function judgedOf(
  form: string,
  property: RouteProperty,
  asked: readonly Asked[],
  models: ReadonlyMap<string, ServedModel>,
): LineOutcome {
  const judgements = asked.map(({ name, ends: [taken, ...others] }) => {
    const rest = others.map((end) => property.seenAt(end, models));
    const judgement = judge(property.seenAt(taken, models), rest);
    return name === form ? judgement : { ...judgement, found: `\`${name}\` ${judgement.found}` };
  });
  const most = worst(judgements);
  if (most === undefined) {
    return judge({ isMet: false, found: "no name of this form is known here, so nothing was tried" });
  }
  return most.status === "held" && asked.length > 1
    ? judge({ isMet: true, found: `all ${asked.length} names of this form that are known do` })
    : most;
}
