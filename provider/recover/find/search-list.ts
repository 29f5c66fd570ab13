import { idOf, noRows, type Rows } from "../../client/answers.js";
import { hasStatus } from "../../client/http/errors.js";
import { collectionKey } from "../../client/lists.js";
import { lookAgain } from "../../io/look-again.js";
import { forbidden } from "../../lifecycle/objects/forbidden.js";
import { singly } from "../../lifecycle/objects/observe.js";
import type { Target } from "../../lifecycle/operation/target.js";
import { madeSince } from "../../lifecycle/state/made-since.js";
import { isNamesake } from "../../lifecycle/state/row.js";
import { inputsOf } from "../../lifecycle/state/state.js";
import type { JsonObject } from "../../text/json.js";
import { howMany, messageOf, nounOf } from "../../text/words.js";
import type { LostCreate } from "../lost-create.js";
import type { LostPlace } from "./lost-place.js";

/** Lost creates of one kind in one workspace: one list shows the objects of all of them. */
export interface Collection {
  readonly target: Target;
  readonly list: string;
  /** Each with the time since which its object may have been made. */
  readonly lost: readonly { readonly lost: LostCreate; readonly since: number }[];
}

/** What a list shows of a lost create. */
export interface Sighting {
  readonly lost: LostCreate;
  readonly target: Target;
  /** Objects of its name that no resource has and that were made since it began. */
  readonly made: readonly JsonObject[];
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
      return Promise.all(lost.map((each) => sighting(each.lost, each.since, rows, at)));
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
  since: number,
  { rows, complete }: Rows,
  at: LostPlace,
): Promise<Sighting> {
  const { kind, inputs } = lost;
  const target = at.targetOf(kind, inputs);
  const declared = inputsOf(kind, inputs);
  // The answer with the rows has shown how far the server's clock is ahead.
  const began = target.client.serverTime(since);
  const free = rows.filter((row) => {
    const id = idOf(row);
    return id !== undefined && !at.held(kind.name, id) && isNamesake(kind, declared, row);
  });
  const timed = await Promise.all(free.map((row) => withTime(target, row, began)));
  return {
    lost,
    target,
    complete,
    made: timed.filter(({ isNew }) => isNew === true).map(({ row }) => row),
    untimed: timed.filter(({ isNew }) => isNew === undefined).map(({ row }) => row),
  };
}

/** A list may show less than a single object does. */
async function withTime(
  target: Target,
  row: JsonObject,
  began: number,
): Promise<{ row: JsonObject; isNew: boolean | undefined }> {
  const isNew = madeSince(target.kind, row, began);
  if (isNew !== undefined) {
    return { row, isNew };
  }
  const whole = { ...row, ...(await singly(target, idOf(row) ?? "")) };
  return { row: whole, isNew: madeSince(target.kind, whole, began) };
}
