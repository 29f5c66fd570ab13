import { randomUUID } from "node:crypto";
import { hasStatus, idOf, itemOf, type Reply, RequestError, withAdvice } from "../client/exchange.js";
import type { Kind } from "../spec/kind.js";
import type { Issued } from "../spec/source.js";
import type { Values } from "../spec/values.js";
import { defined, type JsonObject } from "../text/json.js";
import { withoutEndSlashes } from "../text/words.js";
import { adoptedSource, isLeft } from "./adopted.js";
import { ConflictCheck, clearName, isLeavingItsName, recover, rename, untilNameIsFree } from "./conflicts.js";
import { assertEmpty } from "./hooks.js";
import { accountMark, assertAccountAllowed, hintAtParent, listRows, observe, readById } from "./observe.js";
import type { Had } from "./registry.js";
import { bodyOf, requestValue, sentFields, valueIn } from "./rows.js";
import { identityFields, identityOf, naturalKeyOf, type ResourceContext } from "./session.js";
import { shownOf, unknownValues } from "./state.js";
import { answered, type Change, conflict, type Obtained, type SourceMethods, takeOver } from "./take-over.js";
import { modify, remove, vanishedAdvice } from "./write.js";

export function sourceOf({ source }: Kind): SourceMethods {
  switch (source.how) {
    case "created":
      return createdSource;
    case "adopted":
      return adoptedSource(source);
    case "issued":
      return issuedSource(source);
  }
}

export const createdSource: SourceMethods = {
  create: createOrTakeOver,
  update: updateObject,
  delete: deleteObject,
};

async function createOrTakeOver(context: ResourceContext, declared: Values): Promise<Obtained> {
  const { kind, registry, collection } = context;
  await assertAccountAllowed(context);
  // An object that belongs to no workspace belongs to an account, and each account has its own names.
  const account = kind.endpoints.parent === undefined ? await accountMark(context) : undefined;
  const identity = identityOf(kind, declared) ?? "";
  if (identity !== "" && !registry.reserve(collection, `${account ?? ""} ${identity}`)) {
    throw new Error(
      `${context.label} is declared by two resources of this program, and the other one comes first: ` +
        "one object cannot be two resources. " +
        "Take one of the two out of the program, or give it another name.",
    );
  }
  const conflicts = new ConflictCheck(context, declared, account);
  await conflicts.settled();
  // Objects of one name are made one after the other: then a lost answer is not that of another create.
  return registry.inTurnOfName(collection, naturalKeyOf(kind, declared) ?? "", async () => {
    const existing: JsonObject[] = [];
    for (const row of await conflicts.rows()) {
      const id = idOf(row) ?? "";
      const isFree = isLeavingItsName(context, id) && (await clearName(context, declared, id));
      existing.push(...(isFree ? [] : [row]));
    }
    return existing.length === 0 ? post(context, declared) : takeOver(context, declared, existing);
  });
}

/** Creates the object. If the gateway has one of the name already, takes that over or says how to. */
async function post(context: ResourceContext, declared: Values): Promise<Obtained> {
  try {
    return await create(context, declared);
  } catch (error) {
    if (hasStatus(error, 409)) {
      return conflict(context, declared, withReplaced(context, declared, error));
    }
    throw error;
  }
}

/** The object that a new one replaces may be in the way by something else than its name. */
function withReplaced(
  { kind, registry }: ResourceContext,
  declared: Values,
  refused: RequestError,
): RequestError {
  const replaced = registry.replacedBy(identityOf(kind, declared) ?? "");
  const advice =
    `If the ${kind.name} that it replaces (id ${replaced?.id}) is in the way, set the resource option ` +
    "`deleteBeforeReplace: true`.";
  return replaced === undefined || replaced.deleted !== undefined ? refused : withAdvice(refused, advice);
}

