import { type Exchange, idOf } from "../client/exchange.js";
import { sameValue } from "../spec/compare.js";
import type { Field } from "../spec/field.js";
import type { Kind } from "../spec/kind.js";
import type { Adopted } from "../spec/source.js";
import type { Values } from "../spec/values.js";
import { isJsonObject, type Json, type JsonObject } from "../text/json.js";
import { assertAccountAllowed, hintAtParent, observe, singly } from "./observe.js";
import {
  bodyOf,
  differences,
  echoedFields,
  isRefused,
  selected,
  selectorsOf,
  Undeclarable,
  valueAt,
} from "./rows.js";
import type { Target } from "./session.js";
import { allInputs, objectIn, observeState, priorFound } from "./state.js";
import type { Obtained, Verbs } from "./take-over.js";
import { patch, remove } from "./write.js";

export function adoptedVerbs(source: Adopted): Verbs {
  return {
    obtain: (target, declared) => obtain(target, declared, source),
    found: (target, row) => foundIn(target, row, source),
    change: (target, id, { set }) => patch(target, id, bodyOf(target.kind, set)),
    release: (target, id, state) => release(target, id, state, source),
  };
}

async function obtain(target: Target, declared: Values, source: Adopted): Promise<Obtained> {
  const { kind, ledger } = target;
  await assertAccountAllowed(target);
  const { id, row } = await select(target, declared, source);
  const found = await foundIn(target, row, source);
  if (!ledger.claim(target.collection, id)) {
    throw new Error(
      `${target.label} with id ${id} is managed by another resource of this program already: ` +
        "take one of the two out of the program.",
    );
  }
  const different = differences(kind, declared, row);
  const answer = await patch(target, id, bodyOf(kind, declared, different));
  const original = notedOriginal(target, id);
  noteHolder(target, id, { found: original ?? found, onDestroy: declared.onDestroy });
  const changed = different.filter(({ name }) => found[name] !== undefined);
  if (declared.onDestroy === "restore" && original === undefined && changed.length > 0) {
    target.warn(
      `${target.label} had ${inWords(found, changed)} when this resource took it over: a destroy puts that back.`,
    );
  }
  return { id, row: answer ?? row, found: original ?? found };
}

/** The values that the object has before we change it, so that they can be put back. */
async function foundIn(target: Target, row: JsonObject, source: Adopted): Promise<Values> {
  await assertManageable(target, row, source);
  const { fields } = target.kind;
  const live = Object.entries(allInputs(target.kind, row));
  return Object.fromEntries(live.filter(([name]) => fields.get(name)?.replace !== true));
}

/** The selectors match no object, or several. The message lists the objects that exist. */
class Unmatched extends Error {
  override readonly name = "Error";
}

/** Why the selectors of a new resource do not match exactly one object. Undefined if they do, or if the gateway does not answer. */
export async function whyUnmatched(
  target: Target,
  declared: Values,
  source: Adopted,
): Promise<string | undefined> {
  try {
    await select(target, declared, source, { once: true });
    return undefined;
  } catch (error) {
    return error instanceof Unmatched ? error.message : undefined;
  }
}

async function select(
  target: Target,
  declared: Values,
  { whenMissing, shows = [] }: Adopted,
  how: Pick<Exchange, "once"> = {},
): Promise<{ id: string; row: JsonObject }> {
  const { kind, client, collection, parentId = "" } = target;
  const { list } = kind.endpoints;
  if (list === undefined) {
    const row = await singly(target, parentId);
    if (row === undefined) {
      const hint = (await hintAtParent(target)) || ` ${whenMissing}`;
      throw new Error(`${target.label}: nothing was found for ${parentId}.${hint}`);
    }
    return { id: parentId, row };
  }
  const seen = await client.lists.known(collection)?.catch(() => undefined);
  if (seen === undefined || selected(kind, declared, seen.rows).length === 0) {
    client.lists.forget(collection); // what was not there may have come since
  }
  const load = () => client.rows({ ...target.read(list), ...how });
  const { rows, complete } = await client.lists.read(collection, load);
  const [match, ...moreMatches] = selected(kind, declared, rows);
  if (match !== undefined && moreMatches.length === 0 && (complete || isUnique(kind, declared))) {
    return { id: idOf(match) ?? "", row: match };
  }
  const several = moreMatches.length === 0 ? "one object" : `${moreMatches.length + 1} objects`;
  const count = match === undefined ? "nothing" : several;
  const named = rows
    .slice(0, mostShown)
    .map((row) => [idOf(row), ...shows.map((place) => textOf(valueAt(row, place)))].join(" ").slice(0, 100));
  const more = rows.length > mostShown ? `, and ${rows.length - mostShown} more` : "";
  const cutNote = complete
    ? ""
    : " in what the gateway sent of the list, which it cut; an id finds one for sure";
  throw new Unmatched(
    `${kind.name} ${described(kind, declared)} matches ${count}${cutNote}. ` +
      `There are: ${named.join(", ") || "none"}${more}. ${whenMissing}`,
  );
}

/** The most rows that a message names: a line with more is too long for people. */
const mostShown = 20;

/**
 * Whether the selector asks for an id, which only one object has.
 * Then a cut list cannot hide a second match.
 */
function isUnique(kind: Kind, declared: Values): boolean {
  return selectorsOf(kind).some(
    ({ name, selects }) =>
      (selects?.split(".").at(-1) === "id" && declared[name] !== undefined) ||
      (isJsonObject(declared[name]) && declared[name].id !== undefined),
  );
}

