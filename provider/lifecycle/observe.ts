import { GatewayError, hasStatus } from "../client/errors.js";
import type { Exchange } from "../client/exchange.js";
import type { JsonObject } from "../client/json.js";
import { collectionKey } from "../client/lists.js";
import { idOf, type Rows } from "../client/rows.js";
import { missingWorkspace } from "../client/workspaces.js";
import { assertMayCallGone } from "./account.js";
import { forbidden } from "./forbidden.js";
import { lacksFields } from "./rows.js";
import type { Observation } from "./source.js";
import type { Target } from "./target.js";
import type { Values } from "./values.js";

const gone: Observation = { is: "gone" };
const rereads = 5;
const firstDelay = 250;

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
  for (let tries = 0; ; tries++) {
    const row = await find(target, id, state).catch(async (error) => {
      throw await forbidden(target, id, error);
    });
    if (row !== undefined) {
      return { is: "live", row };
    }
    if (target.ledger.stranger(target.collection, id) || tries === rereads) {
      await assertMayCallGone(target, state, () => parentExists(target));
      return gone;
    }
    await target.client.io.sleep(firstDelay * 2 ** tries);
    target.client.lists.forget(target.collection);
  }
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

/** Whether the workspace of an object exists, by the list of workspaces: only a list that answers can say no. */
async function parentExists(target: Target, notFound?: GatewayError): Promise<boolean> {
  const { parent } = target.kind.endpoints;
  if (parent === undefined) {
    throw notFound ?? new Error(`${target.label} belongs to nothing whose existence could be asked for`);
  }
  const { client, parentId } = target;
  const exchange = { method: "GET", path: parent.list, scope: "workspaces:read" } as const;
  const rows = await client.lists.read(collectionKey(parent.list), () => client.rows(exchange));
  if (client.lists.row(rows, parentId ?? "") !== undefined) {
    return true;
  }
  if (!rows.complete) {
    throw new Error(
      `${target.label}: the list of workspaces was cut, so whether ${parentId} exists cannot be told.`,
    );
  }
  return false;
}

/** For people who look for an object in vain: that the workspace is missing, if it is. */
export async function hintAtParent({ client, parentId }: Target): Promise<string> {
  const isMissing = parentId !== undefined && (await client.sees(parentId)) === false;
  return isMissing ? ` ${missingWorkspace(parentId)}` : "";
}
