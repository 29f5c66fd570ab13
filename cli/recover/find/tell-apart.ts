import {
  closest,
  identityOf,
  inputsOf,
  type JsonObject,
  type Kind,
  naturalKeyOf,
  rowsMeant,
  type Values,
} from "pulumi-workspace-gateway/tools";
import { candidatesOf, type Namesake, type Sighting } from "./sighting.js";

/** The candidates of each of several creates of one name. */
type Own = Map<Sighting, readonly Namesake[]>;

/**
 * Leaves to each of several creates of one name the objects that may be its own: those that show what it has declared, without
 * one that another create must have made.
 *
 * @param leftovers - whether an object that is like no create goes to one that has none: somebody has changed it since
 */
export function toldApart(sightings: readonly Sighting[], { leftovers }: { leftovers: boolean }): Sighting[] {
  const groups = Map.groupBy(sightings, ({ lost: { kind, inputs } }) => naturalKeyOf(kind, inputs));
  const own: Own = new Map();
  for (const group of groups.values()) {
    for (const [sighting, candidates] of ownOf(group, leftovers)) {
      own.set(sighting, candidates);
    }
  }
  return sightings.map((each) => {
    const candidates = candidatesOf(each);
    const others = each.namesakes.filter((namesake) => !candidates.includes(namesake));
    return { ...each, namesakes: [...(own.get(each) ?? candidates), ...others] };
  });
}

function ownOf(group: readonly Sighting[], leftovers: boolean): Own {
  const own: Own = new Map();
  if (group[0]?.lost.kind.distinguishedBy === undefined) {
    return own;
  }
  for (const each of group) {
    own.set(each, chosen(each, candidatesOf(each), rowsMeant));
  }
  while (leaveToOthers(own)) {
    // what one create is left with may be what another one must leave to it
  }
  if (leftovers) {
    const taken = new Set([...own.values()].flat().map(({ id }) => id));
    const having = group.filter((each) => own.get(each)?.length !== 0);
    for (const each of group.filter((one) => !having.some((other) => isSameTry(one, other)))) {
      const free = candidatesOf(each).filter(({ id }) => !taken.has(id));
      own.set(each, chosen(each, free, closestOtherwise));
    }
  }
  return own;
}

/** Takes from a create with several candidates those that are the only one of another. True if there were any. */
function leaveToOthers(own: Own): boolean {
  for (const [each, candidates] of own) {
    const sure = [...own].flatMap(([other, [only, ...more]]) =>
      only === undefined || more.length > 0 || isSameTry(each, other) ? [] : [only.id],
    );
    const left = candidates.filter(({ id }) => !sure.includes(id));
    if (candidates.length > 1 && left.length > 0 && left.length < candidates.length) {
      own.set(each, left);
      return true;
    }
  }
  return false;
}

/** Whether two creates were to make one object: those of one resource, and those that declare the same. */
function isSameTry({ lost: a }: Sighting, { lost: b }: Sighting): boolean {
  return a.urn === b.urn || identityOf(a.kind, a.inputs) === identityOf(b.kind, b.inputs);
}

function chosen(
  { lost: { kind, inputs } }: Sighting,
  candidates: readonly Namesake[],
  choose: (kind: Kind, declared: Values, rows: readonly JsonObject[]) => readonly JsonObject[],
): Namesake[] {
  const rows = choose(
    kind,
    inputsOf(kind, inputs),
    candidates.map(({ row }) => row),
  );
  return candidates.filter(({ row }) => rows.includes(row));
}

/** The rows that are most like what is declared in all but what tells objects of one name apart. */
function closestOtherwise(kind: Kind, declared: Values, rows: readonly JsonObject[]): JsonObject[] {
  const otherwise = Object.entries(declared).filter(
    ([name]) => kind.distinguishedBy?.includes(name) !== true,
  );
  return closest(kind, Object.fromEntries(otherwise), rows);
}
