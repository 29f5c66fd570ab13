import { quoted } from "pulumi-workspace-gateway/tools";
import { taken } from "./mapping-reading.js";
import { isSamePlace, type Places, placesOf } from "./model-places.js";
import { counts, type Ranked, rivalsIn } from "./order.js";
import { readersFor } from "./readers.js";
import type { RoutedModel, RoutingFinding, Setup } from "./setup.js";
import { type View, viewOf } from "./view.js";

/** A workspace under the reading that is taken, and under the others. */
interface Room {
  readonly setup: Setup;
  readonly workspace: string;
  readonly view: View;
  readonly otherViews: readonly View[];
  readonly places: Places;
  readonly rivals: ReadonlyMap<Ranked, readonly Ranked[]>;
}

/** What is found about a mapping; undefined if nothing is. */
type MappingRule = (mapping: Ranked, room: Room) => Omit<RoutingFinding, "urn" | "name"> | undefined;

const mappingRules: readonly MappingRule[] = [endsNowhere, hardlyReadable, missesModel, shadowed, tied];

/** What is odd about the routing of a setup. With what was there `formerly`, also what goes away under a mapping. */
export function findingsOf(setup: Setup, formerly?: Setup): RoutingFinding[] {
  const places = placesOf(setup);
  const was = formerly && placesOf(formerly);
  const counted = setup.mappings.filter((mapping) => counts(mapping, taken));
  return [...Map.groupBy(counted, ({ workspace }) => workspace)].flatMap(([workspace, mappings]) => {
    const texts = mappings.flatMap(({ isPattern, sourceName }) => (isPattern && sourceName) || []);
    const { main, others } = readersFor(texts);
    const place = { workspace, mappings, now: places, formerly: was };
    const view = viewOf(place, main);
    const room = {
      setup,
      workspace,
      places,
      view,
      rivals: rivalsOverNames(setup, workspace, view),
      otherViews: others.map((reader) => viewOf(place, reader)),
    };
    return view.order.all.flatMap((each) => {
      const { urn, name } = each.mapping;
      const found = mappingRules.map((rule) => rule(each, room)).filter((finding) => finding !== undefined);
      return found.map((finding) => ({ ...finding, urn, name }));
    });
  });
}

function endsNowhere(each: Ranked, { view }: Room) {
  const { is, model = "" } = view.leadsTo(each);
  return is === "nowhere"
    ? nowhere(
        `Requests for ${quoted(each.source)} go to ${quoted(model)}, and no model has that gateway name any more. ` +
          "Lead them to another model, or keep that one.",
      )
    : undefined;
}

function hardlyReadable({ source, isPattern, pattern }: Ranked) {
  return isPattern && pattern === undefined && !isRegularExpression(source)
    ? nowhere(`The pattern ${quoted(source)} is no valid regular expression: it can hardly take any name.`)
    : undefined;
}

/** Of more syntaxes than the one that is followed: with what looks ahead, back, or for itself. */
function isRegularExpression(text: string): boolean {
  try {
    return new RegExp(text) !== undefined;
  } catch (error) {
    if (error instanceof SyntaxError) {
      return false;
    }
    throw error;
  }
}

/** A model that is only called by another name than its gateway name, or that is in another workspace. */
function missesModel({ mapping, source }: Ranked, { setup, workspace, places }: Room) {
  const { targetModel } = mapping;
  if (targetModel === undefined || places.ofGatewayName(workspace, targetModel) !== undefined) {
    return undefined;
  }
  const inside = (model: RoutedModel) => model.workspace === workspace;
  const called = setup.models.find((model) => inside(model) && model.modelName === targetModel);
  if (called?.gatewayName !== undefined) {
    return nowhere(
      `Requests for ${quoted(source)} go to ${quoted(targetModel)}, which is the name of a model but not its ` +
        `gateway name: that is ${quoted(called.gatewayName)}.`,
    );
  }
  const isElsewhere = setup.models.some(
    (model) =>
      !inside(model) &&
      model.gatewayName === targetModel &&
      places.maybeOfGatewayName(workspace, targetModel) === undefined,
  );
  return isElsewhere
    ? nowhere(
        `Requests for ${quoted(source)} go to ${quoted(targetModel)}, which is a model of another workspace.`,
      )
    : undefined;
}

function nowhere(reason: string) {
  return { rule: "route-ends-nowhere", reason } as const;
}

function shadowed(each: Ranked, { view, otherViews }: Room) {
  const takers = takersOfAll(each, view);
  const [first] = takers;
  if (first === undefined || first.mapping === each.mapping || rivalsIn(takers).includes(each)) {
    return undefined;
  }
  if (first.source === each.source && first.isPattern === each.isPattern) {
    return undefined; // a chain of fallbacks, on a gateway that takes several mappings of one name
  }
  const isOpen = otherViews.some((other) => takersOfAll(each, other)[0]?.mapping === each.mapping);
  const what = each.isPattern ? "The pattern" : "The name";
  const reason =
    `${what} ${quoted(each.source)} never decides: ${quoted(first.source)} of the mapping ` +
    `${quoted(first.mapping.name)} comes first and takes all that it takes` +
    `${isOpen ? ", if the gateway reads mappings as this review does" : ""}. ` +
    "Give it a lower priority number, or remove it.";
  return { rule: "pattern-shadowed", reason } as const;
}

function tied(each: Ranked, { view, rivals }: Room) {
  const takers = takersOfAll(each, view);
  const alike = takers[0] === each ? rivalsIn(takers) : [];
  const all = [...alike.filter((other) => isAtOdds(each, other, view)), ...(rivals.get(each) ?? [])];
  const others = [...new Set(all.map((other) => `${quoted(other.source)} (${quoted(other.mapping.name)})`))];
  const reason =
    `${quoted(each.source)} and ${others.slice(0, 3).join(", ")} take the same names at the same priority: ` +
    "which of them decides is open. Give them different priorities.";
  return others.length === 0 ? undefined : ({ rule: "priority-tie", reason } as const);
}

/** The mappings of the same rank that take one known name and lead elsewhere, by the one that is shown to decide. */
function rivalsOverNames({ models }: Setup, workspace: string, view: View): Map<Ranked, Ranked[]> {
  const gatewayNames = models.flatMap((model) => (model.workspace === workspace && model.gatewayName) || []);
  const exact = view.order.all.flatMap(({ isPattern, source }) => (isPattern ? [] : source));
  const rivals = new Map<Ranked, Ranked[]>();
  for (const name of new Set([...gatewayNames, ...exact])) {
    const takers = view.order.takersOf(name);
    const [first] = takers;
    if (first !== undefined) {
      const others = rivalsIn(takers).filter((other) => isAtOdds(first, other, view));
      rivals.set(first, [...(rivals.get(first) ?? []), ...others]);
    }
  }
  return rivals;
}

/** Two of one name are at odds even if both lead to the same model: most gateways take only one of them. */
function isAtOdds(one: Ranked, other: Ranked, view: View): boolean {
  return one.source === other.source || !isSamePlace(view.leadsTo(one), view.leadsTo(other));
}

/** The mappings that take all that this one takes, the first first. */
function takersOfAll({ isPattern, source }: Ranked, { order }: View): readonly Ranked[] {
  return isPattern ? order.coverersOf(source) : order.takersOf(source);
}
