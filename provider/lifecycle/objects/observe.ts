import { idOf, noRows, type Rows } from "../../client/answers.js";
import { hasStatus, RequestError } from "../../client/http/errors.js";
import type { Exchange } from "../../client/http/exchange.js";
import { missing } from "../../client/http/holder.js";
import { lookAgain } from "../../io/look-again.js";
import type { Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import { plural } from "../../text/words.js";
import { locate, notMoved } from "../operation/gateway-mark.js";
import type { Target } from "../operation/target.js";
import { lacksFields, stampOf } from "../state/row.js";
import { textIn } from "../state/state.js";
import { assertMayCallGone } from "./account.js";
import { forbidden } from "./forbidden.js";

/**
 * What a read of an object shows.
 * `unobservable`: the API cannot read the object, so the prior state stays.
 */
export type Observation =
  | { readonly is: "live"; readonly row: JsonObject }
  | { readonly is: "gone" }
  | { readonly is: "unobservable" };

/**
 * Looks an object up: in its list first, which one request reads for all objects of the collection, then by
 * its own path.
 *
 * It is gone only if its list answered without it and its own path answered 404. It is never gone because of
 * a 403, a list that was cut, or a server that does not have the path. If this process has just written the
 * object, it is looked for again for a while, because reads may lag behind writes; and for a shorter while, if another
 * process has just made it.
 */
export async function observe(target: Target, id: string, state: Values): Promise<Observation> {
  const { list, get } = target.kind.endpoints;
  if (list === undefined && get === undefined) {
    return { is: "unobservable" };
  }
  const place = locate(target, state);
  const { client, ledger, collection } = target;
  const findOnce = (again: number) => {
    if (again > 0) {
      client.lists.forget(collection);
    }
    return find(target, id, state);
  };
  const isOurs = !ledger.stranger(collection, id);
  const row = await lookAgain(
    client.io,
    findOnce,
    (seen) => seen === undefined && (!ledger.stranger(collection, id) || isJustMade(target, state)),
    isOurs ? undefined : atLeastTheLag,
  ).catch(async (error) => {
    throw await forbidden(target, id, error);
  });
  if (row !== undefined) {
    return { is: "live", row };
  }
  await assertMayCallGone(target, state, () => parentExists(target));
  if (place === "moved") {
    throw notMoved(target, id);
  }
  return { is: "gone" };
}

/** Reads of another process may not show for a moment what a run has just made: three and a half seconds. */
const atLeastTheLag = { times: 3, pause: 500 };
/** Milliseconds. */
const longestLag = 2500;

/** Whether the object was made, by the server's clock, so short a time ago that a read may not show it yet. */
function isJustMade({ kind, client }: Target, state: Values): boolean {
  const madeAt = textIn(state, stampOf(kind, "created")?.name ?? "");
  const age = client.serverTime(client.io.now()) - Date.parse(madeAt ?? "");
  return Math.abs(age) < longestLag; // a time that is far ahead is one without a zone
}

async function find(target: Target, id: string, state: Values): Promise<JsonObject | undefined> {
  const { lists } = target.client;
  const trusted = !lists.written(target.collection);
  const listed = trusted ? await inList(target, id) : undefined;
  if (listed !== undefined && !lacksFields(target.kind, listed, state)) {
    return listed;
  }
  const single = await lookUp(target, id);
  if (single instanceof RequestError && listed === undefined) {
    throw single;
  }
  if (single !== undefined && !(single instanceof RequestError)) {
    return { ...listed, ...single };
  }
  if (target.kind.endpoints.list === undefined && (await parentExists(target))) {
    throw new Error(
      `${target.label} cannot be found, although what it belongs to exists: is this the right gateway?`,
    );
  }
  return listed ?? (trusted ? undefined : inList(target, id));
}

/**
 * The object's row in its list.
 * Undefined if the list does not have it, or if the workspace does not exist.
 */
async function inList(target: Target, id: string): Promise<JsonObject | undefined> {
  const rows = await listRows(target);
  const row = target.client.lists.row(rows, id);
  if (row === undefined && !rows.complete && target.kind.endpoints.get === undefined) {
    throw new Error(
      `${target.label}: the gateway cut the list of its kind, ` +
        "and objects of this kind cannot be read one by one.",
    );
  }
  return row;
}

/** The rows of the object's collection. There are none if the workspace does not exist any more. */
export async function listRows(target: Target): Promise<Rows> {
  try {
    return await target.listed();
  } catch (error) {
    if (hasStatus(error, 404) && !(await parentExists(target, error))) {
      return noRows;
    }
    throw error;
  }
}

/**
 * The object by its own path.
 * Undefined if the path answered 404, or if the API has no path for one object.
 */
export async function singly(target: Target, id: string): Promise<JsonObject | undefined> {
  const single = await lookUp(target, id);
  if (single instanceof RequestError) {
    throw single;
  }
  return single;
}

/** The same, but an error instead of an answer that was no object, or another one. Only a 404 says that it is missing. */
async function lookUp(target: Target, id: string): Promise<JsonObject | RequestError | undefined> {
  const { get, list } = target.kind.endpoints;
  if (get === undefined) {
    return undefined;
  }
  const exchange = target.read(get, id);
  try {
    const row = await target.client.item(exchange);
    const isItself = row !== undefined && (list === undefined || (idOf(row) ?? id) === id);
    return isItself ? row : wrongAnswer(target, exchange, row === undefined ? "no object" : "another object");
  } catch (error) {
    if (hasStatus(error, 404)) {
      return undefined;
    }
    throw error;
  }
}

function wrongAnswer({ label }: Target, { method, path }: Exchange, said: string): RequestError {
  const remedy = `This does not show whether ${label} exists, so nothing was decided. Run again.`;
  return new RequestError({ method, path, status: 200, outcome: "rejected", said, remedy });
}

/** Whether the object's parent exists, by the list of all parents. Only a list that answers can say no. */
async function parentExists({ client, holder, label }: Target, notFound?: RequestError): Promise<boolean> {
  if (holder === undefined) {
    throw notFound ?? new Error(`${label} belongs to no object that could be looked for`);
  }
  const all = await client.holders(holder);
  if (client.lists.row(all, holder.id) !== undefined) {
    return true;
  }
  if (!all.complete) {
    throw new Error(
      `${label}: the gateway cut the list of ${plural(holder.what)}, ` +
        `so it is not known whether ${holder.id} exists.`,
    );
  }
  return false;
}

/** For people whose object was not found: a sentence that its parent is missing, if it is. */
export async function hintAtParent({ client, holder }: Target): Promise<string> {
  const isMissing = holder !== undefined && (await client.sees(holder)) === false;
  return isMissing ? ` ${missing(holder)}` : "";
}
