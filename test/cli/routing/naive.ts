import type { Semantics } from "../../../cli/routing/semantics.js";
import type { RoutedMapping, Setup } from "../../../cli/routing/setup.js";

/** Where a name ends: computed from one name, by trying everything, with the regular expressions of JavaScript. */
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
  readonly order: number;
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
  const { name, workspace, setup, formerly, reading } = asked;
  const own = naivePlace(name, undefined, workspace, setup, formerly);
  if (reading.gatewayNamesFirst && own.is !== "outside") {
    return { ...own, by: undefined };
  }
  let best: Candidate | undefined;
  for (const candidate of naiveTakers(asked)) {
    if (best === undefined || isEarlier(candidate, best)) {
      best = candidate;
    }
  }
  if (best !== undefined) {
    return { ...naiveTarget(best.mapping, asked), by: best.mapping.urn };
  }
  return own.is === "outside" ? undefined : { ...own, by: undefined };
}

/** Whether two mappings of one rank want the name and lead elsewhere. */
export function naiveTie(asked: Asked): boolean {
  const best = naiveEnd(asked);
  const takers = naiveTakers(asked);
  const winner = takers.find(({ mapping }) => mapping.urn === best?.by);
  return takers.some((other) => {
    const isOfItsRank = JSON.stringify(other.sort) === JSON.stringify(winner?.sort);
    const end = { ...naiveTarget(other.mapping, asked), by: best?.by };
    return isOfItsRank && JSON.stringify(end) !== JSON.stringify(best);
  });
}

/** Whether a mapping that may come first has an unreadable pattern, and another target. */
export function naiveRiddle(asked: Asked): boolean {
  const best = naiveEnd(asked);
  const winner = naiveTakers(asked).find(({ mapping }) => mapping.urn === best?.by);
  const own = (place: object) => JSON.stringify({ ...place, by: best?.by });
  return ranked(asked).some((candidate) => {
    const { sourceName = "", isPattern } = candidate.mapping;
    const isRiddle = isPattern === true && naiveRegExp(sourceName, asked.reading) === undefined;
    const end = naiveTarget(candidate.mapping, asked);
    const differs = own(end) !== JSON.stringify(best);
    const isOfItsRank = JSON.stringify(candidate.sort) === JSON.stringify(winner?.sort);
    return isRiddle && differs && (winner === undefined || isOfItsRank || isEarlier(candidate, winner));
  });
}

function naiveTakers(asked: Asked): Candidate[] {
  return ranked(asked).filter(({ mapping }) => naiveTakes(mapping, asked.name, asked.reading));
}

function ranked({ workspace, setup, reading }: Asked): Candidate[] {
  const inside = setup.mappings.filter((mapping) => mapping.workspace === workspace);
  const live = inside.filter(
    ({ enabled }) => enabled === true || (enabled === undefined && reading.countsSilent),
  );
  const alphabetical = [...live].sort((a, b) => (`${a.name}\n${a.urn}` < `${b.name}\n${b.urn}` ? -1 : 1));
  return alphabetical.map((mapping, order) => {
    const priority = mapping.priority === undefined ? reading.silentPriority : mapping.priority;
    const kind = mapping.isPattern === true ? 1 : 0;
    const late = reading.exact === "after-patterns-of-its-priority" ? 1 - kind : kind;
    return {
      mapping,
      order,
      sort: reading.exact === "before-patterns" ? [kind, priority] : [priority, late],
    };
  });
}

function isEarlier(a: Candidate, b: Candidate): boolean {
  if (a.sort[0] !== b.sort[0]) {
    return a.sort[0] < b.sort[0];
  }
  return a.sort[1] === b.sort[1] ? a.order < b.order : a.sort[1] < b.sort[1];
}

export function naiveTakes(mapping: RoutedMapping, name: string, reading: Semantics): boolean {
  const { sourceName, isPattern } = mapping;
  if (sourceName === undefined) {
    return false;
  }
  if (isPattern !== true) {
    return reading.ignoresCase ? sourceName.toUpperCase() === name.toUpperCase() : sourceName === name;
  }
  return naiveRegExp(sourceName, reading)?.test(name) ?? false;
}

function naiveRegExp(text: string, reading: Semantics): RegExp | undefined {
  const flags = reading.ignoresCase ? "sui" : "su";
  const special = [".*", ".+", ".?", ..."\\^$()[]{}|+"].some((sign) => text.includes(sign));
  if (!special && !reading.onlyRegularExpressions) {
    const letters = [...text].map((letter) => {
      return letter === "*" ? "[^]*" : letter === "?" ? "[^]" : /[./]/.test(letter) ? `\\${letter}` : letter;
    });
    return new RegExp(`^${letters.join("")}$`, flags);
  }
  try {
    new RegExp(text, flags);
    return new RegExp(reading.matchesPart ? text : `^(?:${text})$`, flags);
  } catch {
    return undefined;
  }
}

type Place = Omit<NaiveEnd, "by">;

function naiveTarget(mapping: RoutedMapping, { setup, formerly }: Asked): Place {
  return naivePlace(mapping.targetModel, mapping.targetUrn, mapping.workspace, setup, formerly);
}

function naivePlace(
  gatewayName: string | undefined,
  urn: string | undefined,
  workspace: string,
  setup: Setup,
  formerly: Setup | undefined,
): Place {
  if (gatewayName === undefined) {
    for (const model of setup.models) {
      if (urn !== undefined && model.urn === urn) {
        return { is: "model", model: model.gatewayName ?? model.name, urn };
      }
    }
    const gone = formerly?.models.find((model) => urn !== undefined && model.urn === urn);
    return gone
      ? { is: "nowhere", model: gone.gatewayName ?? gone.name, urn: undefined }
      : { is: "unknown", model: undefined, urn: undefined };
  }
  for (const model of setup.models) {
    if (model.workspace === workspace && model.gatewayName === gatewayName) {
      return { is: "model", model: gatewayName, urn: model.urn };
    }
  }
  const nameless = setup.models.filter((model) => model.gatewayName === undefined);
  const was = formerly?.models.find((one) => one.workspace === workspace && one.gatewayName === gatewayName);
  const maybe = nameless.some(
    (model) =>
      model.urn === was?.urn ||
      (model.workspace === workspace && gatewayName.includes(model.modelName ?? "")),
  );
  return { is: maybe ? "unknown" : was ? "nowhere" : "outside", model: gatewayName, urn: undefined };
}
