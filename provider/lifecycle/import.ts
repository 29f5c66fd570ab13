import { hasStatus, idOf, isSegment, noRows, type Rows } from "../client/exchange.js";
import { isTidied, sameValue } from "../spec/compare.js";
import { type Field, snakeCase } from "../spec/field.js";
import { isReadable, type Kind } from "../spec/kind.js";
import { hidden, type Values } from "../spec/values.js";
import { asText, defined, isJsonObject, type Json, type JsonObject } from "../text/json.js";
import { anyOf, nounOf, plural, withPeriod } from "../text/words.js";
import { partsOfNew, type Seen } from "./handlers.js";
import { accountMark, assertAccountAllowed, observe, readById } from "./observe.js";
import {
  distinctions,
  echoedFields,
  lacksFields,
  matches,
  selectorsOf,
  thereAre,
  timeIn,
  Undeclarable,
  valueAt,
  valueIn,
} from "./rows.js";
import { labelOf, type ResourceContext, type Session } from "./session.js";
import { sourceOf } from "./sources.js";
import { accepts, checkInputs, inputsOf, makeState } from "./state.js";
import { waitMark } from "./write.js";

export interface Imported {
  readonly declared: Values;
  readonly outputs: Values;
  /** Inputs omitted from `declared` because the gateway never shows their values. */
  readonly unread: readonly Field[];
  /** Inputs omitted from `declared` because no program can declare their values. */
  readonly strange: readonly Field[];
}

export interface ImportForm {
  /**
   * Whether nullable inputs without a value are declared as null, so that the program manages them. Some
   * gateways never show null. The code that `pulumi import` generates omits null, and a preview of that code
   * must show no changes.
   */
  readonly declaresNull?: boolean;
}

/** Reads an object so that a stack can take it over. Writes nothing. Undefined if no object has the id. */
export async function readImport(
  context: ResourceContext,
  id: string,
  form: ImportForm = {},
): Promise<Imported | undefined> {
  await assertAccountAllowed(context);
  // Treats all inputs as declared, so a list row is enough only if it contains all of them.
  const all = Object.fromEntries([...context.kind.fields.keys()].map((name) => [name, true]));
  const seen = await observe(context, id, all);
  return seen.is === "live" ? importRow(context, seen.row, form) : undefined;
}

/** Like `readImport`, but from a fresh row. Throws `Undeclarable` if no program can declare the object. */
export async function importRow(
  context: ResourceContext,
  shown: JsonObject,
  form: ImportForm = {},
): Promise<Imported> {
  const { kind } = context;
  await assertAccountAllowed(context);
  // An import passes through a file that is not encrypted, so secrets are omitted.
  const fields = [...kind.fields.values(), ...kind.outputFields.values()];
  const secret = new Set(fields.filter((field) => field.secret).map((field) => field.readFrom));
  const row = Object.fromEntries(Object.entries(shown).filter(([name]) => !secret.has(name)));
  const found = await sourceOf(kind).found?.(context, row);
  const { declared, strange } = await declarationOf(context, row, form);
  const parts = partsOfNew(context, declared, await accountMark(context), found);
  const outputs = makeState(kind, { ...parts, marks: { ...parts.marks, [hidden.imported]: true }, row });
  const unread = [...kind.fields.values()].filter((field) => field.writeOnly || field.secret);
  return { declared, outputs, unread, strange };
}

/** Explains why a kind's objects cannot be imported, as a sentence without the final period. */
export function whyNotImportable({ name }: Kind): string {
  return `${name} cannot be imported, because the gateway never shows it again after its creation. Declare a new one`;
}

export function unreadNote({ name, endpoints }: Kind, field: Field): string {
  const lacking = `${field.name} cannot be read, so it is not imported. If the program declares it,`;
  return field.replace || endpoints.patch === undefined
    ? `${lacking} the ${name} is replaced, so omit this property.`
    : `${lacking} the preview shows it as a change, and the next \`pulumi up\` sends it. Leave it out to keep the current value.`;
}

