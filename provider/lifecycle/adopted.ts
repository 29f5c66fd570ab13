import { type Exchange, idOf } from "../client/exchange.js";
import { sameValue } from "../spec/compare.js";
import type { Field } from "../spec/field.js";
import type { Kind } from "../spec/kind.js";
import type { Adopted } from "../spec/source.js";
import type { Values } from "../spec/values.js";
import { objectIn } from "../spec/values.js";
import { isJsonObject, type Json, type JsonObject } from "../text/json.js";
import { assertAccountAllowed, hintAtParent, observe, readById } from "./observe.js";
import {
  bodyOf,
  differences,
  echoedFields,
  isRefused,
  selected,
  selectorsOf,
  thereAre,
  Undeclarable,
  valueAt,
} from "./rows.js";
import { belongsToAnother, type ResourceContext } from "./session.js";
import { allInputs, observeState, priorFound } from "./state.js";
import { patch, remove } from "./write.js";

export function adoptedSource(source: Adopted): SourceMethods {
  return {
    create: (context, declared) => adopt(context, declared, source),
    found: (context, row) => foundIn(context, row, source),
    update: (context, id, { set }) => patch(context, id, bodyOf(context.kind, set)),
    delete: (context, id, state) => releaseAdopted(context, id, state, source),
  };
}

async function adopt(context: ResourceContext, declared: Values, source: Adopted): Promise<Obtained> {
  const { kind, registry, collection } = context;
  await assertAccountAllowed(context);
  const { id, row } = await select(context, declared, source);
  const found = await foundIn(context, row, source);
  if (registry.take(collection, id, "claimed") !== "nobody") {
    throw new Error(belongsToAnother(context, { id }));
  }
  const different = differences(kind, declared, row);
  const answer = await patch(context, id, bodyOf(kind, declared, different));
  // Known if the resource that has had the object was read or compared in this operation.
  const original = registry.noted("original", collection, id);
  noteHolder(context, id, { found: original ?? found, onDestroy: declared.onDestroy });
  const changed = different.filter(({ name }) => found[name] !== undefined);
  if (declared.onDestroy === "restore" && original === undefined && changed.length > 0) {
    context.warn(
      `${context.label} had ${inWords(found, changed)} when this resource took it over: a destroy puts that back.`,
    );
  }
  return { id, row: answer ?? row, found: original ?? found };
}

/** The values that the object has before we change it, so that they can be put back. Throws if it may not be managed. */
async function foundIn(
  { kind, client, label }: ResourceContext,
  row: JsonObject,
  { refuse, ownAccountAt }: Adopted,
): Promise<Values> {
  const why =
    refuse !== undefined && isRefused(row, refuse)
      ? refuse.because
      : ownAccountAt !== undefined && valueAt(row, ownAccountAt) === (await client.account()).id
        ? "it is the account behind the token, which could lock itself out"
        : undefined;
  if (why !== undefined) {
    throw new Undeclarable(`${label} cannot be managed: ${why}.`, why);
  }
  const live = Object.entries(allInputs(kind, row));
  return Object.fromEntries(live.filter(([name]) => kind.fields.get(name)?.replace !== true));
}

/** The selectors match no object, or several. The message lists the objects that exist. */
class Unmatched extends Error {
  override readonly name = "Error";
}

/** Why the selectors of a new resource do not match exactly one object. Undefined if they do, or if the gateway does not answer. */
export async function whyUnmatched(
  context: ResourceContext,
  declared: Values,
  source: Adopted,
): Promise<string | undefined> {
  try {
    await select(context, declared, source, { once: true });
    return undefined;
  } catch (error) {
    return error instanceof Unmatched ? error.message : undefined;
  }
}