function described(kind: Kind, declared: Values): string {
  const chosen = selectorsOf(kind).filter((field) => declared[field.name] !== undefined);
  return chosen.map((field) => `${field.name} ${JSON.stringify(declared[field.name])}`).join(", ");
}

function textOf(value: Json | undefined): string {
  return isJsonObject(value) ? JSON.stringify(value) : String(value);
}

async function assertManageable(
  target: Target,
  row: JsonObject,
  { refuse, ownAccountAt }: Adopted,
): Promise<void> {
  const why =
    refuse !== undefined && isRefused(row, refuse)
      ? refuse.because
      : ownAccountAt !== undefined && valueAt(row, ownAccountAt) === (await target.client.account()).id
        ? "it is the account behind the token, which could lock itself out"
        : undefined;
  if (why !== undefined) {
    throw new Undeclarable(`${target.label} cannot be managed: ${why}.`, why);
  }
}

async function release(
  target: Target,
  id: string,
  state: Values,
  { onDestroy: ways }: Adopted,
): Promise<void> {
  const { kind, ledger, collection, label } = target;
  const how = state.onDestroy ?? ways[0];
  if (how === "keep" && !ledger.held(collection, id)) {
    const restore = ways.includes("restore")
      ? ' `onDestroy: "restore"` puts back the values from before.'
      : "";
    const keeps = `the gateway keeps ${inWords(state, managedFields(kind, state))}`;
    target.warn(`${label} is not deleted: ${keeps}.${restore}`);
    return;
  }
  if (how !== "keep" && !isLeft(target, id)) {
    return how === "delete"
      ? remove(target, id, state)
      : ledger.inTurn(collection, id, () => restore(target, id, state));
  }
  warnOfLostOriginal(target, id, state);
}

/**
 * Puts back the values from before, but only if the live values are still those of the resource. If they are those of another
 * resource that a failed run has given the object to as well, that one puts back what this one has found.
 */
async function restore(target: Target, id: string, state: Values): Promise<void> {
  const { kind, ledger, collection, label } = target;
  const seen = await observe(target, id, state);
  if (seen.is !== "live") {
    return;
  }
  const found = ledger.noted("unrestored", collection, id) ?? priorFound(state);
  if (found === undefined) {
    target.warn(`${label} is left as it is: the values from before are not known.`);
    return;
  }
  const known = managedFields(kind, state).filter(({ name }) => found[name] !== undefined);
  if (observeState(kind, state, seen.row).drifted) {
    ledger.note("unrestored", collection, id, found);
    target.warn(
      `${label} was changed outside of Pulumi: it is left as it is. It had ${inWords(found, known)} before.`,
    );
    return;
  }
  const changed = known.filter((field) => !sameValue(field, found[field.name], state[field.name]));
  if (changed.length === 0) {
    target.warn(
      `${label} had its values already when this resource took it over: there is nothing to put back.`,
    );
    return;
  }
  await patch(target, id, bodyOf(kind, found, changed));
  target.warn(`${label} is not deleted: it gets back ${inWords(found, changed)}.`);
}

/** A place for notes about objects, which all processes of the operation read. */
type Place = Pick<Target, "kind" | "ledger" | "collection">;

/** Whether a destroy can put back the values that an object had before the stack's first resource took it over. */
function isRestorable({ source }: Kind): boolean {
  return source.how === "adopted" && source.onDestroy.includes("restore");
}

/** Notes the original values of an object that its resource may give up, for the resource that takes it over. */
export function noteOriginal({ kind, ledger, collection }: Place, id: string, state: Values): void {
  const found = priorFound(state);
  if (found !== undefined && isRestorable(kind)) {
    ledger.note("original", collection, id, found);
  }
}

/** The original values, if the resource that has had the object was read or compared in this operation. */
function notedOriginal({ ledger, collection }: Place, id: string): Values | undefined {
  return ledger.noted("original", collection, id);
}

/** Notes what the resource that has the object after this run takes for the original values. */
export function noteHolder(
  { kind, ledger, collection }: Place,
  id: string,
  { found, onDestroy }: { readonly found: Values | undefined; readonly onDestroy: Json | undefined },
): void {
  if (found !== undefined && isRestorable(kind)) {
    ledger.note("holder", collection, id, { found, restores: onDestroy === "restore" });
  }
}

/** Warns that a resource loses the original values with its object, unless the one that has the object now knows them. */
export function warnOfLostOriginal(target: Target, id: string, state: Values): void {
  const { kind, ledger, collection, label } = target;
  const original = priorFound(state) ?? {};
  const holder = ledger.noted("holder", collection, id);
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
  target.warn(
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
 * Whether an object is left as it is, because another resource of the program has it, in this process or in another one of the
 * operation.
 * That resource has taken it over in this run, or had it before and keeps it.
 *
 * The diff tells which object a resource has: every declared resource has its diff before anything is deleted
 * at the end of a run.
 */
export function isLeft(target: Target, id: string): boolean {
  const { ledger, collection } = target;
  const left = ledger.held(collection, id);
  if (!left && ledger.blindness !== undefined) {
    throw new Error(
      `${target.label} (id ${id}) was not deleted: another provider process of this operation may have it for a resource of the ` +
        `program, and where such processes tell each other that cannot be used: ${ledger.blindness}. ` +
        "Set TMPDIR to a folder in which you alone may write, and run again.",
    );
  }
  if (left) {
    target.warn(`${target.label} (id ${id}) is left as it is: another resource of the program has it.`);
  }
  return left;
}
