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
  isOf,
  type JsonObject,
  type Kind,
  lookAgain,
  messageOf,
  naturalKeyOf,
  noRows,
  nounOf,
  observe,
  observeState,
  priorGateway,
  type ResourceContext,
  type Rows,
  readById,
  rowsMeant,
  stampOf,
  timeIn,
  type Values,
} from "pulumi-workspace-gateway/tools";
import type { StackResource } from "../stack/stack-state.js";
import type { LostCreate, Period } from "./begun-creates.js";

export type ContextOf = (kind: Kind, values: Values) => ResourceContext;

export type RecordedResource = Pick<StackResource, "kind" | "id" | "inputs" | "outputs"> &
  Partial<Pick<StackResource, "leaving">>;

/** States written by the first release have no gateway mark. */
export function isOnGateway(
  { outputs }: Pick<RecordedResource, "outputs">,
  { client }: ResourceContext,
): boolean {
  const mark = priorGateway(outputs);
  return mark === undefined || isOf(mark, client);
}

export interface Search {
  readonly lost: LostCreate;
  readonly context: ResourceContext;
  /** Periods in which the object may have been created. */
  readonly runs: readonly Period[];
}

type Namesake = Awaited<ReturnType<typeof namesakesIn>>[number];

export interface Sighting extends Search {
  readonly namesakes: readonly Namesake[];
  readonly complete: boolean;
}

export function candidatesOf({ namesakes }: Pick<Sighting, "namesakes">): Namesake[] {
  return namesakes.filter(({ made }) => made === "within" || made === "unknown");
}

/** Reads may lag behind writes, so the list is read again for a while if an object is missing. */
export async function searchList(
  searches: readonly [Search, ...Search[]],
  known: readonly RecordedResource[],
): Promise<Sighting[]> {
  const [{ context }] = searches;
  const ofKind = known.filter(({ kind }) => kind.name === context.kind.name);
  const taken = new Set(ofKind.filter((each) => isOnGateway(each, context)).map(({ id }) => id));
  const look = async () => {
    const { rows, complete } = await listed(context);
    const free = rows.filter((row) => !taken.has(idOf(row) ?? ""));
    return Promise.all(
      searches.map(async (each) => ({ ...each, complete, namesakes: await namesakesIn(free, each) })),
    );
  };
  const isMissing = (sightings: readonly Sighting[]) =>
    tellApart(sightings, false).some((each) => each.complete && candidatesOf(each).length === 0);
  const seen = await lookAgain(context.client.io, look, isMissing).catch(async (error) => {
    const what = `${howMany(searches.length, nounOf(context.kind))} whose creation was interrupted`;
    throw notFoundOut(what, context.cover(await forbidden(context, "", error)));
  });
  return tellApart(seen, true);
}

/** Empty if the gateway reports that the workspace does not exist. */
async function listed(context: ResourceContext): Promise<Rows> {
  const { client, holder, kind } = context;
  if (holder !== undefined) {
    client.lists.forget(collectionKey(holder.list));
  }
  try {
    return await client.rows(context.read(kind.endpoints.list ?? ""));
  } catch (error) {
    if (holder !== undefined && hasStatus(error, 404) && (await client.sees(holder)) === false) {
      return noRows;
    }
    throw error;
  }
}

/** Unmanaged objects with the name of a lost create. `at` is the creation time by the server's clock. */
function namesakesIn(rows: readonly JsonObject[], { lost, context, runs }: Search) {
  const { kind } = lost;
  const declared = inputsOf(kind, lost.inputs);
  const alike = rows.filter((row) => idOf(row) !== undefined && isNamesake(kind, declared, row));
  return Promise.all(
    alike.map(async (row) => {
      const id = idOf(row) ?? "";
      // The rows of a list may have fewer properties than the object.
      const whole =
        timeIn(kind, row, "created") === undefined ? { ...row, ...(await readById(context, id)) } : row;
      const at = timeIn(kind, whole, "created");
      return { id, row: whole, at, made: whenMade(context, at, runs) };
    }),
  );
}

function whenMade(
  context: ResourceContext,
  at: number | undefined,
  runs: readonly Period[],
): "within" | "before" | "between" | "unknown" {
  if (at === undefined) {
    return "unknown";
  }
  if (runs.some((run) => isWithin(context, at, run))) {
    return "within";
  }
  return runs.length > 0 && runs.every((run) => isBefore(context, at, run)) ? "before" : "between";
}

/** A request may have been applied shortly after the end of the run that sent it. */
function isWithin(context: ResourceContext, time: number, run: Period): boolean {
  const { requestTimeout } = context.client.settings;
  const isOver =
    run.to !== undefined && time > context.client.serverTime(run.to) + requestTimeout + clockSlack;
  return !isBefore(context, time, run) && !isOver;
}

