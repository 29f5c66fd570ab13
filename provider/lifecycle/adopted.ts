import { z } from "zod";
import { isJsonObject, type Json, type JsonObject } from "../client/json.js";
import { idOf } from "../client/rows.js";
import { assertAccountAllowed } from "./account.js";
import { flags } from "./field.js";
import type { Kind } from "./kind.js";
import { isLeft } from "./leave.js";
import { hintAtParent, observe, singly } from "./observe.js";
import { bodyOf, differences, echoedFields } from "./rows.js";
import { matches, placeOf, selectorsOf } from "./selector.js";
import type { Change, Obtained, Source } from "./source.js";
import { allInputs, observeState } from "./state.js";
import type { Target } from "./target.js";
import { hidden, type Values } from "./values.js";
import { modify, remove } from "./write.js";

type Release = "keep" | "restore" | "delete";

/** What differs between kinds of objects that exist already. */
interface Adoption<C extends readonly [Release, ...Release[]]> {
  /** What destroying may do to the object; the first is the default. */
  readonly onDestroy: C;
  /** What to do when the selector finds nothing, for people. */
  readonly whenMissing: string;
  /** Places of a row that tell people which object it is. */
  readonly shows?: readonly string[];
  /** Rows that may not be managed: a value at a place, or the token's own account at a place. */
  readonly refuse?: Refusal;
  readonly ownAccountAt?: string;
}

interface Refusal {
  readonly at: string;
  readonly value: string;
  /** What people call such an object. */
  readonly what: string;
  readonly because: string;
}

/** Objects that exist already: found by a selector, brought in line, and by default not deleted. */
export function adopted<const C extends readonly [Release, ...Release[]]>(adoption: Adoption<C>) {
  const inputs = z.object({
    /**
     * What destroying the resource does to the object: `keep` leaves it as it is, `restore` puts back the values from
     * before, `delete` deletes it. It has to be applied before.
     *
     * @default what the class tells under "On destroy"
     */
    onDestroy: z.enum(adoption.onDestroy).register(flags, { local: true }).optional(),
  });
  const { refuse } = adoption;
  const source: Source<typeof inputs> = {
    inputs,
    ...(refuse === undefined
      ? {}
      : { untouchable: { what: refuse.what, is: (row) => isRefused(row, refuse) } }),
    takesAway: false,
    obtain: (target, declared) => obtain(target, declared, adoption),
    observe,
    found: (target, row) => foundIn(target, row, adoption),
    change,
    release: (target, id, state) => release(target, id, state, adoption.onDestroy[0]),
  };
  return source;
}

async function obtain(
  target: Target,
  declared: Values,
  adoption: Adoption<readonly [Release, ...Release[]]>,
): Promise<Obtained> {
  const { kind, ledger } = target;
  await assertAccountAllowed(target);
  const { id, row } = await select(target, declared, adoption);
  const found = await foundIn(target, row, adoption);
  if (!ledger.claim(target.collection, id)) {
    throw new Error(
      `${target.label} with id ${id} is managed by another resource of this program already: take one of the two out.`,
    );
  }
  const wrong = new Set(differences(kind, declared, row).map((field) => field.name));
  const body = bodyOf(kind, Object.fromEntries(Object.entries(declared).filter(([name]) => wrong.has(name))));
  const answer = Object.keys(body).length === 0 ? row : await modify(target, id, "PATCH", body);
  return { id, row: answer, found, before: found };
}

/** What there was before us, to put back. */
async function foundIn(
  target: Target,
  row: JsonObject,
  adoption: Adoption<readonly [Release, ...Release[]]>,
): Promise<Values> {
  await assertManageable(target, row, adoption);
  const { fields } = target.kind;
  const live = Object.entries(allInputs(target.kind, row));
  return Object.fromEntries(live.filter(([name]) => fields.get(name)?.replace !== true));
}

