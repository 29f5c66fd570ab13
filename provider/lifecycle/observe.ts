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
 * The object is gone only if its list does not contain it and its own path returns 404. A 403, a truncated
 * list, or a server without that path never proves this. Reads may lag behind writes, so the lookup is
 * repeated for a while if this process has just written the object, and for a shorter time if another process
 * has just created it. `unobservable`: the API has no call that reads the object, so the prior state is kept.
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
    // A timestamp that appears to be far in the future probably lacks its time zone.
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
      `${context.label} (id ${id}) was created on ${movedFrom} but does not exist on ${client.address}. According to ${named("movedFrom")}, ` +
        "both addresses belong to the same gateway. If they do not, remove that setting. If the object was deleted, " +
        "remove it from the state with `pulumi state delete`.",
    );
  }
  return { is: "gone" };
}

/** 3.5 seconds in total. Reads may not immediately show an object that another process created. */
const atLeastTheLag = { times: 3, pause: 500 };
/** Milliseconds after a create during which a read may not show the object yet. */
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
      `${context.label} was not found, although the object that it belongs to exists. Check that this is the right gateway.`,
    );
  }
  return listed ?? (trusted ? undefined : inList(context, id));
}

/** Undefined if the list does not contain the object, or if the workspace does not exist. */
async function inList(context: ResourceContext, id: string): Promise<JsonObject | undefined> {
  const rows = await listRows(context);
  const row = context.client.lists.row(rows, id);
  if (row === undefined && !rows.complete && context.kind.endpoints.get === undefined) {
    throw new Error(
      `${context.label}: the gateway truncated the list of objects of this kind, ` +
        "and these objects cannot be read individually.",
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

/** Like `readById`, but returns an error if the response has no object or a different one. */
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
    const said = row === undefined ? "no object in the response" : "a different object in the response";
    const remedy = `${context.label} may or may not exist. Run the command again.`;
    return new RequestError({ method, path, status: 200, outcome: "rejected", said, remedy });
  } catch (error) {
    if (hasStatus(error, 404)) {
      return undefined;
    }
    throw error;
  }
}

/** Only a complete list of all parents can prove that the parent is missing. */
async function parentExists(
  { client, holder, label }: ResourceContext,
  notFound?: RequestError,
): Promise<boolean> {
  if (holder === undefined) {
    throw notFound ?? new Error(`${label} has no parent that can be looked up`);
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

/** A sentence for a "not found" message if the object's parent is missing. Otherwise, an empty string. */
export async function hintAtParent({ client, holder }: ResourceContext): Promise<string> {
  const isMissing = holder !== undefined && (await client.sees(holder)) === false;
  return isMissing ? ` ${missing(holder)}` : "";
}

/** A short hash of the token's account, for the state. Undefined if the gateway hides the account. */
export async function accountMark({ client }: ResourceContext): Promise<string | undefined> {
  // Ignores refusals, because the token may lack the scope profile:read. Throws network failures.
  const account = await client.account().catch(unlessAnswer);
  return account?.id === undefined ? undefined : shortHash(String(account.id));
}

/** Undefined if the account cannot be read, because the write must still be recorded. */
export async function markAfterwards(context: ResourceContext): Promise<string | undefined> {
  const mark = await accountMark(context).catch(asResult);
  return mark instanceof RequestError ? undefined : mark;
}

export function priorMark(state: Values): string | undefined {
  return textIn(state, hidden.account);
}

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
        `Set ${client.settings.named("accessToken")} to a token for one of these accounts, ` +
        `or change ${client.settings.named("allowedAccounts")}.`,
    );
  }
}

/** Throws if the account might be unable to see the object, because every object would then look deleted. */
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
      "and a different account last wrote it. It may have been deleted, or this may be the wrong account. " +
      `Set ${client.settings.named("accessToken")} to a token for the right account. ` +
      `If this account is the right one, add it to ${client.settings.named("allowedAccounts")}.`,
  );
}

/** An account that sees an object's workspace also sees the object. */
export async function warnIfAccountUnknown(
  context: ResourceContext,
  id: string,
  state: Values,
): Promise<void> {
  const { client, holder, label } = context;
  const isKnown = priorMark(state) !== undefined || client.settings.allowedAccounts !== undefined;
  if (isKnown || (holder !== undefined && (await client.sees(holder)) === true)) {
    return;
  }
  context.warn(
    `${label} (id ${id}) counts as deleted, because the gateway does not show it to this token. The state does not ` +
      "record which account wrote the object, so check that the token is for the right account. If tokens have the " +
      "scope profile:read, writes record the account, and an account that cannot see the object is an error.",
  );
}

/**
 * Some gateways return 403 for everything in a deleted workspace. A 403 never proves that an object is gone,
 * so a refresh or a destroy would fail forever. The advice is for users who know that the workspace was
 * deleted.
 */
export async function forbidden(context: ResourceContext, id: string, error: unknown): Promise<unknown> {
  const holder = context.asHolder(id) ?? context.holder;
  if (!hasStatus(error, 403) || holder === undefined || (await context.client.sees(holder)) !== false) {
    return error;
  }
  const { what } = holder;
  const advice =
    `This account cannot see the ${what} ${holder.id}. ` +
    "If it was deleted, remove it and everything that depends on it from the stack: " +
    "`pulumi state delete --target-dependents <URN>`. This sends no request to the gateway. " +
    `Use the URN of the ${what}, or of this resource if the ${what} is not in the stack. ` +
    "`pulumi stack --show-urns` lists them.";
  return withAdvice(error, advice);
}