function isBefore(context: ResourceContext, time: number, { from }: Period): boolean {
  return time < context.client.serverTime(from) - clockSlack;
}

/**
 * Assigns objects to creates with the same name. Each create keeps the objects that match its declaration,
 * except objects that can only belong to a different create.
 *
 * @param leftovers - also assign an object that matches no create, because it may have been changed later
 */
function tellApart(sightings: readonly Sighting[], leftovers: boolean): Sighting[] {
  const groups = Map.groupBy(sightings, ({ lost: { kind, inputs } }) => naturalKeyOf(kind, inputs));
  return [...groups.values()].flatMap((group) => {
    if (group[0]?.lost.kind.distinguishedBy === undefined) {
      return group;
    }
    const meant = new Map(group.map((each) => [each, meantBy(each)]));
    const meantFor = (each: Sighting) => meant.get(each) ?? [];
    return group.map((each) => {
      const others = group.filter((other) => !isSameTry(each, other)).map(meantFor);
      const own = meantFor(each);
      const left = without(own, others.filter(({ length }) => length === 1).flat());
      const isOpen = leftovers && !group.some((one) => isSameTry(each, one) && meantFor(one).length > 0);
      const free = isOpen ? without(candidatesOf(each), [...meant.values()].flat()) : [];
      const chosen = own.length === 0 ? free : left.length > 0 ? left : own;
      return { ...each, namesakes: [...chosen, ...without(each.namesakes, candidatesOf(each))] };
    });
  });
}

function without(all: readonly Namesake[], some: readonly Namesake[]): Namesake[] {
  return all.filter(({ id }) => !some.some((each) => each.id === id));
}

/** Creates of one resource result in the same object, and so do creates with the same declaration. */
function isSameTry({ lost: a }: Sighting, { lost: b }: Sighting): boolean {
  return a.urn === b.urn || identityOf(a.kind, a.inputs) === identityOf(b.kind, b.inputs);
}

function meantBy(sighting: Sighting): Namesake[] {
  const { kind, inputs } = sighting.lost;
  const candidates = candidatesOf(sighting);
  const all = candidates.map(({ row }) => row);
  const rows: readonly JsonObject[] = rowsMeant(kind, inputsOf(kind, inputs), all);
  return candidates.filter(({ row }) => rows.includes(row));
}

export interface DoubtedObject extends RecordedResource {
  readonly urn: string;
  /** Its deletion started, but was not recorded as completed. */
  readonly deleting: boolean;
}

export interface ObjectFinding {
  readonly object: DoubtedObject;
  /** `written`: the object may differ from the state. */
  readonly is: "same" | "written" | "gone";
}

/** Fails if the object cannot be read, because an unreadable object must not count as gone. */
export async function lookAtObject(
  object: DoubtedObject,
  runs: readonly Period[],
  contextOf: ContextOf,
): Promise<ObjectFinding> {
  const { kind, id, outputs, deleting } = object;
  const context = contextOf(kind, outputs);
  const look = (again: number) => {
    if (again > 0) {
      context.client.lists.forget(context.collection);
    }
    return observe(context, id, outputs);
  };
  try {
    // Reads may lag behind the delete, so the object is read three more times, for longer than the lag.
    const isOpen = ({ is }: Awaited<ReturnType<typeof look>>) => deleting && is === "live";
    const seen = await lookAgain(context.client.io, look, isOpen, { times: 3, pause: 500 });
    const isWritten = seen.is === "live" && mayBeWritten(object, context, seen.row, runs);
    return { object, is: isWritten ? "written" : seen.is === "gone" ? "gone" : "same" };
  } catch (error) {
    throw notFoundOut(context.label, context.cover(error));
  }
}

function notFoundOut(what: string, error: unknown): Error {
  return new Error(
    `the status of ${what} is unknown, because the search failed: ${messageOf(error)} ` +
      "Nothing was changed. Fix the error, and run this again.",
    { cause: error },
  );
}

/** Includes write-only values. */
function mayBeWritten(
  { kind, outputs, deleting }: DoubtedObject,
  context: ResourceContext,
  row: JsonObject,
  runs: readonly Period[],
): boolean {
  if (kind.endpoints.patch === undefined) {
    return false; // a changed value would require a new object
  }
  const isOther = observeState(kind, outputs, row).drifted;
  if (deleting && isOther) {
    return true; // a destroy restores earlier values
  }
  const fields = [...kind.fields.values()];
  const mayBeOther = fields.some(({ name, writeOnly }) => writeOnly && outputs[name] !== undefined);
  const at = timeIn(kind, row, "written");
  const recorded = Date.parse(String(outputs[stampOf(kind, "written")?.name ?? ""]));
  const wasWritten =
    at === undefined ? runs.length > 0 : at !== recorded && runs.some((run) => isWithin(context, at, run));
  return wasWritten && (isOther || mayBeOther);
}
