import { defined } from "pulumi-workspace-gateway/tools";
import { compareKeys } from "../text/words.js";
import {
  fold,
  hasWildcards,
  openName,
  openOrder,
  openPattern,
  openSemantics,
  openSigns,
  openUntilUp,
  type Pattern,
  patternIndexes,
  type Semantics,
} from "./semantics.js";
import type { RoutedMapping, RoutedModel, Setup } from "./setup.js";

export interface Destination {
  /**
   * `outside`: a gateway name that no model of the setup has. `nowhere`: no mapping matches, or the model is
   * removed. `unknown`: known only during the `up`.
   */
  readonly is: "model" | "outside" | "nowhere" | "unknown";
  /** The gateway name, or the logical name of a model whose gateway name is unknown. */
  readonly model?: string;
  readonly modelUrn?: string;
  /** A provider offers the `outside` name in its `modelOptions`. */
  readonly isOption?: boolean;
  /** Logical name and URN of the deciding mapping. Undefined if the name is a gateway name itself. */
  readonly by?: string;
  readonly byUrn?: string;
}

/** Ignores which mapping decides. */
export function isSamePlace(one: Destination | undefined, other: Destination | undefined): boolean {
  return one?.is === other?.is && one?.modelUrn === other?.modelUrn && one?.model === other?.model;
}

export function isAnswered(destination: Destination | undefined): boolean {
  return destination?.is === "model" || destination?.is === "outside";
}

function modelsOf({ models }: Setup) {
  const byUrn = new Map(models.map((model) => [model.urn, model]));
  const keyOf = (workspace: string, name: string | undefined) => JSON.stringify([workspace, name]);
  const byName = new Map(models.map((model) => [keyOf(model.workspace, model.gatewayName), model]));
  const nameless = Map.groupBy(models, ({ workspace, gatewayName }) => keyOf(workspace, gatewayName));
  return {
    ofUrn: (urn: string | undefined) => (urn === undefined ? undefined : byUrn.get(urn)),
    ofGatewayName: (workspace: string, name: string) => byName.get(keyOf(workspace, name)),
    /** The API does not specify gateway names (section "Model"). They probably contain the model's name. */
    mayHaveGatewayName: (workspace: string, name: string) =>
      (nameless.get(keyOf(workspace, undefined)) ?? []).some((each) => name.includes(each.modelName ?? "")),
  };
}

export type WorkspaceSetup = ReturnType<ReturnType<typeof workspacesOf>>;

/** @param formerly - the setup before the change, if `setup` is the one after it */
export function workspacesOf(setup: Setup, formerly?: Setup) {
  const models = modelsOf(setup);
  const before = formerly && modelsOf(formerly);
  const inside = Map.groupBy(setup.mappings, (mapping) => mapping.workspace);
  return (workspace: string) => {
    const mappings = inside.get(workspace) ?? [];
    const texts = mappings.flatMap(({ isPattern, sourceName }) => (isPattern && sourceName) || []);
    const destinationOfName = (name: string): Destination => {
      const model = models.ofGatewayName(workspace, name);
      if (model !== undefined) {
        return toModel(model);
      }
      const was = before?.ofGatewayName(workspace, name);
      const successor = models.ofUrn(was?.urn);
      const isRenamed = successor !== undefined && successor.gatewayName === undefined;
      return isRenamed || models.mayHaveGatewayName(workspace, name)
        ? { is: "unknown", model: name }
        : was === undefined
          ? {
              is: "outside",
              model: name,
              ...defined({ isOption: hasOption(setup, workspace, name) || undefined }),
            }
          : { is: "nowhere", model: name };
    };
    const targetOf = ({ targetModel, targetUrn }: RoutedMapping): Destination => {
      if (targetModel !== undefined) {
        const end = destinationOfName(targetModel);
        const isGone = formerly && hasOption(formerly, workspace, targetModel);
        const isLost = end.is === "outside" && isGone && !end.isOption;
        return isLost ? { is: "nowhere", model: targetModel } : end;
      }
      const model = models.ofUrn(targetUrn);
      const gone = before?.ofUrn(targetUrn);
      return model !== undefined
        ? toModel(model)
        : gone === undefined
          ? { is: "unknown" }
          : { is: "nowhere", model: gone.gatewayName ?? gone.name };
    };
    return {
      ...{ mappings, models, patterns: patternIndexes(texts), destinationOfName },
      destinationOf: (mapping: RoutedMapping): Destination => {
        return { ...targetOf(mapping), by: mapping.name, byUrn: mapping.urn };
      },
    };
  };
}

