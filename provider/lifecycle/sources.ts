import { randomUUID } from "node:crypto";
import { hasStatus, idOf, itemOf, RequestError, unlessAnswer, withAdvice } from "../client/exchange.js";
import { lookAgain } from "../io/io.js";
import { snakeCase } from "../spec/field.js";
import type { Guard, Kind } from "../spec/kind.js";
import type { Issued } from "../spec/source.js";
import { hidden, textIn, type Values } from "../spec/values.js";
import { defined, isJsonObject, type JsonObject } from "../text/json.js";
import { howMany, nounOf, shellWord } from "../text/words.js";
import {
  adoptedSource,
  type Change,
  isKeptForAnother,
  type Obtained,
  type SourceMethods,
} from "./adopted.js";
import { unknownValues } from "./changes.js";
import { changeIdentity } from "./conflicts.js";
import { answered, createOrTakeOver } from "./create.js";
import { assertAccountAllowed, forbidden, hintAtParent, listRows, observe, readById } from "./observe.js";
import type { Had } from "./registry.js";
import { bodyOf, isRefused, refusalOf, requestValue, sentFields, valueAt, valueIn } from "./rows.js";
import { identityFields, identityOf, naturalKeyOf, type ResourceContext } from "./session.js";
import { shownOf } from "./state.js";
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

async function updateObject(
  context: ResourceContext,
  id: string,
  change: Change,
): Promise<JsonObject | undefined> {
  const { kind } = context;
  const isIdentityChanged = identityFields(kind).some(
    (name) => change.set[name] !== undefined || change.reset.some((field) => field.name === name),
  );
  const merged = await mergedPut(context, id, change);
  const body = merged ?? bodyOf(kind, change.set);
  if (Object.keys(body).length === 0) {
    return undefined;
  }
  const send = () => modify(context, id, merged === undefined ? "PATCH" : "PUT", body);
  return isIdentityChanged ? changeIdentity(context, id, change.news, send) : send();
}

async function deleteObject(context: ResourceContext, id: string, state: Values): Promise<void> {
  const { kind, registry, collection } = context;
  if (kind.endpoints.remove === undefined || isKeptForAnother(context, id)) {
    return;
  }
  await assertEmpty(context, id, state);
  const exclusive = [...kind.fields.values()].filter(
    (field) => field.exclusive !== undefined && state[field.name] === true,
  );
  for (const field of exclusive) {
    context.warn(`${context.label} is being deleted while ${field.name} is set: ${field.exclusive}.`);
  }
  const replaced = registry.awaitsReplacement(collection, id);
  const had = replaced === undefined ? valuesInState(kind, state) : await valuesNow(context, id, state);
  await remove(context, id, state).catch((error: unknown) => {
    const [field] = exclusive;
    const isRefused = field !== undefined && hasStatus(error, 400, 409, 422);
    if (!isRefused) {
      throw error;
    }
    const { name } = field;
    const overlap = replaced && kind.overlap;
    const createFirst = overlap ? `, or set \`${overlap.input}: ${JSON.stringify(overlap.value)}\`` : "";
    const advice =
      `${name} is set, so the gateway may refuse the delete until another ${kind.name} has the flag. ` +
      `Set ${name} on another ${kind.name} and run \`pulumi up\` before you delete this one${createFirst}.`;
    throw withAdvice(error, advice);
  });
  registry.recordDelete(naturalKeyOf(kind, state) ?? "", id);
  // If only the engine decided on the replacement, there was no diff, and the new object has the old
  // object's identity.
  const own = { collection, id, deletedFirst: false };
  const object = replaced ?? registry.replace(identityOf(kind, state) ?? `${collection} ${id}`, own);
  if (had !== undefined) {
    object.deleted = { state, had };
  }
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
        `${context.label}: the gateway's response lacks ${missingSecret.readFrom}, ` +
          "so the new object cannot be used.",
      );
    }
    return { id: idOf(row) ?? randomUUID(), row, ...defined({ problem }) };
  } catch (error) {
    if (hasStatus(error, 404)) {
      throw new Error(`${error.message}${await hintAtParent(context)}`, { cause: error });
    }
    if (error instanceof RequestError && error.outcome === "unknown") {
      const advice =
        "The gateway may have created the object, but it cannot be looked up. " +
        `The next \`pulumi up\` creates another ${kind.name}.`;
      throw new Error(`${error.message} ${advice}`, { cause: error });
    }
    throw error;
  }
}

