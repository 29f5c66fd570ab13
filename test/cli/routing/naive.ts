import { RE2JS } from "re2js";
import type { Semantics } from "../../../cli/routing/semantics.js";
import type { RoutedMapping, RoutedModel, Setup } from "../../../cli/routing/setup.js";

/** Where a name ends: computed from one name, by trying everything. */
export interface NaiveEnd {
  readonly is: string;
  readonly model: string | undefined;
  readonly urn: string | undefined;
  readonly by: string | undefined;
}

/** A mapping as one reading sees it. */
interface Candidate {
  readonly mapping: RoutedMapping;
  readonly sort: [number, number];
}

/** A name in a workspace of a setup, as one reading takes mappings; `formerly` is the setup before. */
export interface Asked {
  readonly name: string;
  readonly workspace: string;
  readonly setup: Setup;
  readonly formerly: Setup | undefined;
  readonly reading: Semantics;
}

export function naiveEnd(asked: Asked): NaiveEnd | undefined {
  const own = naivePlace({ workspace: asked.workspace, targetModel: asked.name }, asked);
  const best = naiveTakers(asked)[0]?.mapping;
  if (best === undefined || (asked.reading.gatewayNamesFirst && own.is !== "outside"))
    return own.is === "outside" ? undefined : { ...own, by: undefined };
  return { ...naivePlace(best, asked), by: best.urn };
}

/** The models to which names may go: any of several mappings of one rank may decide. */
export function naiveModels(asked: Omit<Asked, "name">): (name: string) => Set<string> {
  const all = ranked({ ...asked, name: "" });
  return (name) => {
    const takers = all.filter(({ mapping }) => naiveTakes(mapping, name, asked.reading));
    const own = naivePlace({ workspace: asked.workspace, targetModel: name }, { ...asked, name });
    const names = takers
      .filter((each) => isOfOneRank(each, takers[0]))
      .map(({ mapping }) => mapping.targetModel);
    return new Set(
      (takers.length > 0 ? names : [own.is === "model" ? name : undefined]).flatMap((each) => each ?? []),
    );
  };
}

/** Whether two mappings of one rank want the name and lead elsewhere. */
export function naiveTie(asked: Asked): boolean {
  const best = naiveEnd(asked);
  const takers = naiveTakers(asked);
  const winner = takers.find(({ mapping }) => mapping.urn === best?.by);
  return takers.some((other) => isOfOneRank(other, winner) && leadsElsewhere(other, best, asked));
}

/** Whether a mapping that may come first has an unreadable pattern, and another target. */
export function naiveRiddle(asked: Asked): boolean {
  const best = naiveEnd(asked);
  const winner = naiveTakers(asked).find(({ mapping }) => mapping.urn === best?.by);
  return ranked(asked).some((candidate) => {
    const { sourceName = "", isPattern } = candidate.mapping;
    const isRiddle = isPattern === true && naiveRegExp(sourceName, asked.reading) === undefined;
    const isFirst = winner === undefined || isOfOneRank(candidate, winner) || compare(candidate, winner) < 0;
    return isRiddle && isFirst && leadsElsewhere(candidate, best, asked);
  });
}

function isOfOneRank({ sort }: Candidate, other: Candidate | undefined): boolean {
  return sort.join() === other?.sort.join();
}

function leadsElsewhere({ mapping }: Candidate, best: NaiveEnd | undefined, asked: Asked): boolean {
  return JSON.stringify({ ...naivePlace(mapping, asked), by: best?.by }) !== JSON.stringify(best);
}

function naiveTakers(asked: Asked): Candidate[] {
  return ranked(asked).filter(({ mapping }) => naiveTakes(mapping, asked.name, asked.reading));
}

/** The first comes first. */
function ranked({ workspace, setup, reading }: Asked): Candidate[] {
  const live = setup.mappings.filter(
    (each) => each.workspace === workspace && (each.enabled ?? reading.countsSilent),
  );
  const alphabetical = live.toSorted((a, b) => (`${a.name}\n${a.urn}` < `${b.name}\n${b.urn}` ? -1 : 1));
  const all = alphabetical.map((mapping): Candidate => {
    const priority = mapping.priority === undefined ? reading.silentPriority : mapping.priority;
    const kind = mapping.isPattern === true ? 1 : 0;
    const late = reading.exact === "after-patterns-of-its-priority" ? 1 - kind : kind;
    return { mapping, sort: reading.exact === "before-patterns" ? [kind, priority] : [priority, late] };
  });
  return all.toSorted(compare);
}

function compare({ sort: [a, b] }: Candidate, { sort: [c, d] }: Candidate): number {
  return a === c ? b - d : a < c ? -1 : 1;
}

export function naiveTakes(mapping: RoutedMapping, name: string, reading: Semantics): boolean {
  const { sourceName, isPattern } = mapping;
  if (sourceName === undefined) return false;
  if (isPattern !== true) {
    return reading.ignoresCase ? sourceName.toUpperCase() === name.toUpperCase() : sourceName === name;
  }
  const expression = naiveRegExp(sourceName, reading);
  return (expression && (reading.matchesPart ? expression.test(name) : expression.testExact(name))) ?? false;
}

const compiled = new Map<string, RE2JS | undefined>();

export function naiveRegExp(text: string, reading: Semantics): RE2JS | undefined {
  const { ignoresCase, onlyRegularExpressions } = reading;
  const key = `${ignoresCase} ${onlyRegularExpressions} ${text}`;
  if (!compiled.has(key)) {
    const special = [".*", ".+", ".?", ..."\\^$()[]{}|+"].some((sign) => text.includes(sign));
    const letters = [...text].map((letter) =>
      letter === "*" ? ".*" : letter === "?" ? "." : RE2JS.quote(letter),
    );
    const expression = special || onlyRegularExpressions ? text : `^(?:${letters.join("")})$`;
    compiled.set(key, compile(expression, RE2JS.DOTALL | (ignoresCase ? RE2JS.CASE_INSENSITIVE : 0)));
  }
  return compiled.get(key);
}

function compile(expression: string, flags: number): RE2JS | undefined {
  try {
    return RE2JS.compile(expression, flags);
  } catch {
    return undefined;
  }
}

/** Where a name or a target in a workspace leads. */
function naivePlace(
  { workspace, targetModel, targetUrn }: Pick<RoutedMapping, "workspace" | "targetModel" | "targetUrn">,
  { setup, formerly }: Asked,
): Omit<NaiveEnd, "by"> {
  const named = ({ urn }: RoutedModel) => targetUrn !== undefined && urn === targetUrn;
  const called = (each: RoutedModel) => each.workspace === workspace && each.gatewayName === targetModel;
  if (targetModel === undefined) {
    const [now, gone] = [setup.models.find(named), formerly?.models.find(named)];
    if (now !== undefined) return { is: "model", model: now.gatewayName ?? now.name, urn: now.urn };
    return {
      is: gone ? "nowhere" : "unknown",
      model: gone && (gone.gatewayName ?? gone.name),
      urn: undefined,
    };
  }
  const now = setup.models.find(called);
  if (now !== undefined) return { is: "model", model: targetModel, urn: now.urn };
  const was = formerly?.models.find(called);
  const maybe = setup.models.some(
    (each) =>
      each.gatewayName === undefined &&
      (each.urn === was?.urn || (each.workspace === workspace && targetModel.includes(each.modelName ?? ""))),
  );
  return { is: maybe ? "unknown" : was ? "nowhere" : "outside", model: targetModel, urn: undefined };
}
