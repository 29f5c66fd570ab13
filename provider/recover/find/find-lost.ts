import { idOf } from "../../client/answers.js";
import { identityOf } from "../../lifecycle/operation/declarations.js";
import { gatewayMark } from "../../lifecycle/operation/gateway-mark.js";
import { recovered } from "../../lifecycle/recovered.js";
import type { Kind } from "../../spec/kind.js";
import type { Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import type { LostCreate, LostFinding, Period } from "../lost-create.js";
import { doubtOf, unsearchable, unseen } from "./doubts.js";
import type { LostPlace } from "./lost-place.js";
import { isAccountOfStack } from "./same-account.js";
import { type Collection, type Sighting, searchList } from "./search-list.js";

/**
 * Looks on the gateway for what lost creates have made: exactly one object of the name, that no resource of the state
 * has and that was made since the create began. Anything else is absent, or left to a person. Writes nothing.
 *
 * The findings are in the order of the lost creates. If the gateway refuses a list or cannot be reached, this fails:
 * what could not be looked for is never absent.
 */
export async function findLost(lost: readonly LostCreate[], at: LostPlace): Promise<LostFinding[]> {
  const collections = collectionsOf(
    lost.filter((each) => unsearchable(each, lost) === undefined),
    at,
  );
  let done = 0;
  const searched = await Promise.all(
    collections.map(async (collection) => {
      const sightings = await searchList(collection, at);
      at.told?.(++done, collections.length);
      return sightings;
    }),
  );
  const sightings = new Map(searched.flat().map((each) => [each.lost, each]));
  const heirs = heirsOf([...sightings.values()]);
  declareAll(heirs.values(), connectionsOf(lost), at);
  return Promise.all(
    lost.map((each) => {
      const sighting = sightings.get(each);
      return sighting === undefined ? unsought(each, lost) : findingOf(sighting, heirs, at);
    }),
  );
}

function unsought(each: LostCreate, lost: readonly LostCreate[]): LostFinding {
  return unsearchable(each, lost) ?? { is: "absent", lost: each };
}

/** One collection for all lost creates of a kind in a workspace, each to be looked for in the time of all of its name. */
function collectionsOf(lost: readonly LostCreate[], at: LostPlace): Collection[] {
  const groups = Map.groupBy(lost, ({ kind, inputs }) => {
    const { collection } = at.targetOf(kind, inputs);
    return `${String(inputs.connection ?? "")} ${collection}`;
  });
  return [...groups.values()].flatMap(([first, ...others]) => {
    const list = first?.kind.endpoints.list;
    return first === undefined || list === undefined
      ? []
      : [{ target: at.targetOf(first.kind, first.inputs), list, lost: inTimeOfAll([first, ...others]) }];
  });
}

/**
 * A create that was lost may have been tried again, and lost again. The object may be of any of these tries, so each of
 * them is looked for in the time of all. One without a time has none: then nobody can tell whose the object is.
 */
function inTimeOfAll(lost: readonly LostCreate[]): { lost: LostCreate; runs: readonly Period[] }[] {
  const tries = Map.groupBy(lost, ({ kind, inputs }) => identityOf(kind, inputs));
  return lost.map((each) => {
    const all = tries.get(identityOf(each.kind, each.inputs)) ?? [];
    return { lost: each, runs: each.since === undefined ? [] : all.flatMap(runsOf) };
  });
}

function runsOf({ since, runs }: LostCreate): readonly Period[] {
  return runs ?? (since === undefined ? [] : [{ from: since }]);
}

/** A lost create that gets an object. */
interface Heir {
  readonly sighting: Sighting;
  readonly id: string;
  readonly row: JsonObject;
  /** All lost creates that may have made the object. The last of them is what the program declares now. */
  readonly tries: readonly Sighting[];
}

function heirsOf(sightings: readonly Sighting[]): Map<string, Heir> {
  const sure = sightings.filter((each) => doubtOf(each) === undefined && each.made.length === 1);
  const heirs = new Map<string, Heir>();
  // Of those that began at one time the last that is listed is the last.
  for (const sighting of sure.toSorted((a, b) => (a.lost.since ?? 0) - (b.lost.since ?? 0))) {
    const [row = {}] = sighting.made;
    const key = objectOf(sighting);
    const tries = [...(heirs.get(key)?.tries ?? []), sighting];
    heirs.set(key, { sighting, id: idOf(row) ?? "", row, tries });
  }
  return heirs;
}

function objectOf({ target, made: [row] }: Sighting): string {
  return `${gatewayMark(target.client)} ${target.collection} ${idOf(row)}`;
}

/** Of other connections nothing is asked, and their settings may be missing. */
function connectionsOf(lost: readonly LostCreate[]): Set<unknown> {
  return new Set(lost.map(({ inputs }) => inputs.connection));
}

/** What others refer to is declared here as in a run, so that the outputs that follow it get the same mark. */
function declareAll(heirs: Iterable<Heir>, connections: ReadonlySet<unknown>, at: LostPlace): void {
  for (const { kind, id, inputs } of at.known ?? []) {
    if (connections.has(inputs.connection)) {
      declare(at, kind, id, inputs);
    }
  }
  for (const { sighting, id } of heirs) {
    declare(at, sighting.lost.kind, id, sighting.lost.inputs);
  }
}

function declare(at: LostPlace, kind: Kind, id: string, inputs: Values): void {
  const { foresight } = at.targetOf(kind, inputs).ledger;
  foresight.declare(kind.endpoints.list ?? kind.name, id, inputs);
}

async function findingOf(
  sighting: Sighting,
  heirs: ReadonlyMap<string, Heir>,
  at: LostPlace,
): Promise<LostFinding> {
  const { lost, target } = sighting;
  const doubt = doubtOf(sighting);
  if (doubt !== undefined) {
    return doubt;
  }
  const isFound = sighting.made.length > 0;
  const isOfStack = await isAccountOfStack(target, at.known ?? [], isFound);
  if (!isFound) {
    return isOfStack ? { is: "absent", lost } : unseen(lost, target);
  }
  const heir = heirs.get(objectOf(sighting));
  if (heir === undefined || heir.sighting !== sighting) {
    return { is: "absent", lost, ...(heir === undefined ? {} : { note: handedOn(heir, lost) }) };
  }
  const inputs = heir.tries.length > 1 ? withoutWriteOnly(lost) : lost.inputs;
  try {
    const outputs = await recovered(target, heir.id, heir.row, inputs, lost.unread);
    return { is: "found", lost, id: heir.id, outputs };
  } catch (error) {
    throw target.cover(error);
  }
}

function handedOn({ sighting, id }: Heir, lost: LostCreate): string {
  const { target } = sighting;
  const to = sighting.lost.urn === lost.urn ? "the last try" : sighting.lost.urn;
  return target.client.cover(`${target.label} with the id ${id} was begun more than once: it goes to ${to}.`);
}

/** Nobody knows which try has made the object: what it sent and is never shown is sent again by the next `up`. */
function withoutWriteOnly({ kind, inputs }: LostCreate): Values {
  return Object.fromEntries(
    Object.entries(inputs).filter(([name]) => kind.fields.get(name)?.writeOnly !== true),
  );
}