/** Omits optional inputs whose value is absent, the default, set by the selector, or not declarable. */
async function declarationOf(
  context: ResourceContext,
  row: JsonObject,
  { declaresNull = false }: ImportForm,
): Promise<Pick<Imported, "declared" | "strange">> {
  const { kind } = context;
  const selected = await selection(context, row);
  const shown = echoedFields(kind).flatMap((field) => {
    const isNullable = declaresNull && field.nullable;
    const value = valueIn(field, row);
    const live = isNullable ? (value ?? null) : value;
    const isSelector = field.readFrom === selected?.place;
    const isByDefault = field.byDefault !== undefined && sameValue(field, field.byDefault, live);
    const isLeftOut = field.optional && ((live === null && !isNullable) || isSelector || isByDefault);
    return live === undefined || isLeftOut ? [] : [{ field, live }];
  });
  const isStrange = ({ field, live }: (typeof shown)[number]) =>
    field.optional && !accepts(kind, field, live);
  const declared = {
    ...inputsOf(kind, context.values),
    ...Object.fromEntries(selected === undefined ? [] : [[selected.field.name, selected.value]]),
    ...Object.fromEntries(
      shown.filter((each) => !isStrange(each)).map(({ field, live }) => [field.name, live] as const),
    ),
  };
  const lost = Object.keys(declared).filter((name) => hasLostKey(declared[name]));
  const problems = [
    ...checkInputs(kind, declared),
    ...lost.map((name) => `${name} has a key named __proto__, which Pulumi cannot store`),
  ];
  if (problems.length > 0) {
    const why = problems.join("; ");
    throw new Undeclarable(
      `${context.label} cannot be declared in its current form: ${withPeriod(why)}`,
      why,
    );
  }
  return { declared, strange: shown.filter(isStrange).map(({ field }) => field) };
}

interface Selection {
  readonly field: Field;
  readonly value: Json;
  /** The path in the row that is compared with the value, such as `user.id`. */
  readonly place: string;
}

/** The first readable selector that matches no other object, or else an id. Undefined if there is none. */
async function selection(context: ResourceContext, row: JsonObject): Promise<Selection | undefined> {
  const { kind, client, collection } = context;
  const list = await client.lists.known(collection);
  const others = list?.rows.filter((other) => idOf(other) !== idOf(row)) ?? [];
  const isAlone = (field: Field, value: Json) =>
    list?.complete === true && !others.some((other) => matches(field, value, other));
  const candidates = selectorsOf(kind).flatMap((field) =>
    valuesThatSelect(field, row).filter(({ value }) => accepts(kind, field, value)),
  );
  const isId = ({ place }: Selection) => place.split(".").at(-1) === "id";
  return (
    candidates.find((each) => !isId(each) && isAlone(each.field, each.value)) ??
    candidates.find(isId) ??
    candidates[0]
  );
}

function valuesThatSelect(field: Field, row: JsonObject): Selection[] {
  const { selects = "", keys } = field;
  const live = valueAt(row, selects);
  if (!isJsonObject(live)) {
    return live === undefined ? [] : [{ field, value: live, place: selects }];
  }
  return keys.flatMap((key) => {
    const value = key === "id" ? idOf(live) : live[snakeCase(key)];
    const place = selects === "" ? snakeCase(key) : `${selects}.${snakeCase(key)}`;
    return value === undefined ? [] : [{ field, value: { [key]: value }, place }];
  });
}

/** Whether a value has, at any depth, the key `__proto__`, which the SDK turns into an object's prototype. */
function hasLostKey(value: Json | undefined): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    (Object.hasOwn(value, "__proto__") || Object.values(value).some(hasLostKey))
  );
}

/**
 * The state that a create would have stored if its run had not been interrupted. Writes nothing.
 *
 * Values on the gateway that differ from the inputs are stored as they are: someone changed them in the
 * meantime, and the next `up` changes them back. `unread`: the inputs whose values are unknown here. The
 * values that the gateway returns for these inputs are stored. The next `up` sends the inputs for which the
 * gateway returns no value.
 */