/** Undefined if the object is already gone. */
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

/** Sends no request, because most deletes are not part of a replacement. */
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
 * Undefined if there is nothing to reset, because then a PATCH is enough.
 *
 * A PUT replaces the whole object (API document, section "Verbs"). So the body repeats the other values that
 * this package knows: those that the gateway shows, and the write-only ones from the state. It does not
 * repeat fields that this package does not know.
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

/**
 * Throws if the object is not empty, because the delete would also delete its contents. Lists may still show
 * objects that this run has just deleted, so after a write they are reread for a while.
 */
export async function assertEmpty(context: ResourceContext, id: string, state: Values): Promise<void> {
  const { guard } = context.kind;
  if (guard === undefined || state[guard.unless] === true) {
    return;
  }
  let left: readonly Left[] = [];
  const look = async () => {
    left = await remaining(context, id, left);
  };
  await lookAgain(context.client.io, look, () => left.length > 0 && context.registry.hasWritten);
  if (left.length > 0) {
    const named = await Promise.all(left.map((each) => inWords(each)));
    const urn = textIn(context.values, hidden.urn);
    const command = `pulumi up --target ${urn === undefined ? "<URN>" : shellWord(urn)}`;
    const where = urn === undefined ? " (`pulumi stack --show-urns` shows the URN)" : "";
    throw new Error(
      `${context.label} was not deleted, because it is not empty: it still contains ${named.join(", ")}, which would be deleted with it.` +
        `${await harmlessContents(context, id, guard)} ` +
        // A destroy may already have deleted everything else in the stack.
        `Delete the contents first, or set \`${guard.unless}: true\` on the ${context.kind.name} and run \`${command}\`${where}. ` +
        "This command changes nothing else. Then run `pulumi destroy` again.",
    );
  }
}

interface Left {
  readonly words: string;
  readonly contents: ResourceContext;
  /** Undefined if the list was not read. */
  readonly rows?: readonly JsonObject[];
}

/** Checks the kinds that had objects in `before`, and the other kinds once those objects are gone. */
async function remaining(context: ResourceContext, id: string, before: readonly Left[]): Promise<Left[]> {
  // A list may omit an object that exists.
  const row =
    (await ownRow(context, id)) ??
    (await readById(context, id).catch(async (error: unknown) => {
      throw await forbidden(context, id, error);
    }));
  if (row === undefined) {
    return []; // the object is gone, so it contains nothing
  }
  const leftIn = async (places: readonly ResourceContext[]) => {
    const all = await Promise.all(places.map((contents) => remainingOf(context.kind, row, contents)));
    return all.filter((left) => left !== undefined);
  };
  const places = before.map(({ contents }) => contents);
  const still = await leftIn(places);
  const others = contentsOf(context, id).filter(({ kind }) => !places.some((place) => place.kind === kind));
  return still.length > 0 ? still : leftIn(others);
}

/** Trusts a count above 0. Reads the list if the count is 0 or includes objects that cannot be deleted. */
async function remainingOf(
  holder: Kind,
  row: JsonObject,
  contents: ResourceContext,
): Promise<Left | undefined> {
  const { kind } = contents;
  const refused = refusalOf(kind);
  const count = refused === undefined ? counted(row, holder, kind) : 0;
  if (count > 0) {
    return { words: howMany(count, nounOf(kind)), contents };
  }
  const { rows, complete } = await contents.rows();
  const deletable = deletableOf(kind, rows);
  if (deletable.length === 0 && complete) {
    return undefined;
  }
  const amount = howMany(Math.max(deletable.length, 1), nounOf(kind));
  const besides = refused === undefined ? "" : ` besides ${refused.what}`;
  return { words: `${complete ? "" : "at least "}${amount}${besides}`, contents, rows: deletable };
}

