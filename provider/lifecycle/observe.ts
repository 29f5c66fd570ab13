import {
  asResult,
  hasStatus,
  idOf,
  missing,
  noRows,
  RequestError,
  type Rows,
  unlessAnswer,
  withAdvice,
} from "../client/exchange.js";
import { lookAgain } from "../io/io.js";
import { shortHash } from "../spec/compare.js";
import { hidden, textIn, type Values } from "../spec/values.js";
import type { JsonObject } from "../text/json.js";
import { plural } from "../text/words.js";
import { lacksFields, stampOf } from "./rows.js";
import { assertSameGateway, type ResourceContext } from "./session.js";

/**
 * Looks an object up: in its list first, which one request reads for all objects of the collection, then by
 * its own path.
 *
 * It is gone only if its list answered without it and its own path answered 404. A 403, a cut list, or a
 * server without that path never means gone. Reads may lag behind writes. So an object that this process has
 * just written is looked up again for a while, and one that another process has just created for a shorter
 * while. `unobservable`: the API cannot read the object, so the prior state stays.
 */
export async function observe(
  context: ResourceContext,
  id: string,
  state: Values,
): Promise<{ is: "live"; row: JsonObject } | { is: "gone" } | { is: "unobservable" }> {
  const { list, get } = context.kind.endpoints;
  if (list === undefined && get === undefined) {
    return { is: "unobservable" };
  }
  const place = assertSameGateway(context, state);
  const { client, registry, collection } = context;
  const findOnce = (again: number) => {
    if (again > 0) {
      client.lists.forget(collection);
    }
    return find(context, id, state);
  };
  const isOurs = !registry.stranger(collection, id);
  const madeAt = Date.parse(textIn(state, stampOf(context.kind, "created")?.name ?? "") ?? "");
  const mayLag = () =>
    !registry.stranger(collection, id) ||
    // A time far in the future lacks its time zone.
    Math.abs(client.serverTime(client.io.now()) - madeAt) < longestLag;
  const row = await lookAgain(
    client.io,
    findOnce,
    (seen) => seen === undefined && mayLag(),
    isOurs ? undefined : atLeastTheLag,
  ).catch(async (error) => {
    throw await forbidden(context, id, error);
  });
  if (row !== undefined) {
    return { is: "live", row };
  }
  await assertMayCallGone(context, state);
  if (place === "moved") {
    const { movedFrom = "", named } = client.settings;
    throw new Error(
      `${context.label} (id ${id}) was created on ${movedFrom} and is not on ${client.address}, although ${named("movedFrom")} ` +
        "says that this is the same gateway. If it is a different gateway, remove that setting. If the object was deleted, " +
        "remove it from the state with `pulumi state delete`.",
    );
  }
  return { is: "gone" };
}

/** 3.5 seconds in total. Another process's reads may not show a new object immediately. */
const atLeastTheLag = { times: 3, pause: 500 };
/** Milliseconds after a create in which a read may not show the object yet. */
const longestLag = 2500;

async function find(context: ResourceContext, id: string, state: Values): Promise<JsonObject | undefined> {
  const { lists } = context.client;
  const trusted = !lists.written(context.collection);
  const listed = trusted ? await inList(context, id) : undefined;
  if (listed !== undefined && !lacksFields(context.kind, listed, state)) {
    return listed;
  }
  const single = await lookUp(context, id);
  if (single instanceof RequestError && listed === undefined) {
    throw single;
  }
  if (single !== undefined && !(single instanceof RequestError)) {
    return { ...listed, ...single };
  }
  if (context.kind.endpoints.list === undefined && (await parentExists(context))) {
    throw new Error(
      `${context.label} was not found, although the object that it belongs to exists. Is this the right gateway?`,
    );
  }
  return listed ?? (trusted ? undefined : inList(context, id));
}

/** Undefined if the list does not have the object, or if the workspace does not exist. */
async function inList(context: ResourceContext, id: string): Promise<JsonObject | undefined> {
  const rows = await listRows(context);
  const row = context.client.lists.row(rows, id);
  if (row === undefined && !rows.complete && context.kind.endpoints.get === undefined) {
    throw new Error(
      `${context.label}: the gateway truncated the list of its kind, ` +
        "and objects of this kind cannot be read one by one.",
    );
  }
  return row;
}

/** The rows of the object's collection. Empty if the workspace no longer exists. */
export async function listRows(context: ResourceContext): Promise<Rows> {
  try {
    return await context.listed();
  } catch (error) {
    if (hasStatus(error, 404) && !(await parentExists(context, error))) {
      return noRows;
    }
    throw error;
  }
}

/** Reads an object by its own path. Undefined after a 404, or if the API has no such path. */
export async function readById(context: ResourceContext, id: string): Promise<JsonObject | undefined> {
  const single = await lookUp(context, id);
  if (single instanceof RequestError) {
    throw single;
  }
  return single;
}

