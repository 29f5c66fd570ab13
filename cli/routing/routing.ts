import { defined } from "pulumi-workspace-gateway/tools";
import { openRest, taken } from "./mapping-reading.js";
import { isSamePlace, type Places, placesOf } from "./model-places.js";
import { compareKeys, counts } from "./order.js";
import { readersFor } from "./readers.js";
import type { End, Route, RoutedModel, Setup } from "./setup.js";
import { type Result, type Side, sideOf } from "./side.js";

/** Where every incoming name ends before and after, those that moved first; `mapping-reading.ts` says what is taken for true. */
export function routing(before: Setup, after: Setup): Route[] {
  const was = placesOf(before);
  const willBe = placesOf(after);
  const then = Map.groupBy(before.mappings, ({ workspace }) => workspace);
  const next = Map.groupBy(after.mappings, ({ workspace }) => workspace);
  const routes = [...incomingOf(before, after)].flatMap(([workspace, incoming]) => {
    const patterns = incoming.filter(({ isPattern }) => isPattern).map(({ text }) => text);
    const readers = readersFor(patterns);
    const place = (mappings = then, now = was, formerly?: Places) =>
      sideOf({ workspace, mappings: mappings.get(workspace) ?? [], now, formerly }, readers);
    const sides = [place(), place(next, willBe, was)] as const;
    return incoming.map((each) => routeOf(workspace, each, sides));
  });
  const known = routes.filter(({ before: old, after: end }) => old !== undefined || end !== undefined);
  return known.map((ends) => compared(ends, was, willBe)).toSorted(byImportance);
}

interface Incoming {
  readonly text: string;
  readonly isPattern: boolean;
}

/** All names that the setups know, and the patterns that count in one of them, by workspace. */
function incomingOf(...setups: readonly Setup[]): Map<string, Incoming[]> {
  const found = new Map<string, Map<string, Incoming>>();
  const add = (workspace: string, text: string | undefined, isPattern: boolean) => {
    if (text !== undefined) {
      const inside = found.get(workspace) ?? new Map<string, Incoming>();
      found.set(workspace, inside.set(`${isPattern} ${text}`, { text, isPattern }));
    }
  };
  for (const { models, mappings } of setups) {
    for (const { workspace, gatewayName } of models) {
      add(workspace, gatewayName, false);
    }
    for (const mapping of mappings) {
      const isPattern = mapping.isPattern === true;
      add(
        mapping.workspace,
        isPattern && !counts(mapping, taken) ? undefined : mapping.sourceName,
        isPattern,
      );
    }
  }
  return new Map([...found].map(([workspace, inside]) => [workspace, [...inside.values()]]));
}

function routeOf(
  workspace: string,
  { text, isPattern }: Incoming,
  [then, next]: readonly [Side, Side],
): Ends {
  const resultOf = (side: Side) => (isPattern ? side.endOfPattern(text) : side.endOfName(text));
  const before = endOf(resultOf(then));
  const result = resultOf(next);
  const rest = isPattern && next.mayTakeSomeOf(text) ? unknownRest : lost(result);
  const after = endOf(result) ?? (before && rest);
  return { workspace, incoming: text, isPattern, ...defined({ before, after }) };
}

function endOf({ end, depends }: Result): End | undefined {
  return end && { ...end, depends };
}

/** Other patterns stay: which of its names they take cannot be seen from the patterns alone. */
const unknownRest: End = { is: "unknown", depends: [openRest] };

function lost({ depends }: Result): End {
  return { is: "nowhere", depends };
}

type Ends = Omit<Route, "moved" | "costPercent">;

function compared(ends: Ends, was: Places, willBe: Places): Route {
  const { before, after } = ends;
  const old = was.ofUrn(before?.modelUrn);
  const model = willBe.ofUrn(after?.modelUrn);
  // A model whose gateway name is not known yet is still the same model.
  const isSameModel = old !== undefined && old.urn === model?.urn && model.gatewayName === undefined;
  const moved = before !== undefined && !isSameModel && !isSamePlace(before, after);
  const percent = old && model && costPercent(old, model);
  return { ...ends, moved, ...defined({ costPercent: percent }) };
}

/** Those that moved come first, then the new ones. */
function byImportance(a: Route, b: Route): number {
  const [one, other] = [a, b].map(({ moved, before, workspace, isPattern, incoming }) => {
    return [moved ? 0 : before === undefined ? 1 : 2, workspace, isPattern ? 1 : 0, incoming] as const;
  });
  return one === undefined || other === undefined ? 0 : compareKeys(one, other);
}

/**
 * How the cost changes from one model to another, in percent: of input or of output, whichever gets dearer by
 * more. Undefined if neither is known, and if one costs something that cost nothing: no percent says by how much.
 */
function costPercent(before: RoutedModel, after: RoutedModel): number | undefined {
  const changes = [
    percent(before.inputCost, after.inputCost),
    percent(before.outputCost, after.outputCost),
  ].filter((change) => change !== undefined);
  return changes.length === 0 || changes.includes(Number.POSITIVE_INFINITY)
    ? undefined
    : Math.max(...changes);
}

function percent(before: number | undefined, after: number | undefined): number | undefined {
  if (before === undefined || after === undefined) {
    return undefined;
  }
  return before === after ? 0 : before > 0 ? ((after - before) / before) * 100 : Number.POSITIVE_INFINITY;
}