function deletableOf(kind: Kind, rows: readonly JsonObject[]): JsonObject[] {
  const refused = refusalOf(kind);
  return rows.filter((each) => refused === undefined || !isRefused(each, refused));
}

const mostNamed = 20;

async function inWords({ words, contents, rows }: Left): Promise<string> {
  const { naturalKey, fields, source } = contents.kind;
  const all = rows ?? deletableOf(contents.kind, (await contents.rows().catch(unlessAnswer))?.rows ?? []);
  const field = fields.get(naturalKey.at(-1) ?? "");
  const [place] = source.how === "adopted" ? (source.shows ?? []) : [];
  const named = all.slice(0, mostNamed).map((row) => {
    const name = field === undefined ? place && valueAt(row, place) : valueIn(field, row);
    return `${typeof name === "string" ? JSON.stringify(name) : ""} ${idOf(row)}`.trim();
  });
  const more = all.length > mostNamed ? [`${all.length - mostNamed} more`] : [];
  return named.length === 0 ? words : `${words} (${[...named, ...more].join(", ")})`;
}

async function harmlessContents(context: ResourceContext, id: string, guard: Guard): Promise<string> {
  const within = context.asHolder(id);
  const query = within === undefined ? {} : { [snakeCase(within.field)]: id };
  const lines = guard.harmless.map(async ({ what, list, scope }) => {
    const { rows } = await context.client.rows({ method: "GET", path: list, query, scope, within });
    return rows.length === 0 ? [] : [howMany(rows.length, what)];
  });
  const all = (await Promise.all(lines)).flat();
  return all.length === 0
    ? ""
    : ` These do not prevent a delete, but would also be deleted: ${all.join(", ")}.`;
}

/**
 * The row in a list that is requested after this call, so that it is current. Empty if the list was truncated
 * and does not show the object.
 */
async function ownRow(context: ResourceContext, id: string): Promise<JsonObject | undefined> {
  const { kind, client, collection } = context;
  const { list } = kind.endpoints;
  if (list === undefined) {
    return {};
  }
  const { rows, complete } = await client.nextLists.read(collection, () => client.rows(context.read(list)));
  return rows.find((row) => idOf(row) === id) ?? (complete ? undefined : {});
}

function contentsOf(holder: ResourceContext, id: string): ResourceContext[] {
  return holder.kinds.flatMap((kind) => {
    const { list, parent } = kind.endpoints;
    return list === undefined || parent === undefined || parent.list !== holder.kind.endpoints.list
      ? []
      : [holder.with({ kind, values: { [parent.field]: id } })];
  });
}

/** The number of contained objects of a kind, from the row's counts. 0 if the row has no such count. */
function counted(row: JsonObject, { guard }: Kind, { endpoints }: Kind): number {
  const stat = guard?.counts[endpoints.list ?? ""];
  const stats = isJsonObject(row.stats) ? row.stats : {};
  return stat === undefined ? 0 : Number(stats[stat] ?? 0);
}

/** Announces the lists of counted objects, which are read soon if the program declares such objects. */
export function expectContents(context: ResourceContext, id: string, row: JsonObject): void {
  const { client, kind } = context;
  for (const contents of kind.guard === undefined ? [] : contentsOf(context, id)) {
    const unmanaged = refusalOf(contents.kind) === undefined ? 0 : 1;
    if (counted(row, kind, contents.kind) > unmanaged) {
      const { list = "" } = contents.kind.endpoints;
      client.lists.expect(list, contents.collection, () => contents.rows());
    }
  }
}