export async function recovered(
  context: ResourceContext,
  id: string,
  shown: JsonObject,
  inputs: Values,
  unread: readonly string[] = [],
): Promise<Values> {
  const { kind } = context;
  const asked = inputsOf(kind, inputs);
  const row = lacksFields(kind, shown, asked) ? { ...shown, ...(await readById(context, id)) } : shown;
  const declared = { ...asked };
  const sent = new Set<string>();
  for (const field of echoedFields(kind)) {
    const { name } = field;
    const live = valueIn(field, row);
    const wanted = asked[name];
    // An exclusive flag was lost to another object. A refresh reports this but does not repair it.
    const isLost = field.exclusive !== undefined && wanted === true;
    const isKept = live === undefined || (wanted !== undefined && isTidied(field, wanted, live));
    if (wanted !== undefined && isKept) {
      sent.add(name);
    } else if (live !== undefined && (wanted === undefined ? unread.includes(name) : !isLost)) {
      declared[name] = live;
    }
  }
  const [made, written] = [timeIn(kind, row, "created"), timeIn(kind, row, "written")];
  if (made !== undefined && written !== undefined && written > made) {
    // A write after the create may have changed write-only values, so they are sent again.
    for (const { name } of [...kind.fields.values()].filter(({ writeOnly }) => writeOnly)) {
      delete declared[name];
    }
  }
  const parts = partsOfNew(context, declared, await accountMark(context));
  const mark = waitMark(kind, row, declared);
  const state = makeState(kind, { ...parts, sent, row });
  return mark === undefined ? state : { ...state, [mark]: true };
}

interface Existing {
  readonly context: ResourceContext;
  readonly row: JsonObject;
}

/** A kind without a list has one object per workspace, whose id is the workspace's id. */
async function rowsAt(context: ResourceContext): Promise<Rows> {
  return context.kind.endpoints.list === undefined
    ? { rows: [{ id: context.parentId ?? null }], complete: true }
    : context.listed();
}

function importIdOf({ context: { kind, parentId }, row }: Existing): string {
  const id = idOf(row) ?? "";
  return parentId === undefined || kind.endpoints.list === undefined ? id : `${parentId}/${id}`;
}

export function titleOf(kind: Kind, row: JsonObject): string {
  const last = namingFields(kind).at(-1);
  const value = last && valueIn(last, row);
  const title = value === undefined ? selectingTexts(kind, row)[0] : asText(value);
  return title ?? idOf(row) ?? "";
}

/** A part that refers to another object may be any of that object's names. */
async function namesOf({ context, row }: Existing): Promise<string[]> {
  const parts = await Promise.all(
    namingFields(context.kind).map((field) => namesOfPart({ context, row }, field)),
  );
  const keys = parts.reduce(
    (heads, names) => heads.flatMap((head) => names.map((name) => `${head}/${name}`)),
    [""],
  );
  return [idOf(row) ?? "", ...keys.map((key) => key.slice(1)), ...selectingTexts(context.kind, row)];
}

/** The natural key without the workspace. */
function namingFields({ naturalKey, fields, endpoints: { parent } }: Kind): Field[] {
  return naturalKey.flatMap((name) => (name === parent?.field ? [] : (fields.get(name) ?? [])));
}

async function namesOfPart({ context, row }: Existing, field: Field): Promise<string[]> {
  const value = valueIn(field, row) ?? "";
  const { refers } = field;
  const other = context.kindListed(refers?.list);
  if (refers === undefined || other === undefined) {
    return [asText(value)];
  }
  const place = context.within(context.parentId ?? "", other);
  const { rows } = await rowsAt(place);
  const referred = rows.filter((each) => each[snakeCase(refers.to)] === value);
  const names = await Promise.all(referred.map((each) => namesOf({ context: place, row: each })));
  return [asText(value), ...names.flat()];
}

function selectingTexts(kind: Kind, row: JsonObject): string[] {
  const isId = (place: string) => place.split(".").at(-1) === "id";
  return selectorsOf(kind)
    .flatMap((field) => valuesThatSelect(field, row))
    .toSorted((a, b) => Number(isId(a.place)) - Number(isId(b.place)))
    .map(({ value }) => asText(isJsonObject(value) ? Object.values(value)[0] : value));
}

interface Place {
  readonly context: ResourceContext;
  readonly rest: string;
  /** Whether the part before `rest` is an id, not a name. */
  readonly isById: boolean;
}

type Candidate = Existing & Pick<Place, "rest">;

