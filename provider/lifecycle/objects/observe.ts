import { idOf, type Rows } from "../../client/answers.js";
import { GatewayError, hasStatus } from "../../client/http/errors.js";
import type { Exchange } from "../../client/http/exchange.js";
import { missing } from "../../client/http/holder.js";
import { lookAgain } from "../../io/look-again.js";
import type { Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import { plural } from "../../text/words.js";
import type { Target } from "../operation/target.js";
import { lacksFields } from "../state/row.js";
import { assertMayCallGone } from "./account.js";
import { forbidden } from "./forbidden.js";

/** What a look at the gateway tells. `unobservable`: there is no way to look, so the prior state stands. */
export type Observation =
  | { readonly is: "live"; readonly row: JsonObject }
  | { readonly is: "gone" }
  | { readonly is: "unobservable" };

const gone: Observation = { is: "gone" };
const patience = { times: 5, pause: 250 };

/**
 * Looks an object up: in its list first, which one request fills for all objects of the collection, else singly.
 *
 * It is gone only if its list answered without it and its own path answered 404; never because of a 403, a list that
 * was cut, or a server that knows no such path. What this process has just written is looked for again for a while,
 * since reads may lag behind writes.
 */
export async function observe(target: Target, id: string, state: Values): Promise<Observation> {
  const { list, get } = target.kind.endpoints;
  if (list === undefined && get === undefined) {
    return { is: "unobservable" };
  }
  const { client, ledger, collection } = target;
  const look = (again: number) => {
    if (again > 0) {
      client.lists.forget(collection);
    }
    return find(target, id, state);
  };
  const row = await lookAgain(
    client.io,
    patience,
    look,
    (seen) => seen === undefined && !ledger.stranger(collection, id),
  ).catch(async (error) => {
    throw await forbidden(target, id, error);
  });
  if (row !== undefined) {
    return { is: "live", row };
  }
  await assertMayCallGone(target, state, () => parentExists(target));
  return gone;
}

async function find(target: Target, id: string, state: Values): Promise<JsonObject | undefined> {
  const { lists } = target.client;
  const trusted = !lists.written(target.collection);
  const listed = trusted ? await inList(target, id) : undefined;
  if (listed !== undefined && !lacksFields(target.kind, listed, state)) {
    return listed;
  }
  const single = await lookUp(target, id);
  if (single.is === "live") {
    return { ...listed, ...single.row };
  }
  if (single.is === "unreadable" && listed === undefined) {
    throw single.error;
  }
  if (target.kind.endpoints.list === undefined && (await parentExists(target))) {
    throw new Error(
      `${target.label} cannot be found, though what it belongs to exists: is this the right gateway?`,
    );
  }
  return listed ?? (trusted ? undefined : inList(target, id));
}

/** The object's row in its list; undefined if the list has no such row, or its workspace does not exist. */
async function inList(target: Target, id: string): Promise<JsonObject | undefined> {
  const { list, get } = target.kind.endpoints;
  if (list === undefined) {
    return undefined;
  }
  const rows = await listRows(target, list);
  const row = target.client.lists.row(rows, id);
  if (row === undefined && !rows.complete && get === undefined) {
    throw new Error(
      `${target.label}: the list of its kind was cut, and objects of this kind cannot be read singly.`,
    );
  }
  return row;
}

/** The rows of the object's collection; none if its workspace does not exist any more. */
export async function listRows(target: Target, list: string): Promise<Rows> {
  const { client } = target;
  try {
    return await client.lists.read(target.collection, () => client.rows(target.read(list)));
  } catch (error) {
    if (hasStatus(error, 404) && !(await parentExists(target, error))) {
      return { rows: [], complete: true };
    }
    throw error;
  }
}

/** The object by its own path; undefined if that answered 404 or there is no such path. */
export async function singly(target: Target, id: string): Promise<JsonObject | undefined> {
  const single = await lookUp(target, id);
  if (single.is === "unreadable") {
    throw single.error;
  }
  return single.is === "live" ? single.row : undefined;
}

type Single =
  | { readonly is: "live"; readonly row: JsonObject }
  | { readonly is: "missing" }
  /** The answer was no object, or another one. */
  | { readonly is: "unreadable"; readonly error: GatewayError };

/** Asks for the object by its own path. Only a 404 says that it is not there. */
async function lookUp(target: Target, id: string): Promise<Single> {
  const { get, list } = target.kind.endpoints;
  if (get === undefined) {
    return { is: "missing" };
  }
  const exchange = target.read(get, id);
  try {
    const row = await target.client.item(exchange);
    const found = idOf(row) ?? id;
    if (row !== undefined && (list === undefined || found === id)) {
      return { is: "live", row };
    }
    const said = row === undefined ? "no object" : "another object";
    return { is: "unreadable", error: noObject(target, exchange, said) };
  } catch (error) {
    if (hasStatus(error, 404)) {
      return { is: "missing" };
    }
    throw error;
  }
}

function noObject(target: Target, { method, path }: Exchange, said: string): GatewayError {
  return new GatewayError({
    method,
    path,
    status: 200,
    outcome: "rejected",
    said,
    remedy: `Whether ${target.label} is there cannot be told from that, so nothing was concluded: run again.`,
  });
}

/** Whether what an object belongs to exists, by the list of all: only a list that answers can say no. */
async function parentExists({ client, holder, label }: Target, notFound?: GatewayError): Promise<boolean> {
  if (holder === undefined) {
    throw notFound ?? new Error(`${label} belongs to nothing whose existence could be asked for`);
  }
  const all = await client.holders(holder);
  if (client.lists.row(all, holder.id) !== undefined) {
    return true;
  }
  if (!all.complete) {
    throw new Error(
      `${label}: the list of ${plural(holder.what)} was cut, so whether ${holder.id} exists cannot be told.`,
    );
  }
  return false;
}

/** For people who look for an object in vain: that what it would belong to is missing, if it is. */
export async function hintAtParent({ client, holder }: Target): Promise<string> {
  const isMissing = holder !== undefined && (await client.sees(holder)) === false;
  return isMissing ? ` ${missing(holder)}` : "";
}
