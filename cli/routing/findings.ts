import { misnamed, oddSource, quoted } from "pulumi-workspace-gateway/tools";
import { abridged, shortList } from "../text/words.js";
import { knownNames, namesOfPattern, newSearch, type Search } from "./automaton.js";
import { type Candidate, counts, isSamePlace, type Router, routeFinder, workspacesOf } from "./route.js";
import { defaultSemantics } from "./semantics.js";
import type { Setup } from "./setup.js";

/** Rules for mappings that cannot work. They also apply to unchanged mappings. */
const mappingRules = ["route-ends-nowhere", "target-unknown", "name-like-pattern"] as const;
type MappingRule = (typeof mappingRules)[number];

export function isMappingRule(rule: string): rule is MappingRule {
  return mappingRules.some((each) => each === rule);
}

export function brokenMappings(setup: Setup): RoutingFinding[] {
  return routingFindings(setup).filter(({ rule }) => isMappingRule(rule));
}

export interface RoutingFinding {
  readonly rule: MappingRule | "pattern-shadowed" | "priority-tie";
  /** Undefined if the rule's default level applies. */
  readonly level?: "medium";
  readonly urn: string;
  readonly name: string;
  /** A sentence with the finding, its effect and the fix. */
  readonly reason: string;
}

/** The end of a long name is kept, because it often differs more than the beginning. */
function named(source: string): string {
  return quoted(abridged(source, 80));
}

type Found = Omit<RoutingFinding, "urn" | "name"> | undefined;

/** With the setup before the change as `formerly`, also finds mappings whose model is removed. */
export function routingFindings(setup: Setup, formerly?: Setup): RoutingFinding[] {
  const counted = setup.mappings.filter(
    (mapping) => counts(mapping, defaultSemantics) || mapping.mayTake !== undefined,
  );
  const inside = workspacesOf({ ...setup, mappings: counted }, formerly);
  return [...new Set(counted.map(({ workspace }) => workspace))].flatMap((workspace) => {
    const { router, alternatives } = routeFinder(inside(workspace));
    const search = newSearch();
    const uncertain = router.uncertain.filter(({ mapping }) => mapping.sourceName !== undefined);
    return [...router.candidates, ...uncertain].flatMap((each) => {
      const { urn, name } = each.mapping;
      const found: readonly Found[] = [
        endsNowhere(each, router),
        oddlyWritten(each),
        missesModel(each, router, setup),
        shadowed(each, router, alternatives),
        tied(each, router, search),
      ];
      return found.flatMap((finding) => (finding === undefined ? [] : [{ ...finding, urn, name }]));
    });
  });
}

function endsNowhere(each: Candidate, router: Router): Found {
  const { is, model = "" } = router.destinationOf(each);
  const reason = `Requests for ${named(each.source)} go to ${quoted(model)}, but no model has that gateway name anymore.`;
  return is === "nowhere"
    ? nowhere(`${reason} Route them to a different model, or keep that model.`)
    : undefined;
}

function oddlyWritten({ source, isPattern, pattern, mapping }: Candidate): Found {
  const isReadable = mapping.mayTake === "any" || pattern !== undefined;
  const oddity = isReadable ? undefined : oddSource(source, isPattern);
  const reason = `The ${isPattern ? "pattern" : "name"} ${named(source)} ${oddity}.`;
  return oddity === undefined
    ? undefined
    : isPattern
      ? nowhere(reason)
      : { rule: "name-like-pattern", reason: `${reason} Set isPattern to true.` };
}

/** Finds targets that are an id, a display name, a model in another workspace, or an unknown name. */
function missesModel(each: Candidate, router: Router, { models, closed }: Setup): Found {
  const { mapping, source } = each;
  const { targetModel, workspace } = mapping;
  const { is } = router.destinationOf(each);
  if (targetModel === undefined || is === "model") {
    return undefined;
  }
  const lead = `Requests for ${named(source)} go to ${quoted(targetModel)}`;
  const here = models
    .filter((model) => model.workspace === workspace)
    .map(({ id, modelName: name, gatewayName: called }) => ({ id, name, called }));
  const found = misnamed(targetModel, here, closed?.has(workspace) === true);
  if (found !== undefined && found.as !== "unmatched" && found.of.called !== undefined) {
    return nowhere(
      `${lead}, which is the ${found.as} of a model, not its gateway name. Use ${quoted(found.of.called)}.`,
    );
  }
  if (is !== "unknown" && models.some((model) => model.gatewayName === targetModel)) {
    return nowhere(`${lead}, which is a model in another workspace.`);
  }
  if (is !== "outside" || found?.as !== "unmatched") {
    return undefined;
  }
  return {
    rule: "target-unknown",
    level: "medium",
    reason: `${lead}, but no model in the workspace has that gateway name.${found.hint}`,
  };
}

