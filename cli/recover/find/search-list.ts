import {
  clockSlack,
  collectionKey,
  forbidden,
  hasStatus,
  howMany,
  identityOf,
  idOf,
  inputsOf,
  isNamesake,
  type JsonObject,
  lookAgain,
  messageOf,
  naturalKeyOf,
  noRows,
  nounOf,
  type Rows,
  rowsMeant,
  singly,
  type Target,
  timeMade,
} from "pulumi-workspace-gateway/tools";
import { isOnGateway, type LostCreate, type LostPlace, type Period } from "../lost-create.js";

/** Lost creates of one kind in one workspace: one list shows the objects of all of them. */
export interface Collection {
  readonly target: Target;
  readonly list: string;
  /** Each with the times at which its object may have been made. */
  readonly lost: readonly { readonly lost: LostCreate; readonly runs: readonly Period[] }[];
}

/**
 * Looks for the objects of lost creates in the list of their collection. What is not there may only be too new: reads
 * may lag behind writes, so the list is read again for a while.
 */
export async function searchList(collection: Collection, at: LostPlace): Promise<Sighting[]> {
  const { target, lost } = collection;
  const ofKind = (at.known ?? []).filter(({ kind }) => kind.name === target.kind.name);
  const taken = new Set(ofKind.filter((each) => isOnGateway(each, target)).map(({ id }) => id));
  const seen = await lookAgain(
    target.client.io,
    async () => {
      const { rows, complete } = await listed(collection);
      const free = rows.filter((row) => !taken.has(idOf(row) ?? ""));
      return Promise.all(
        lost.map(async ({ lost: each, runs }) => {
          const own = at.targetOf(each.kind, each.inputs);
          return { lost: each, target: own, complete, namesakes: await namesakesIn(free, own, each, runs) };
        }),
      );
    },
    (sightings) =>
      toldApart(sightings, { leftovers: false }).some(
        (each) => each.complete && candidatesOf(each).length === 0,
      ),
  ).catch(async (error) => {
    const why = messageOf(target.cover(await forbidden(target, "", error)));
    const what = howMany(lost.length, nounOf(target.kind));
    throw new Error(
      `it is not known what became of ${what} whose create was interrupted, ` +
        `because looking for it failed: ${why} Nothing was changed: when that is repaired, run this again.`,
      { cause: error },
    );
  });
  return toldApart(seen, { leftovers: true });
}

/** The list as it is now. There are no rows if the gateway says that the workspace does not exist. */
async function listed({ target, list }: Collection): Promise<Rows> {
  const { client, holder } = target;
  if (holder !== undefined) {
    client.lists.forget(collectionKey(holder.list));
  }
  try {
    return await client.rows(target.read(list));
  } catch (error) {
    if (holder !== undefined && hasStatus(error, 404) && (await client.sees(holder)) === false) {
      return noRows;
    }
    throw error;
  }
}

function namesakesIn(
  rows: readonly JsonObject[],
  target: Target,
  { kind, inputs }: LostCreate,
  runs: readonly Period[],
): Promise<Namesake[]> {
  const declared = inputsOf(kind, inputs);
  const alike = rows.filter((row) => idOf(row) !== undefined && isNamesake(kind, declared, row));
  return Promise.all(
    alike.map(async (row) => {
      const id = idOf(row) ?? "";
      // A list may show less than a single object does.
      const whole = timeMade(kind, row) === undefined ? { ...row, ...(await singly(target, id)) } : row;
      const at = timeMade(kind, whole);
      return { id, row: whole, at, made: whenMade(target, at, runs) };
    }),
  );
}

function whenMade(target: Target, at: number | undefined, runs: readonly Period[]): Namesake["made"] {
  if (at === undefined) {
    return "unknown";
  }
  if (runs.some((run) => isWithin(target, at, run))) {
    return "within";
  }
  return runs.length > 0 && runs.every((run) => isBefore(target, at, run)) ? "before" : "between";
}

/**
 * The answer with the rows has shown how far the server's clock is ahead. A request that a run had sent may have been carried out a little
 * after its end.
 */
export function isWithin(target: Target, time: number, run: Period): boolean {
  const { requestTimeout } = target.client.settings;
  const isOver =
    run.to !== undefined && time > target.client.serverTime(run.to) + requestTimeout + clockSlack;
  return !isBefore(target, time, run) && !isOver;
}

function isBefore(target: Target, time: number, { from }: Period): boolean {
  return time < target.client.serverTime(from) - clockSlack;
}

/** An object with the name of a lost create that belongs to no resource. */
export interface Namesake {
  readonly id: string;
  readonly row: JsonObject;
  /** When it was made, by the server's clock in milliseconds. Undefined if the gateway does not show it. */
  readonly at: number | undefined;
  /** `within` a run that may have made it, or `before` all of them. */
  readonly made: "within" | "before" | "between" | "unknown";
}

/** What a list shows of a lost create. */
export interface Sighting {
  readonly lost: LostCreate;
  readonly target: Target;
  readonly namesakes: readonly Namesake[];
  /** Whether the list had everything. */
  readonly complete: boolean;
}

/** The objects that a lost create may have made. */
export function candidatesOf({ namesakes }: Sighting): Namesake[] {
  return namesakes.filter(({ made }) => made === "within" || made === "unknown");
}

/**
 * Leaves to each of several creates of one name the objects that may be its own: those that show what it has declared, without
 * one that only another create can have made.
 *
 * @param leftovers - whether an object that is like no create goes to one that has none: somebody has changed it since
 */
function toldApart(sightings: readonly Sighting[], { leftovers }: { leftovers: boolean }): Sighting[] {
  const groups = Map.groupBy(sightings, ({ lost: { kind, inputs } }) => naturalKeyOf(kind, inputs));
  return [...groups.values()].flatMap((group) => {
    if (group[0]?.lost.kind.distinguishedBy === undefined) {
      return group;
    }
    const meant = new Map(group.map((each) => [each, meantBy(each)]));
    return group.map((each) => {
      const others = group.filter((other) => !isSameTry(each, other));
      const sure = others.flatMap((other) =>
        meant.get(other)?.length === 1 ? (meant.get(other) ?? []) : [],
      );
      const own = meant.get(each) ?? [];
      const left = without(own, sure);
      const isOpen = leftovers && !group.some((one) => isSameTry(each, one) && meant.get(one)?.length !== 0);
      const free = isOpen ? without(candidatesOf(each), [...meant.values()].flat()) : [];
      const chosen = own.length === 0 ? free : left.length > 0 ? left : own;
      return { ...each, namesakes: [...chosen, ...without(each.namesakes, candidatesOf(each))] };
    });
  });
}

function without(all: readonly Namesake[], some: readonly Namesake[]): Namesake[] {
  return all.filter(({ id }) => !some.some((each) => each.id === id));
}

/** Whether two creates were to make one object: those of one resource, and those that declare the same. */
function isSameTry({ lost: a }: Sighting, { lost: b }: Sighting): boolean {
  return a.urn === b.urn || identityOf(a.kind, a.inputs) === identityOf(b.kind, b.inputs);
}

/** The candidates that show what a create has declared. */
function meantBy(sighting: Sighting): Namesake[] {
  const { kind, inputs } = sighting.lost;
  const candidates = candidatesOf(sighting);
  const rows: readonly JsonObject[] = rowsMeant(
    kind,
    inputsOf(kind, inputs),
    candidates.map(({ row }) => row),
  );
  return candidates.filter(({ row }) => rows.includes(row));
}