/**
 * Ids and names may contain slashes, so the existing objects determine where each part ends. An import id
 * that consists only of ids takes precedence over names.
 */
export async function lookUp(kind: Kind, session: Session, wanted: string, urn?: string): Promise<Seen> {
  const account = session.context(kind, defined({ [hidden.urn]: urn }));
  return find(account, wanted).catch((error: unknown) => {
    throw account.cover(error);
  });
}

async function find(account: ResourceContext, wanted: string): Promise<Seen> {
  if (!isReadable(account.kind)) {
    throw new Error(`${whyNotImportable(account.kind)}.`);
  }
  await assertAccountAllowed(account);
  const holders = await holdersOf(account);
  const places = placesOf(account, wanted, holders);
  const lists = await Promise.all(
    places.map(async ({ context, rest }) => ({ context, rest, ...(await rowsAt(context)) })),
  );
  const existing = lists.flatMap(({ context, rest, rows }) => rows.map((row) => ({ context, row, rest })));
  const isAll = holders.complete && lists.every(({ complete }) => complete);
  for (const { context, id } of await meant(wanted, places, existing, isAll)) {
    const object = await readImport(context, id);
    if (object !== undefined) {
      const { declared, outputs, unread, strange } = object;
      const label = labelOf(context.kind, declared);
      for (const field of unread) {
        context.warn(`${label}: ${unreadNote(context.kind, field)}`);
      }
      for (const { name } of strange) {
        context.warn(`${label}: ${name} is not imported, because no program can declare its value.`);
      }
      return { id, inputs: { ...declared, [hidden.imported]: true }, outputs };
    }
  }
  const { what = "", list } = account.kind.endpoints.parent ?? {};
  const isPlaced = places.length > 0;
  const holding = account.within("", account.kindListed(list));
  const there = isPlaced ? existing : holders.rows.map((row) => ({ context: holding, row }));
  const found = isPlaced ? `does not match any ${account.kind.name}` : `does not begin with a known ${what}`;
  throw new Error(`${JSON.stringify(wanted)} ${found}. ${existingObjects(there, isAll)} ${formOf(account)}`);
}

/** The matching object. If the list is stale or truncated, returns possible ids to read directly. */
async function meant(
  wanted: string,
  places: readonly Place[],
  existing: readonly Candidate[],
  isAll: boolean,
): Promise<{ context: ResourceContext; id: string }[]> {
  const fits = await fitting(existing, wanted);
  const [fit, other] = fits;
  if (fit === undefined) {
    const byId = places.filter(({ rest, isById }) => isById && isSegment(rest));
    return byId.map(({ context, rest }) => ({ context, id: rest }));
  }
  if (other !== undefined || (importIdOf(fit) !== wanted && !isAll)) {
    const why =
      other === undefined
        ? "may match other objects, because the gateway truncated the list"
        : "matches several objects";
    throw new Error(
      `${JSON.stringify(wanted)} ${why}. Import an object by its id. ${existingObjects(fits, true)}`,
    );
  }
  return [{ context: fit.context, id: idOf(fit.row) ?? "" }];
}

/** Listing the parents requires a scope that reading the objects does not. */
async function holdersOf({ kind, client }: ResourceContext): Promise<Rows> {
  const { parent } = kind.endpoints;
  try {
    return parent === undefined ? noRows : await client.holders({ ...parent, id: "" });
  } catch (error) {
    if (hasStatus(error, 403)) {
      return { rows: [], complete: false };
    }
    throw error;
  }
}

function placesOf(account: ResourceContext, wanted: string, { rows, complete }: Rows): Place[] {
  const { list, parent } = account.kind.endpoints;
  if (parent === undefined) {
    return [{ context: account, rest: wanted, isById: true }];
  }
  const holding = account.kindListed(parent.list);
  const place = (id: string, begin: string): Place[] =>
    (list === undefined ? wanted === begin : wanted.startsWith(`${begin}/`))
      ? [{ context: account.within(id), rest: wanted.slice(begin.length + 1), isById: begin === id }]
      : [];
  const places = rows.flatMap((row) => {
    const id = idOf(row) ?? "";
    const name = holding && titleOf(holding, row);
    return [...place(id, id), ...(name === undefined || name === id ? [] : place(id, name))];
  });
  const [first = ""] = list === undefined ? [wanted] : wanted.split("/");
  return complete || places.length > 0 ? places : place(first, first);
}