/** Like `readById`, but returns an error if the answer has no object, or another one. */
async function lookUp(context: ResourceContext, id: string): Promise<JsonObject | RequestError | undefined> {
  const { get, list } = context.kind.endpoints;
  if (get === undefined) {
    return undefined;
  }
  const exchange = context.read(get, id);
  try {
    const row = await context.client.item(exchange);
    const isItself = row !== undefined && (list === undefined || (idOf(row) ?? id) === id);
    if (isItself) {
      return row;
    }
    const { method, path } = exchange;
    const said = row === undefined ? "no object" : "another object";
    const remedy = `This does not show whether ${context.label} exists, so nothing was decided. Run again.`;
    return new RequestError({ method, path, status: 200, outcome: "rejected", said, remedy });
  } catch (error) {
    if (hasStatus(error, 404)) {
      return undefined;
    }
    throw error;
  }
}

/** Whether the list of all parents has the object's parent. Only a complete list can say no. */
async function parentExists(
  { client, holder, label }: ResourceContext,
  notFound?: RequestError,
): Promise<boolean> {
  if (holder === undefined) {
    throw notFound ?? new Error(`${label} belongs to no object that could be looked for`);
  }
  const all = await client.holders(holder);
  if (client.lists.row(all, holder.id) !== undefined) {
    return true;
  }
  if (!all.complete) {
    throw new Error(
      `${label}: the gateway truncated the list of ${plural(holder.what)}, ` +
        `so ${holder.id} may or may not exist.`,
    );
  }
  return false;
}

/** A sentence that the parent is missing, if it is, for messages that an object was not found. */
export async function hintAtParent({ client, holder }: ResourceContext): Promise<string> {
  const isMissing = holder !== undefined && (await client.sees(holder)) === false;
  return isMissing ? ` ${missing(holder)}` : "";
}

/** A short hash of the account behind the token, for the state. Undefined if the gateway hides it. */
export async function accountMark({ client }: ResourceContext): Promise<string | undefined> {
  // An error answer is accepted: nothing else needs the scope profile:read, so it may be missing. A network
  // failure is thrown: the next request would be retried for as long, and would fail too.
  const account = await client.account().catch(unlessAnswer);
  return account?.id === undefined ? undefined : shortHash(String(account.id));
}

/** The account's mark after a write. Left out if it cannot be read: the write is done and is recorded. */
export async function markAfterwards(context: ResourceContext): Promise<string | undefined> {
  const mark = await accountMark(context).catch(asResult);
  return mark instanceof RequestError ? undefined : mark;
}

export function priorMark(state: Values): string | undefined {
  return textIn(state, hidden.account);
}

/** Rejects the token of an account that this stack may not touch. */
export async function assertAccountAllowed({ client }: ResourceContext): Promise<void> {
  const allowed = client.settings.allowedAccounts;
  if (allowed === undefined) {
    return;
  }
  const { id, email } = await client.account();
  if (!allowed.includes(String(id))) {
    throw new Error(
      `the token belongs to account ${String(id)} (${String(email)}), ` +
        `but this stack may only use ${allowed.join(", ")}. ` +
        `Set ${client.settings.named("accessToken")} to a token of one of them, ` +
        `or change ${client.settings.named("allowedAccounts")}.`,
    );
  }
}

/**
 * Throws if the account may not see the object: to such an account every object looks deleted.
 *
 * Three accounts are trusted: one in `allowedAccounts`, the one that wrote the object last, and one that sees
 * the object's workspace.
 */
async function assertMayCallGone(context: ResourceContext, state: Values): Promise<void> {
  const { client } = context;
  await assertAccountAllowed(context);
  const writer = priorMark(state);
  if (
    client.settings.allowedAccounts !== undefined ||
    writer === undefined ||
    writer === (await accountMark(context)) ||
    (context.kind.endpoints.parent !== undefined && (await parentExists(context)))
  ) {
    return;
  }
  const { id, email } = await client.account();
  throw new Error(
    `${context.label} is not visible to account ${String(id)} (${String(email)}), ` +
      "and another account wrote it last: it may be deleted, or this may be the wrong account. " +
      `Set ${client.settings.named("accessToken")} to a token of the right account; ` +
      `if this account is right, add it to ${client.settings.named("allowedAccounts")}.`,
  );
}

/**
 * Adds advice to a 403 if the account does not see the object's workspace.
 *
 * Some gateways answer 403 for everything in a deleted workspace. A 403 never means gone, so a refresh or a
 * destroy would fail forever. The advice is for a user who knows that the workspace was deleted.
 */
export async function forbidden(context: ResourceContext, id: string, error: unknown): Promise<unknown> {
  const holder = context.asHolder(id) ?? context.holder;
  if (!hasStatus(error, 403) || holder === undefined || (await context.client.sees(holder)) !== false) {
    return error;
  }
  const { what } = holder;
  const advice =
    `This account does not see the ${what} ${holder.id}. ` +
    "If it was deleted, remove it from the stack with everything that depends on it: " +
    "`pulumi state delete --target-dependents <URN>`. This sends no request to the gateway. " +
    `The URN is that of the ${what}, or of this resource if the ${what} is not in the stack; ` +
    "`pulumi stack --show-urns` shows them.";
  return withAdvice(error, advice);
}
