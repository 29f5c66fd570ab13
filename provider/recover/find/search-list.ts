import { idOf, noRows, type Rows } from "../../client/answers.js";
import { hasStatus } from "../../client/http/errors.js";
import { collectionKey } from "../../client/lists.js";
import { lookAgain } from "../../io/look-again.js";
import { forbidden } from "../../lifecycle/objects/forbidden.js";
import { singly } from "../../lifecycle/objects/observe.js";
import { gatewayMark } from "../../lifecycle/operation/gateway-mark.js";
import type { Target } from "../../lifecycle/operation/target.js";
import { clockSlack, timeMade } from "../../lifecycle/state/made-since.js";
import { isNamesake } from "../../lifecycle/state/row.js";
import { inputsOf } from "../../lifecycle/state/state.js";
import type { JsonObject } from "../../text/json.js";
import { howMany, messageOf, nounOf } from "../../text/words.js";
import type { LostCreate, Period } from "../lost-create.js";
import type { LostPlace } from "./lost-place.js";

/** Lost creates of one kind in one workspace: one list shows the objects of all of them. */
export interface Collection {
  readonly target: Target;
  readonly list: string;
  /** Each with the times at which its object may have been made. */
  readonly lost: readonly { readonly lost: LostCreate; readonly runs: readonly Period[] }[];
}

/** An object, and when it was made, by the server's clock in milliseconds. */
export interface Namesake {
  readonly row: JsonObject;
  readonly at: number;
  /** Whether it is older than all runs that may have made it. */
  readonly older: boolean;
}

/** What a list shows of a lost create. */
export interface Sighting {
  readonly lost: LostCreate;
  readonly target: Target;
  /** Objects of its name that no resource has and that were made while a run was under way that may have begun it. */
  readonly made: readonly JsonObject[];
  /** The same, made at other times. */
  readonly others: readonly Namesake[];
  /** The same, of which nobody can tell when they were made. */
  readonly untimed: readonly JsonObject[];
  /** Whether the list had everything. */
  readonly complete: boolean;
}

/**
 * Looks for the objects of lost creates in the list of their collection. What is not there may only be too new: reads
 * may lag behind writes, so the list is read again for a while.
 */
export async function searchList(collection: Collection, at: LostPlace): Promise<Sighting[]> {
  const { target, lost } = collection;
  return lookAgain(
    target.client.io,
    async () => {
      const rows = await listed(collection);
      return Promise.all(lost.map((each) => sighting(each.lost, each.runs, rows, at)));
    },
    (seen) => seen.some(({ made, untimed, complete }) => complete && made.length + untimed.length === 0),
  ).catch(async (error) => {
    const why = messageOf(target.cover(await forbidden(target, "", error)));
    const what = howMany(lost.length, nounOf(target.kind));
    throw new Error(
      `it is not known what became of ${what} whose create was interrupted, ` +
        `because looking for it failed: ${why} Nothing was changed: when that is mended, run this again.`,
      { cause: error },
    );
  });
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

async function sighting(
  lost: LostCreate,
  runs: readonly Period[],
  { rows, complete }: Rows,
  at: LostPlace,
): Promise<Sighting> {
  const { kind, inputs } = lost;
  const target = at.targetOf(kind, inputs);
  const declared = inputsOf(kind, inputs);
  const gateway = gatewayMark(target.client);
  const free = rows.filter((row) => {
    const id = idOf(row);
    return id !== undefined && !at.held(kind.name, id, gateway) && isNamesake(kind, declared, row);
  });
  const seen = await Promise.all(free.map((row) => withTime(target, row)));
  const timed = seen.flatMap(({ row, at: time }) => (time === undefined ? [] : [{ row, at: time }]));
  const isIn = (time: number) => runs.some((run) => isWithin(target, time, run));
  const isOlder = (time: number) => runs.length > 0 && runs.every((run) => isBefore(target, time, run));
  return {
    lost,
    target,
    complete,
    made: timed.filter((each) => isIn(each.at)).map(({ row }) => row),
    others: timed.filter((each) => !isIn(each.at)).map((each) => ({ ...each, older: isOlder(each.at) })),
    untimed: seen.filter(({ at: time }) => time === undefined).map(({ row }) => row),
  };
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

/** When an object was made. A list may show less than a single object does. */
async function withTime(
  target: Target,
  row: JsonObject,
): Promise<{ row: JsonObject; at: number | undefined }> {
  const at = timeMade(target.kind, row);
  if (at !== undefined) {
    return { row, at };
  }
  const whole = { ...row, ...(await singly(target, idOf(row) ?? "")) };
  return { row: whole, at: timeMade(target.kind, whole) };
}
