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
  // Set if this operation has already read or diffed the resource that previously managed the object.
  const original = registry.noted("original", collection, id);
  noteHolder(context, id, { found: original ?? found, onDestroy: declared.onDestroy });
  const changed = different.filter(({ name }) => found[name] !== undefined);
  if (declared.onDestroy === "restore" && original === undefined && changed.length > 0) {
    context.warn(
      `${context.label} had ${inWords(found, changed)} when this resource took it over. A destroy restores the original values.`,
    );
  }
  return { id, row: answer ?? row, found: original ?? found };
}

/** The values before our first change, for a destroy to restore. Throws if the object must not be managed. */
async function foundIn(
  { kind, client, label }: ResourceContext,
  row: JsonObject,
  { refuse, ownAccountAt }: Adopted,
): Promise<Values> {
  const why =
    refuse !== undefined && isRefused(row, refuse)
      ? refuse.because
      : ownAccountAt !== undefined && valueAt(row, ownAccountAt) === (await client.account()).id
        ? "it is the token's own account, which could lock itself out"
        : undefined;
  if (why !== undefined) {
    throw new Undeclarable(`${label} cannot be managed: ${why}.`, why);
  }
  const live = Object.entries(allInputs(kind, row));
  return Object.fromEntries(live.filter(([name]) => kind.fields.get(name)?.replace !== true));
}

class Unmatched extends Error {
  override readonly name = "Error";
}

/** Why the selectors do not match exactly one object. Undefined if they do, or if no response arrives. */
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
      throw new Error(`${context.label} was not found for ${parentId}.${hint}`);
    }
    return { id: parentId, row };
  }
  const seen = await client.lists.known(collection)?.catch(() => undefined);
  if (seen === undefined || selected(kind, declared, seen.rows).length === 0) {
    client.lists.forget(collection); // the missing object may have been created since
  }
  const load = () => client.rows({ ...context.read(list), ...how });
  const { rows, complete } = await client.lists.read(collection, load);
  const [match, ...moreMatches] = selected(kind, declared, rows);
  const chosen = selectorsOf(kind).filter(({ name }) => declared[name] !== undefined);
  // An id is unique, so a truncated list cannot hide a second match.
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
  const count = match === undefined ? "no object" : several;
  const cutNote = complete
    ? ""
    : " in the part of the list that the gateway returned, so select the object by its id";
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
    const restore = ways.includes("restore") ? ' `onDestroy: "restore"` restores the original values.' : "";
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
 * A failed run may have assigned the object to a second resource as well. If the live values are those of the
 * second resource, its own restore uses the values recorded here.
 */
async function restore(context: ResourceContext, id: string, state: Values): Promise<void> {
  const { kind, registry, collection, label } = context;
  const seen = await observe(context, id, state);
  if (seen.is !== "live") {
    return;
  }
  const found = registry.noted("unrestored", collection, id) ?? priorFound(state);
  if (found === undefined) {
    context.warn(`${label} is left unchanged, because its original values are unknown.`);
    return;
  }
  const known = managedFields(kind, state).filter(({ name }) => found[name] !== undefined);
  if (observeState(kind, state, seen.row).drifted) {
    registry.note("unrestored", collection, id, found);
    context.warn(
      `${label} was changed outside of Pulumi, so it is left unchanged. It originally had ${inWords(found, known)}.`,
    );
    return;
  }
  const changed = known.filter((field) => !sameValue(field, found[field.name], state[field.name]));
  if (changed.length === 0) {
    context.warn(
      `${label} already had these values when this resource took it over, so there is nothing to restore.`,
    );
    return;
  }
  await patch(context, id, bodyOf(kind, found, changed));
  context.warn(`${label} is not deleted. Its original values are restored: ${inWords(found, changed)}.`);
}

type Place = Pick<ResourceContext, "kind" | "registry" | "collection">;

function isRestorable({ source }: Kind): boolean {
  return source.how === "adopted" && source.onDestroy.includes("restore");
}

/** Records the original values of an object, because another resource may take it over in this run. */
export function noteOriginal({ kind, registry, collection }: Place, id: string, state: Values): void {
  const found = priorFound(state);
  if (found !== undefined && isRestorable(kind)) {
    registry.note("original", collection, id, found);
  }
}

/** Records which original values are stored by the resource that manages the object after this run. */
export function noteHolder(
  { kind, registry, collection }: Place,
  id: string,
  { found, onDestroy }: { readonly found: Values | undefined; readonly onDestroy: Json | undefined },
): void {
  if (found !== undefined && isRestorable(kind)) {
    registry.note("holder", collection, id, { found, restores: onDestroy === "restore" });
  }
}

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
        (holder?.restores === true
          ? ' A destroy restores the recorded values, unless you set `onDestroy: "keep"`.'
          : "");
  context.warn(
    `${label} had ${inWords(original, lost)} before this stack changed it. Write these values down: the resource that now manages it ${instead} ` +
      'If you rename a resource, `aliases: [{ name: "<old name>" }]` keeps the original values.',
  );
}

function managedFields(kind: Kind, values: Values): Field[] {
  return echoedFields(kind).filter((field) => !field.replace && values[field.name] !== undefined);
}

function inWords(values: Values, fields: readonly Field[]): string {
  const words = fields.map(({ name }) =>
    values[name] === undefined ? `no ${name}` : `${name} ${JSON.stringify(values[name])}`,
  );
  return words.join(", ") || "its values";
}

/** The engine diffs every declared resource before the final deletes, so the outcome is known here. */
export function isKeptForAnother(context: ResourceContext, id: string): boolean {
  const { registry, collection } = context;
  const left = registry.held(collection, id);
  if (!left && registry.blindness !== undefined) {
    throw new Error(
      `${context.label} (id ${id}) was not deleted, because a resource in a different provider process of this operation may manage it. ` +
        `The folder in which provider processes record the objects that they manage cannot be used: ${registry.blindness}. ` +
        "Set TMPDIR to a folder that only you can write to, and run the command again.",
    );
  }
  if (left) {
    context.warn(
      `${context.label} (id ${id}) is left unchanged, because another resource in the program manages it.`,
    );
  }
  return left;
}

export interface Obtained {
  readonly id: string;
  readonly row?: JsonObject;
  /** The values before the takeover, if a destroy can restore them. */
  readonly found?: Values;
  /** A problem with the response to the create. The object is recorded before this error is shown. */
  readonly problem?: Error;
}

export interface Change {
  /** Declared fields to send, by name. */
  readonly set: Values;
  /** Undeclared fields to reset to the gateway's default. */
  readonly reset: readonly Field[];
  readonly olds: Values;
  readonly news: Values;
}

export interface SourceMethods {
  create(context: ResourceContext, declared: Values): Promise<Obtained>;
  /** For an import: the values that a destroy can restore. Throws if the object must not be managed. */
  found?(context: ResourceContext, row: JsonObject): Promise<Values>;
  /** Returns the gateway's response, or undefined if nothing was sent. */
  update(context: ResourceContext, id: string, change: Change): Promise<JsonObject | undefined>;
  delete(context: ResourceContext, id: string, state: Values): Promise<void>;
}