async function select(
  context: ResourceContext,
  declared: Values,
  { whenMissing, shows = [] }: Adopted,
  how: Pick<Exchange, "once"> = {},
): Promise<{ id: string; row: JsonObject }> {
  const { kind, client, collection, parentId = "" } = context;
  const { list } = kind.endpoints;
  if (list === undefined) {
    const row = await readById(context, parentId);
    if (row === undefined) {
      const hint = (await hintAtParent(context)) || ` ${whenMissing}`;
      throw new Error(`${context.label}: nothing was found for ${parentId}.${hint}`);
    }
    return { id: parentId, row };
  }
  const seen = await client.lists.known(collection)?.catch(() => undefined);
  if (seen === undefined || selected(kind, declared, seen.rows).length === 0) {
    client.lists.forget(collection); // what was not there may have come since
  }
  const load = () => client.rows({ ...context.read(list), ...how });
  const { rows, complete } = await client.lists.read(collection, load);
  const [match, ...moreMatches] = selected(kind, declared, rows);
  const chosen = selectorsOf(kind).filter(({ name }) => declared[name] !== undefined);
  // Only one object has an id, so a cut list cannot hide a second match of it.
  const isById = chosen.some(
    ({ name, selects }) =>
      selects?.split(".").at(-1) === "id" ||
      (isJsonObject(declared[name]) && declared[name].id !== undefined),
  );
  if (match !== undefined && moreMatches.length === 0 && (complete || isById)) {
    return { id: idOf(match) ?? "", row: match };
  }
  const wanted = chosen.map(({ name }) => `${name} ${JSON.stringify(declared[name])}`).join(", ");
  const several = moreMatches.length === 0 ? "one object" : `${moreMatches.length + 1} objects`;
  const count = match === undefined ? "nothing" : several;
  const cutNote = complete
    ? ""
    : " in the part of the list that the gateway returned; select the object by its id to be sure";
  const objects = rows.map((row) => ({ id: idOf(row), called: shows.map((place) => valueAt(row, place)) }));
  throw new Unmatched(
    `${kind.name} ${wanted} matches ${count}${cutNote}. ${thereAre(objects)} ${whenMissing}`,
  );
}

async function releaseAdopted(
  context: ResourceContext,
  id: string,
  state: Values,
  { onDestroy: ways }: Adopted,
): Promise<void> {
  const { kind, registry, collection, label } = context;
  const how = state.onDestroy ?? ways[0];
  if (how === "keep" && !registry.held(collection, id)) {
    const restore = ways.includes("restore")
      ? ' `onDestroy: "restore"` puts back the values from before.'
      : "";
    const keeps = `the gateway keeps ${inWords(state, managedFields(kind, state))}`;
    context.warn(`${label} is not deleted: ${keeps}.${restore}`);
    return;
  }
  if (how !== "keep" && !isKeptForAnother(context, id)) {
    return how === "delete"
      ? remove(context, id, state)
      : registry.inTurn(collection, id, () => restore(context, id, state));
  }
  warnOfLostOriginal(context, id, state);
}

/**
 * Puts back the values from before, but only if the live values are still those of the resource. If they are those of another
 * resource that a failed run has given the object to as well, that one puts back what this one has found.
 */
async function restore(context: ResourceContext, id: string, state: Values): Promise<void> {
  const { kind, registry, collection, label } = context;
  const seen = await observe(context, id, state);
  if (seen.is !== "live") {
    return;
  }
  const found = registry.noted("unrestored", collection, id) ?? priorFound(state);
  if (found === undefined) {
    context.warn(`${label} is left as it is: the values from before are not known.`);
    return;
  }
  const known = managedFields(kind, state).filter(({ name }) => found[name] !== undefined);
  if (observeState(kind, state, seen.row).drifted) {
    registry.note("unrestored", collection, id, found);
    context.warn(
      `${label} was changed outside of Pulumi: it is left as it is. It had ${inWords(found, known)} before.`,
    );
    return;
  }
  const changed = known.filter((field) => !sameValue(field, found[field.name], state[field.name]));
  if (changed.length === 0) {
    context.warn(
      `${label} had its values already when this resource took it over: there is nothing to put back.`,
    );
    return;
  }
  await patch(context, id, bodyOf(kind, found, changed));
  context.warn(`${label} is not deleted: it gets back ${inWords(found, changed)}.`);
}

/** A place for notes about objects, which all processes of the operation read. */
type Place = Pick<ResourceContext, "kind" | "registry" | "collection">;

/** Whether a destroy can put back the values that an object had before the stack's first resource took it over. */
function isRestorable({ source }: Kind): boolean {
  return source.how === "adopted" && source.onDestroy.includes("restore");
}