async function fitting(existing: readonly Candidate[], wanted: string): Promise<Existing[]> {
  const byId = existing.filter((each) => importIdOf(each) === wanted);
  if (byId.length > 0) {
    return byId;
  }
  const isCalled = async (each: Candidate) =>
    each.context.kind.endpoints.list === undefined || (await namesOf(each)).includes(each.rest);
  const called = await Promise.all(existing.map(isCalled));
  const fits = existing.filter((_each, index) => called[index]);
  return [...new Map(fits.map((each) => [importIdOf(each), each])).values()];
}

function existingObjects(existing: readonly Existing[], isAll: boolean): string {
  const objects = existing.map((each) => {
    const { kind } = each.context;
    const title = titleOf(kind, each.row);
    const isTwice = (another: Existing) => another !== each && titleOf(kind, another.row) === title;
    const apart = existing.some(isTwice) ? distinctions(kind, each.row) : [];
    return { id: importIdOf(each), called: [title], apart };
  });
  return thereAre(objects, isAll);
}

function formOf(account: ResourceContext): string {
  const { kind } = account;
  const { list, parent } = kind.endpoints;
  const words = namingFields(kind).map((field) => {
    const other = account.kindListed(field.refers?.list);
    return other === undefined ? field.name : nounOf(other);
  });
  const selecting = selectorsOf(kind).flatMap(({ name, keys }) => (keys.length > 0 ? keys : [name]));
  const own = list === undefined ? [] : ["id", words.join(">/<"), ...selecting].filter((word) => word !== "");
  const before = parent === undefined ? "" : `<${parent.what}>`;
  const forms =
    own.length === 0
      ? [before]
      : [...new Set(own)].map((word) => [before, `<${word}>`].filter(Boolean).join("/"));
  const named = parent === undefined ? "" : `, where <${parent.what}> is an id or a name`;
  return `The import id for ${kind.name} is ${anyOf(forms)}${named}.`;
}

/**
 * `query` may name one workspace and a connection. Throws at the end if the gateway truncated a list, so that
 * nothing is omitted silently.
 */
export async function* listed(
  kind: Kind,
  session: Session,
  query: Values = {},
): AsyncGenerator<{ readonly id: string; readonly name: string }> {
  const { connection, ...place } = query;
  const account = session.context(kind, defined({ connection }));
  try {
    const { list, parent } = kind.endpoints;
    const odd = Object.keys(place).find((name) => name !== parent?.field);
    if (!isReadable(kind) || odd !== undefined) {
      throw new Error(
        odd === undefined ? `${whyNotImportable(kind)}.` : `${kind.name} objects cannot be listed by ${odd}.`,
      );
    }
    await assertAccountAllowed(account);
    const holderId = place[parent?.field ?? ""];
    const holding = list === undefined ? account.kindListed(parent?.list) : undefined;
    const holders: Rows =
      parent === undefined || (holderId !== undefined && list !== undefined)
        ? { rows: [{ id: holderId ?? null }], complete: true }
        : await account.client.holders({ ...parent, id: "" });
    let isWhole = holders.complete;
    for (const holder of holders.rows.filter((row) => holderId === undefined || idOf(row) === holderId)) {
      const context = parent === undefined ? account : account.within(idOf(holder) ?? "");
      const { rows, complete } = await rowsAt(context);
      for (const row of rows) {
        const found = await sourceOf(kind).found?.(context, row).catch(unlessUndeclarable);
        if (!(found instanceof Undeclarable)) {
          const name = holding === undefined ? titleOf(kind, row) : titleOf(holding, holder);
          yield { id: importIdOf({ context, row }), name };
        }
      }
      isWhole &&= complete;
    }
    if (!isWhole) {
      throw new Error(
        `the gateway truncated the list of ${plural(kind.name)}: it reported more objects than it returned.`,
      );
    }
  } catch (error) {
    throw account.cover(error);
  }
}

function unlessUndeclarable(error: unknown): Undeclarable {
  if (error instanceof Undeclarable) {
    return error;
  }
  throw error;
}