async function select(
  target: Target,
  declared: Values,
  { whenMissing, shows = [] }: Adoption<readonly [Release, ...Release[]]>,
): Promise<{ id: string; row: JsonObject }> {
  const { kind, client, parentId = "" } = target;
  const { list } = kind.endpoints;
  if (list === undefined) {
    const row = await singly(target, parentId);
    if (row === undefined) {
      const hint = (await hintAtParent(target)) || ` ${whenMissing}`;
      throw new Error(`${target.label}: nothing was found for ${parentId}.${hint}`);
    }
    return { id: parentId, row };
  }
  const { rows, complete } = await client.rows(target.read(list));
  const [match, ...others] = rows.filter((row) =>
    selectorsOf(kind).every((field) => matches(field, declared[field.name], row)),
  );
  if (match !== undefined && others.length === 0 && (complete || isUnique(kind, declared))) {
    return { id: idOf(match) ?? "", row: match };
  }
  const count = match === undefined ? "nothing" : several(others.length + 1);
  const there = rows
    .slice(0, mostShown)
    .map((row) => [idOf(row), ...shows.map((place) => text(placeOf(row, place)))].join(" ").slice(0, 100));
  const more = rows.length > mostShown ? `, and ${rows.length - mostShown} more` : "";
  const cut = complete
    ? ""
    : " in what the gateway sent of the list, which it cut; an id finds one for certain";
  throw new Error(
    `${kind.name} ${described(kind, declared)} matches ${count}${cut}. There are: ${there.join(", ") || "none"}${more}. ${whenMissing}`,
  );
}

/** More rows than that are no line for people. */
const mostShown = 20;

function several(count: number): string {
  return count === 1 ? "one object" : `${count} objects`;
}

/** Whether at most one object can have what is asked for, so that a list that was cut hides no second one. */
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

function text(value: Json | undefined): string {
  return isJsonObject(value) ? JSON.stringify(value) : String(value);
}

function isRefused(row: JsonObject, { at, value }: Refusal): boolean {
  return placeOf(row, at) === value;
}

async function assertManageable(
  target: Target,
  row: JsonObject,
  { refuse, ownAccountAt }: Adoption<readonly [Release, ...Release[]]>,
): Promise<void> {
  if (refuse !== undefined && isRefused(row, refuse)) {
    throw new Error(`${target.label} cannot be managed: ${refuse.because}.`);
  }
  if (ownAccountAt !== undefined && placeOf(row, ownAccountAt) === (await target.client.account()).id) {
    throw new Error(
      `${target.label} cannot be managed: it is the account behind the token, which could lock itself out.`,
    );
  }
}

async function change(target: Target, id: string, { set }: Change): Promise<JsonObject | undefined> {
  const body = bodyOf(target.kind, set);
  return Object.keys(body).length === 0 ? undefined : modify(target, id, "PATCH", body);
}

async function release(target: Target, id: string, state: Values, byDefault: Release): Promise<void> {
  const how = state.onDestroy ?? byDefault;
  if (how === "keep" || isLeft(target, id)) {
    return;
  }
  return how === "delete" ? remove(target, id, state) : restore(target, id, state);
}

/** Puts back the values that were found, but only if the live ones are still ours. */
async function restore(target: Target, id: string, state: Values): Promise<void> {
  const { kind } = target;
  const seen = await observe(target, id, state);
  const found = state[hidden.found];
  if (seen.is !== "live" || !isJsonObject(found)) {
    return;
  }
  if (observeState(kind, state, seen.row).drifted) {
    target.warn(`${target.label} was changed outside of Pulumi since: it is left as it is.`);
    return;
  }
  const ours = echoedFields(kind).filter((field) => !field.replace && state[field.name] !== undefined);
  const body = bodyOf(
    kind,
    Object.fromEntries(ours.flatMap(({ name }) => (found[name] === undefined ? [] : [[name, found[name]]]))),
  );
  if (Object.keys(body).length > 0) {
    await modify(target, id, "PATCH", body);
  }
}