/** Notes the original values of an object that its resource may give up, for the resource that takes it over. */
export function noteOriginal({ kind, registry, collection }: Place, id: string, state: Values): void {
  const found = priorFound(state);
  if (found !== undefined && isRestorable(kind)) {
    registry.note("original", collection, id, found);
  }
}

/** Notes what the resource that has the object after this run takes for the original values. */
export function noteHolder(
  { kind, registry, collection }: Place,
  id: string,
  { found, onDestroy }: { readonly found: Values | undefined; readonly onDestroy: Json | undefined },
): void {
  if (found !== undefined && isRestorable(kind)) {
    registry.note("holder", collection, id, { found, restores: onDestroy === "restore" });
  }
}

/** Warns that a resource loses the original values with its object, unless the one that has the object now knows them. */
export function warnOfLostOriginal(context: ResourceContext, id: string, state: Values): void {
  const { kind, registry, collection, label } = context;
  const original = priorFound(state) ?? {};
  const holder = registry.noted("holder", collection, id);
  const recorded = holder && objectIn(holder, "found");
  const lost = managedFields(kind, original).filter(
    (field) => !sameValue(field, original[field.name], recorded?.[field.name]),
  );
  const isWanted = state.onDestroy === "restore" || holder?.restores === true;
  if (lost.length === 0 || !isWanted) {
    return;
  }
  const instead =
    recorded === undefined
      ? "did not record them."
      : `recorded ${inWords(recorded, lost)} instead.` +
        (holder?.restores === true ? ' A destroy puts that back, unless you set `onDestroy: "keep"`.' : "");
  context.warn(
    `${label} had ${inWords(original, lost)} before this stack changed it. Write these values down: the resource that manages it now ${instead} ` +
      'If you rename a resource, `aliases: [{ name: "<old name>" }]` keeps the original.',
  );
}

/** The fields of the object itself that these values declare. */
function managedFields(kind: Kind, values: Values): Field[] {
  return echoedFields(kind).filter((field) => !field.replace && values[field.name] !== undefined);
}

function inWords(values: Values, fields: readonly Field[]): string {
  const words = fields.map(({ name }) =>
    values[name] === undefined ? `no ${name}` : `${name} ${JSON.stringify(values[name])}`,
  );
  return words.join(", ") || "its values";
}

/**
 * Whether a delete leaves an object as it is, because another resource of the program has it after this run: one of this process or of
 * another one. Every declared resource has its diff before anything is deleted at the end of a run, so that is known here.
 */
export function isKeptForAnother(context: ResourceContext, id: string): boolean {
  const { registry, collection } = context;
  const left = registry.held(collection, id);
  if (!left && registry.blindness !== undefined) {
    throw new Error(
      `${context.label} (id ${id}) was not deleted: another provider process of this operation may have it for a resource of the ` +
        `program, and where such processes tell each other that cannot be used: ${registry.blindness}. ` +
        "Set TMPDIR to a folder in which you alone may write, and run again.",
    );
  }
  if (left) {
    context.warn(`${context.label} (id ${id}) is left as it is: another resource of the program has it.`);
  }
  return left;
}

export interface Obtained {
  readonly id: string;
  /** What the gateway answered. */
  readonly row?: JsonObject;
  /** The values that the object had before, if a destroy may put them back. */
  readonly found?: Values;
  /**
   * What is wrong with the answer of the create.
   * The object exists and is recorded; then this error is shown.
   */
  readonly problem?: Error;
}

export interface Change {
  /** Declared fields to send, by name. */
  readonly set: Values;
  /** Fields that are no longer declared, and whose default the gateway is asked for. */
  readonly reset: readonly Field[];
  readonly olds: Values;
  readonly news: Values;
}

/** What a source does with the objects of its kinds. */
export interface SourceMethods {
  create(context: ResourceContext, declared: Values): Promise<Obtained>;
  /** The values to keep of an object that is taken over as it is. Fails if the object may not be managed. */
  found?(context: ResourceContext, row: JsonObject): Promise<Values>;
  /** Returns what the gateway answered. Undefined if nothing was sent. */
  update(context: ResourceContext, id: string, change: Change): Promise<JsonObject | undefined>;
  delete(context: ResourceContext, id: string, state: Values): Promise<void>;
}