/** The API does not specify whether the provider's name becomes a prefix. */
function hasOption({ options = [] }: Setup, workspace: string, name: string): boolean {
  return options.some(
    ({ provider, ...option }) =>
      option.workspace === workspace &&
      (name === option.name ||
        (provider === undefined ? name.endsWith(`/${option.name}`) : name === `${provider}/${option.name}`)),
  );
}

function toModel({ urn, name, gatewayName = name }: RoutedModel): Destination {
  return { is: "model", model: gatewayName, modelUrn: urn };
}

export interface Candidate {
  readonly mapping: RoutedMapping;
  readonly source: string;
  readonly priority: number;
  readonly isPattern: boolean;
  /** Undefined for an exact name, and for a pattern that cannot be parsed. */
  readonly pattern: Pattern | undefined;
  readonly position: number;
  /** Position of the first mapping with the same type and priority, whose order is unspecified. */
  readonly rank: number;
}

/** A mapping that may decide before all certain matches. */
export interface Doubt {
  readonly candidate: Candidate;
  readonly open: string;
  readonly end: Destination;
}

export interface Decision {
  /** Matching mappings in order of evaluation. The first decides. */
  readonly matches: readonly Candidate[];
  /** Other matches with the same rank as the first match. */
  readonly rivals: readonly Doubt[];
  /** Mappings that might decide: first those with unknown values, then those with unreadable patterns. */
  readonly doubts: readonly Doubt[];
  /** Undefined if no mapping matches the name and no model has it. */
  readonly end: Destination | undefined;
}

export type Router = ReturnType<typeof route>;

function route(setup: WorkspaceSetup, semantics: Semantics) {
  const patterns = setup.patterns(semantics);
  const tried = inTriedOrder(setup.mappings, semantics);
  const firstOfRank = new Map<string, number>();
  const all = tried.map((mapping, position): Candidate => {
    const { sourceName: source = "", isPattern = false, priority = semantics.silentPriority } = mapping;
    const pattern = isPattern ? patterns.patternOf(source) : undefined;
    const key = `${isPattern} ${priority}`;
    const rank = firstOfRank.get(key) ?? position;
    firstOfRank.set(key, rank);
    return { mapping, source, priority, isPattern, pattern, position, rank };
  });
  const candidates = all.filter(({ mapping }) => counts(mapping, semantics));
  const uncertain = all.filter(
    ({ mapping: { mayTake, enabled } }) => mayTake !== undefined && enabled !== false,
  );
  const ofPatterns = candidates.filter(({ isPattern }) => isPattern);
  const exact = candidates.filter(({ isPattern }) => !isPattern);
  const byPattern = Map.groupBy(ofPatterns, ({ source }) => source);
  const byName = Map.groupBy(exact, ({ source }) => fold(source, semantics));
  const unreadable = ofPatterns.filter(({ pattern }) => pattern === undefined);
  const having = ({ text }: Pattern) => byPattern.get(text) ?? [];
  const inOrder = (some: readonly Candidate[]) => some.toSorted((a, b) => a.position - b.position);
  const destinationOf = ({ mapping }: Candidate) => setup.destinationOf(mapping);
  const matching = (name: string): readonly Candidate[] =>
    inOrder([...(byName.get(fold(name, semantics)) ?? []), ...patterns.matching(name).flatMap(having)]);
  /** Ignores `enabled`. Undefined if a match is uncertain. */
  const matches = ({ sourceName, isPattern, mayTake }: RoutedMapping, name: string): boolean | undefined =>
    sourceName === undefined || mayTake === "any"
      ? undefined
      : isPattern
        ? patterns.patternOf(sourceName)?.matches(fold(name, semantics))
        : fold(sourceName, semantics) === fold(name, semantics);
  const doubtAbout = (open: string) => (candidate: Candidate) => {
    return { candidate, open, end: destinationOf(candidate) };
  };
  /** The order of mappings with the same rank is unspecified. */
  const rivalsIn = ([first, ...others]: readonly Candidate[]): readonly Doubt[] =>
    others.filter(({ rank }) => rank === first?.rank).map(doubtAbout(openOrder));
  return {
    /** In order of evaluation, including mappings that do not count. */
    tried,
    /** `uncertain`: mappings that may count and may come before all others. */
    ...{ candidates, uncertain },
    ...{ matches, destinationOf, matching, rivalsIn },
    /** The first decides. For a pattern that cannot be parsed, only the mappings with this pattern. */
    covering: (text: string): readonly Candidate[] =>
      patterns.patternOf(text) === undefined
        ? (byPattern.get(text) ?? [])
        : inOrder(patterns.covering(text).flatMap(having)),
    decide: (name: string): Decision => {
      const own = setup.destinationOfName(name);
      const isOwn = own.is !== "outside";
      if (isOwn && semantics.gatewayNamesFirst) {
        return { matches: [], rivals: [], doubts: [], end: own };
      }
      const matched = matching(name);
      const [first] = matched;
      const mayTake = uncertain.filter(({ mapping }) => matches(mapping, name) ?? true);
      const mayMatch = unreadable.filter(({ rank }) => first === undefined || rank <= first.rank);
      return {
        matches: matched,
        rivals: rivalsIn(matched),
        doubts: [...mayTake.map(doubtAbout(openUntilUp)), ...mayMatch.map(doubtAbout(openPattern))],
        end: first === undefined ? (isOwn ? own : undefined) : destinationOf(first),
      };
    },
  };
}