/** Creates the object. Even if the answer is lost or broken, the object that was created is found and recorded. */
export async function create(context: ResourceContext, declared: Values): Promise<Obtained> {
  const { kind, client, registry, collection } = context;
  const began = client.io.now();
  client.lists.write(collection);
  try {
    const exchange = context.write("POST", kind.endpoints.create ?? "", bodyOf(kind, declared));
    const { reply, problem } = await untilNameIsFree(context, declared, () =>
      answered(client.send(exchange)),
    );
    const row = reply === undefined ? undefined : itemOf(reply);
    const id = idOf(row) ?? (reply === undefined ? undefined : idInLocation(reply, exchange.path));
    const found = id === undefined ? await recover(context, declared, began, problem) : undefined;
    const createdId = id ?? idOf(found) ?? "";
    registry.create(collection, createdId);
    return {
      id: createdId,
      ...defined({ row: row === undefined && found === undefined ? undefined : { ...row, ...found } }),
      // If no answer came, but the object was found, there is no problem any more.
      ...defined({ problem: reply === undefined ? undefined : problem }),
    };
  } finally {
    client.lists.write(collection);
  }
}

/** The id in a `Location` that leads to an object of the collection. Any other `Location` is ignored. */
function idInLocation({ headers: { location } }: Reply, collection: string): string | undefined {
  const [place = ""] = location?.split(/[?#]/) ?? [];
  const segments = withoutEndSlashes(place).split("/");
  const id = segments.pop();
  const last = collection.split("/").at(-1);
  if (id === undefined || id === "" || segments.at(-1) !== last) {
    return undefined;
  }
  try {
    return decodeURIComponent(id);
  } catch {
    return undefined; // a broken encoding: the object is looked for by its name
  }
}

async function updateObject(
  context: ResourceContext,
  id: string,
  change: Change,
): Promise<JsonObject | undefined> {
  const { kind } = context;
  const isRenamed = identityFields(kind).some(
    (name) => change.set[name] !== undefined || change.reset.some((field) => field.name === name),
  );
  const merged = await mergedPut(context, id, change);
  const body = merged ?? bodyOf(kind, change.set);
  if (Object.keys(body).length === 0) {
    return undefined;
  }
  const send = () => modify(context, id, merged === undefined ? "PATCH" : "PUT", body);
  return isRenamed ? rename(context, id, change.news, send) : send();
}

async function deleteObject(context: ResourceContext, id: string, state: Values): Promise<void> {
  const { kind, registry, collection } = context;
  if (kind.endpoints.remove === undefined || isLeft(context, id)) {
    return;
  }
  await assertEmpty(context, id, state);
  const exclusive = [...kind.fields.values()].filter(
    (field) => field.exclusive !== undefined && state[field.name] === true,
  );
  for (const field of exclusive) {
    context.warn(`${context.label} is deleted while ${field.name} is set: ${field.exclusive}.`);
  }
  const replaced = registry.awaitsReplacement(collection, id);
  const had = replaced === undefined ? valuesInState(kind, state) : await valuesNow(context, id, state);
  await remove(context, id, state).catch((error: unknown) => {
    const [field] = exclusive;
    const isRefused = field !== undefined && hasStatus(error, 400, 409, 422);
    throw isRefused ? withAdvice(error, wayToDelete(context, field.name, replaced !== undefined)) : error;
  });
  registry.delete(naturalKeyOf(kind, state) ?? "", id);
  // If the engine alone replaces it, there was no diff, and its replacement has the same identity.
  const own = { collection, id, deletedFirst: false };
  const object = replaced ?? registry.replace(identityOf(kind, state) ?? `${collection} ${id}`, own);
  if (had !== undefined) {
    object.deleted = { state, had };
  }
}

function wayToDelete({ kind }: ResourceContext, flag: string, isReplaced: boolean): string {
  const overlap = isReplaced && kind.overlap;
  const createFirst = overlap ? `, or set \`${overlap.input}: ${JSON.stringify(overlap.value)}\`` : "";
  return (
    `Its ${flag} is set, so the gateway may not delete it before another ${kind.name} has the flag: ` +
    `set ${flag} on another ${kind.name}, and run \`pulumi up\`, before this one goes${createFirst}.`
  );
}

function issuedSource({ afterRelease }: Issued): SourceMethods {
  return {
    create: issue,
    update: async () => undefined,
    delete: async (context) => context.warn(`${context.label}: ${afterRelease}.`),
  };
}

async function issue(context: ResourceContext, declared: Values): Promise<Obtained> {
  const { kind, client } = context;
  await assertAccountAllowed(context);
  try {
    const { reply, problem } = await answered(
      client.send(context.write("POST", kind.endpoints.create ?? "", bodyOf(kind, declared))),
    );
    const row = (reply === undefined ? undefined : itemOf(reply)) ?? {};
    const missingSecret = [...kind.outputFields.values()].find(
      (field) => field.secret && row[field.readFrom] === undefined,
    );
    if (reply === undefined) {
      throw problem;
    }
    if (missingSecret !== undefined) {
      throw new Error(
        `${context.label}: the gateway answered without ${missingSecret.readFrom}, ` +
          "so what it made cannot be used.",
      );
    }
    return { id: idOf(row) ?? randomUUID(), row, ...defined({ problem }) };
  } catch (error) {
    if (hasStatus(error, 404)) {
      throw new Error(`${error.message}${await hintAtParent(context)}`, { cause: error });
    }
    if (error instanceof RequestError && error.outcome === "unknown") {
      const advice =
        "It is not known whether the gateway made it, and it cannot be looked up: " +
        `the next \`pulumi up\` makes another ${kind.name}.`;
      throw new Error(`${error.message} ${advice}`, { cause: error });
    }
    throw error;
  }
}

/**
 * All values of an object that is to be deleted before its replacement is created, as the gateway has them now.
 * Undefined if it is gone already.
 */
async function valuesNow(context: ResourceContext, id: string, state: Values): Promise<Had | undefined> {
  const { kind } = context;
  const unknown = unknownValues(kind, state);
  if (unknown.length > 0) {
    return { unknown };
  }
  const seen = await observe(context, id, state);
  if (seen.is !== "live") {
    return undefined;
  }
  const values = sentFields(kind).map((field) => {
    const isShown = !field.writeOnly && valueIn(field, seen.row) !== undefined;
    return [field.name, isShown ? requestValue(field, seen.row) : state[field.name]] as const;
  });
  return { values: defined(Object.fromEntries(values)) };
}

/** The same, as the state has them. No request is sent: most deletes are for no replacement. */
function valuesInState(kind: Kind, state: Values): Had {
  const shown = shownOf(state);
  const unknown = sentFields(kind).filter(
    ({ name, optional, writeOnly, freeForm }) =>
      state[name] === undefined && optional && (writeOnly || freeForm || shown === undefined),
  );
  const values = sentFields(kind).map(({ name }) => {
    const value = state[name];
    return [name, value === undefined ? shown?.[name] : value] as const;
  });
  return unknown.length > 0
    ? { unknown: unknown.map(({ name }) => name) }
    : { values: defined(Object.fromEntries(values)) };
}

/**
 * The body of a PUT that resets fields which are no longer declared.
 * Undefined if there are none: a PATCH is enough.
 *
 * A PUT replaces the whole object (the API's section "Verbs"). So the body repeats the other values that this package knows:
 * those that the gateway shows, and the write-only ones from the state. It does not repeat fields that this package does not know.
 */
async function mergedPut(
  context: ResourceContext,
  id: string,
  change: Change,
): Promise<JsonObject | undefined> {
  const { reset } = change;
  if (reset.length === 0) {
    return undefined;
  }
  const row =
    (await readById(context, id)) ?? (await listRows(context)).rows.find((each) => idOf(each) === id);
  if (row === undefined) {
    throw new Error(vanishedAdvice(context));
  }
  const body: JsonObject = {};
  for (const field of sentFields(context.kind)) {
    const live = reset.includes(field) ? undefined : requestValue(field, row);
    const kept = field.writeOnly ? change.olds[field.name] : live;
    const value = [change.set[field.name], change.news[field.name], kept].find((each) => each !== undefined);
    if (value !== undefined) {
      body[field.sendAs] = value;
    }
  }
  return body;
}