function nowhere(reason: string): Found {
  return { rule: "route-ends-nowhere", reason };
}

function shadowed(
  each: Candidate,
  router: Router,
  alternatives: readonly { readonly router: Router }[],
): Found {
  const covering = each.mapping.mayTake === undefined ? coveringAll(each, router) : [];
  const [first] = covering;
  if (first === undefined || first.mapping === each.mapping || first.rank === each.rank) {
    return undefined;
  }
  if (first.source === each.source && first.isPattern === each.isPattern) {
    return undefined; // a fallback chain, on a gateway that accepts several mappings for one name
  }
  const isOpen = alternatives.some((other) => coveringAll(each, other.router)[0]?.mapping === each.mapping);
  const what = each.isPattern ? "The pattern" : "The name";
  const reason =
    `${what} ${named(each.source)} has no effect: ${named(first.source)} of the mapping ` +
    `${quoted(first.mapping.name)} comes first and matches all of its names` +
    `${isOpen ? ", if the gateway interprets mappings as this review does" : ""}. ` +
    "Give it a lower priority number, or remove it.";
  return { rule: "pattern-shadowed", reason };
}

function tied(each: Candidate, router: Router, search: Search): Found {
  const rivals = router.candidates.filter(
    (other) => other.rank === each.rank && other.position > each.position && isAtOdds(each, other, router),
  );
  const ties = rivals.length === 0 ? [] : tiesWith(each, rivals, router, search);
  const others = ties.map(({ other }) => `${named(other.source)} (${quoted(other.mapping.name)})`);
  const example = ties.find(({ other }) => other.source !== each.source)?.name;
  const such = example === undefined ? "" : `, such as ${named(example)},`;
  const reason =
    `${named(each.source)} and ${shortList(others, 3)} match the same names${such} at the same priority, so ` +
    "either may decide. Give them different priorities.";
  return others.length === 0 ? undefined : { rule: "priority-tie", reason };
}

/** Omits rivals for names that a mapping with a lower priority number matches. */
function tiesWith(each: Candidate, rivals: readonly Candidate[], router: Router, search: Search) {
  const start = each.pattern?.start(search);
  if (start === undefined) {
    const isDecided = coveringAll(each, router)[0]?.rank !== each.rank;
    return rivals.flatMap((other) =>
      isDecided || other.source !== each.source ? [] : { other, name: each.source },
    );
  }
  const ahead = router.candidates.filter(({ rank }) => rank <= each.rank);
  const exact = ahead.flatMap(({ isPattern, source }) => (isPattern ? [] : source));
  const followed = (candidate: Candidate) => {
    const { is, model } = router.destinationOf(candidate);
    const ranks = [candidate.rank, candidate.rank] as const;
    const isDouble = candidate !== each && candidate.source === each.source;
    return { ranks, ends: JSON.stringify([ranks, is, model, isDouble]) };
  };
  const others = ahead.flatMap((other) => {
    const itsStart = other === each ? undefined : other.pattern?.start(search);
    return itsStart ? { ...followed(other), start: itsStart, isChanged: rivals.includes(other) } : [];
  });
  const own = { ...followed(each), start, isChanged: false };
  const { names } = namesOfPattern(own, others, knownNames(exact), search);
  const matches = names.map((name) => ({ name, matching: router.matching(name) }));
  return rivals.flatMap((other) => {
    const tie = matches.find(({ matching }) => matching[0]?.rank === each.rank && matching.includes(other));
    return tie === undefined ? [] : { other, name: tie.name };
  });
}

/** Mappings for the same name always conflict, because most gateways accept only one of them. */
function isAtOdds(one: Candidate, other: Candidate, router: Router): boolean {
  return one.source === other.source || !isSamePlace(router.destinationOf(one), router.destinationOf(other));
}

function coveringAll({ isPattern, source }: Candidate, router: Router): readonly Candidate[] {
  return isPattern ? router.covering(source) : router.matching(source);
}