/** False for a mapping that may count but does not certainly count. */
export function counts({ mayTake, enabled }: RoutedMapping, { countsSilent }: Semantics): boolean {
  return mayTake === undefined && (enabled ?? countsSilent);
}

/** Includes mappings that do not count. */
export function inTriedOrder(
  mappings: readonly RoutedMapping[],
  { exact, silentPriority }: Semantics,
): RoutedMapping[] {
  const keysOf = ({ name, urn, isPattern = false, priority = silentPriority }: RoutedMapping) => {
    const early = isPattern === (exact === "after-patterns-of-its-priority") ? 0 : 1;
    return [...(exact === "before-patterns" ? [early, priority] : [priority, early]), name, urn];
  };
  return mappings.toSorted((a, b) => compareKeys(keysOf(a), keysOf(b)));
}

export interface End extends Destination {
  /** Open questions of the API that this result depends on, in words. */
  readonly depends: readonly string[];
}

/** The destination under a different answer to an open question. */
export interface Otherwise {
  readonly open: string;
  /** Undefined if no mapping matches the name in that case. */
  readonly end: Destination | undefined;
}

/** Has no `end` if no mapping matches the name, or all names of the pattern, and no model has the name. */
export interface PatternRoute extends Pick<Decision, "rivals" | "doubts"> {
  readonly end: End | undefined;
  readonly depends: readonly string[];
}

export type RouteFinder = ReturnType<typeof routeFinder>;

/** `router` uses the main semantics. Each route is also computed under every alternative. */
export function routeFinder(setup: WorkspaceSetup, { main, others } = openSemantics()) {
  const router = route(setup, main);
  const alternatives = others.map(({ open, semantics }) => ({ open, router: route(setup, semantics) }));
  const patterns = setup.patterns(main);
  const endOf = (candidate: Candidate | undefined) => candidate && setup.destinationOf(candidate.mapping);
  // A mapping that references its model resolves to it under any gateway name.
  const isReference = (byUrn: string | undefined) =>
    setup.mappings.find(({ urn }) => urn === byUrn)?.targetUrn !== undefined;
  const openNameOf = (end: Destination | undefined) =>
    setup.models.ofUrn(end?.modelUrn)?.hasLikelyName && !isReference(end?.byUrn) ? [openName] : [];
  return {
    ...{ router, alternatives },
    find: (name: string) => {
      const { matches, rivals, doubts, end } = router.decide(name);
      const otherwise = [
        ...[...rivals, ...doubts].map((doubt) => ({ open: doubt.open, end: doubt.end })),
        ...alternatives.map((other) => ({ open: other.open, end: other.router.decide(name).end })),
      ].filter((other) => !isSamePlace(other.end, end));
      const depends = [...new Set([...otherwise.map(({ open }) => open), ...openNameOf(end)])];
      return { matches, rivals, doubts, end: end && { ...end, depends }, otherwise, depends };
    },
    findPattern: (text: string): PatternRoute => {
      const covering = router.covering(text);
      const [end, rivals] = [endOf(covering[0]), router.rivalsIn(covering)];
      const isOther = (other: Destination | undefined) => !isSamePlace(other, end);
      const open = [
        ...(rivals.some((rival) => isOther(rival.end)) ? [openOrder] : []),
        ...(patterns.patternOf(text) === undefined ? [openPattern] : []),
        ...(hasWildcards(text) ? [openSigns] : []),
        ...openNameOf(end),
        ...alternatives.flatMap((other) =>
          isOther(endOf(other.router.covering(text)[0])) ? [other.open] : [],
        ),
      ];
      const depends = [...new Set(open)];
      return { rivals, doubts: [], end: end && { ...end, depends }, depends };
    },
  };
}

export function findRoute(setup: Setup, workspace: string, name: string): End {
  const { end, depends } = routeFinder(workspacesOf(setup)(workspace)).find(name);
  return end ?? { is: "nowhere", depends };
}
