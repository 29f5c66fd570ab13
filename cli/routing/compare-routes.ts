import { defined } from "pulumi-workspace-gateway/tools";
import { compareKeys } from "../text/words.js";
import { knownNames, newSearch } from "./automaton.js";
import { counts, isAnswered, isSamePlace, workspacesOf } from "./route.js";
import { defaultSemantics, openSemantics, patternIndexes } from "./semantics.js";
import type { RoutedModel, Setup } from "./setup.js";
import { type Compared, type Incoming, type Way, waysOtherwise, waysUnder } from "./ways.js";

/**
 * What a name resolves to before and after the `up`. A pattern covers the names that it matches, except those
 * that have their own route. If its names resolve to different destinations, it has several routes.
 */
export interface Route extends Way {
  readonly workspace: string;
  readonly incoming: string;
  readonly isPattern: boolean;
  /** The destination changes, or the same model is reached in a different way that a review must show. */
  readonly moved: boolean;
  /** The percentage change in input or output cost, whichever rises more. */
  readonly costPercent?: number;
  /** Moves to a different host that happen only if the gateway interprets mappings differently. */
  readonly otherwise?: readonly Way[];
}

/** `lost`: requests resolved to a model before, and now fail. `new`: nothing matched the name before. */
export type RouteChange = "lost" | "moved" | "new" | "kept";

export function routeChange({ moved, before, after }: Route): RouteChange {
  if (isAnswered(before) && (after === undefined || after.is === "nowhere")) {
    return "lost";
  }
  return before === undefined ? "new" : moved || after === undefined ? "moved" : "kept";
}

/** Returns the routes of all names and patterns in both setups. Moved routes come first. */
export function compareRoutes(before: Setup, after: Setup): Route[] {
  const [then, next] = [workspacesOf(before), workspacesOf(after, before)];
  const routes = [...incomingIn(before, after)].flatMap(([workspace, incoming]) => {
    const patterns = patternIndexes(incoming.flatMap(({ isPattern, text }) => (isPattern ? text : [])));
    const [old, now] = [then(workspace), next(workspace)];
    const known = knownNames(incoming.flatMap(({ isPattern, text }) => (isPattern ? [] : text)));
    const search = newSearch();
    const compared: Compared = { old: { ...old, patterns }, now: { ...now, patterns }, known, search };
    const waysOfEach = waysUnder(openSemantics(), compared);
    const usual = incoming.map((each) => ({ each, ways: waysOfEach(each) }));
    const otherwise = waysOtherwise(compared);
    return usual.flatMap(({ each, ways }) =>
      ways
        .filter((way) => way.before !== undefined || way.after !== undefined)
        .map(({ before, after, ...more }, at): Route => {
          const others = at === 0 ? otherwise(each, ways) : [];
          const open = others.flatMap((other) => other.after?.depends ?? []);
          const [was, willBe] = [old.models.ofUrn(before?.modelUrn), now.models.ofUrn(after?.modelUrn)];
          // A model whose new gateway name is unknown is still the same model.
          const isSameModel =
            was !== undefined && was.urn === willBe?.urn && willBe.gatewayName === undefined;
          return {
            ...{ workspace, incoming: each.text, isPattern: each.isPattern, ...more },
            moved: before !== undefined && !isSameModel && !isSamePlace(before, after),
            ...defined({
              before,
              after: after && { ...after, depends: [...new Set([...after.depends, ...open])] },
              costPercent: was && willBe && costPercent(was, willBe),
              otherwise: others.length === 0 ? undefined : others,
            }),
          };
        }),
    );
  });
  return routes.toSorted(byImportance);
}

function incomingIn(...setups: readonly Setup[]): Map<string, Incoming[]> {
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
      const { workspace, sourceName, isPattern = false } = mapping;
      if (!isPattern || counts(mapping, defaultSemantics) || mapping.mayTake !== undefined) {
        add(workspace, sourceName, isPattern);
      }
    }
  }
  return new Map([...found].map(([workspace, inside]) => [workspace, [...inside.values()]]));
}

function byImportance(a: Route, b: Route): number {
  const keysOf = ({ moved, before, workspace, isPattern, incoming }: Route) =>
    [moved ? 0 : before === undefined ? 1 : 2, workspace, isPattern ? 1 : 0, incoming] as const;
  return compareKeys(keysOf(a), keysOf(b));
}

/** Undefined if no cost is known, or if a cost rises from 0, for which there is no percentage. */
function costPercent(before: RoutedModel, after: RoutedModel): number | undefined {
  const changes = (["inputCost", "outputCost"] as const).flatMap((cost) => {
    const [was, is] = [before[cost], after[cost]];
    if (was === undefined || is === undefined) {
      return [];
    }
    return was === is ? 0 : was > 0 ? ((is - was) / was) * 100 : Number.POSITIVE_INFINITY;
  });
  const most = Math.max(...changes);
  return Number.isFinite(most) ? most : undefined;
}
