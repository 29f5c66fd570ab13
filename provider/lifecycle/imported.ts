import { idOf } from "../client/answers.js";
import { sameValue } from "../spec/compare.js";
import { type Field, snakeCase } from "../spec/field.js";
import type { Kind } from "../spec/kind.js";
import { hidden, type Values } from "../spec/values.js";
import { isJsonObject, type Json, type JsonObject } from "../text/json.js";
import { partsOfNew } from "./calls/create-resource.js";
import { accountMark, assertAccountAllowed } from "./objects/account.js";
import { observe } from "./objects/observe.js";
import type { Target } from "./operation/target.js";
import { verbsOf } from "./sources/index.js";
import { accepts, checkInputs, sentence } from "./state/check.js";
import { echoedFields, valueIn } from "./state/row.js";
import { matches, selectorsOf, Undeclarable, valueAt } from "./state/selector.js";
import { inputsOf, makeState } from "./state/state.js";

/** An object that is on the gateway already, in the form that a stack has for its own objects. */
export interface Imported {
  /** What a program would declare to get the object as it is. */
  readonly declared: Values;
  /** What would be stored for this declaration. */
  readonly outputs: Values;
  /** What may be set on the object but is not in the declaration, because the gateway does not show it. */
  readonly unread: readonly Field[];
  /** What is not in the declaration because no program can declare the value that it has. */
  readonly strange: readonly Field[];
}

export interface ImportForm {
  /**
   * Whether null is declared for what has no value, where the API takes it, so that the program manages it. Some gateways
   * do not show null at all. The code that `pulumi import` generates leaves null out, and its preview has to be empty.
   */
  readonly declaresNull?: boolean;
}

/** Reads an object so that a stack can take it over. Writes nothing. Undefined if no object has the id. */
export async function imported(
  target: Target,
  id: string,
  form: ImportForm = {},
): Promise<Imported | undefined> {
  await assertAccountAllowed(target);
  // All inputs, as if declared: a row of the list is then only enough if it has all of them.
  const all = Object.fromEntries([...target.kind.fields.keys()].map((name) => [name, true]));
  const seen = await observe(target, id, all);
  return seen.is === "live" ? importedFrom(target, seen.row, form) : undefined;
}

/** The same from a row that has just been read. Throws `Undeclarable` if no program can declare the object. */
export async function importedFrom(
  target: Target,
  shown: JsonObject,
  form: ImportForm = {},
): Promise<Imported> {
  const { kind } = target;
  await assertAccountAllowed(target);
  const row = withoutSecrets(kind, shown);
  const found = await verbsOf(kind).found?.(target, row);
  const { declared, strange } = await declarationOf(target, row, form);
  const parts = partsOfNew(target, declared, await accountMark(target), found);
  const outputs = makeState(kind, { ...parts, marks: { ...parts.marks, [hidden.imported]: true }, row });
  const unread = [...kind.fields.values()].filter((field) => field.writeOnly || field.secret);
  return { declared, outputs, unread, strange };
}

/** Why no object of a kind can be imported: a sentence without its end. */
export function unreadable({ name }: Kind): string {
  return `${name} cannot be imported: the gateway does not show one again after it is made. Declare a new one`;
}

/** What happens if the program declares a value that cannot be read, and so cannot be compared. */
export function unreadNote({ name, endpoints }: Kind, field: Field): string {
  const lacking = `${field.name} cannot be read, so it is not imported. If the program declares it,`;
  return field.replace || endpoints.patch === undefined
    ? `${lacking} this replaces the ${name}: leave it out.`
    : `${lacking} the preview shows it as a change, and the next \`pulumi up\` sends it. Leave it out to keep what is there.`;
}

/** The row without secrets: what is imported goes through a file, where nothing is encrypted. */
function withoutSecrets(kind: Kind, row: JsonObject): JsonObject {
  const fields = [...kind.fields.values(), ...kind.outputFields.values()];
  const secret = new Set(fields.filter((field) => field.secret).map((field) => field.readFrom));
  return Object.fromEntries(Object.entries(row).filter(([name]) => !secret.has(name)));
}

/**
 * The inputs that declare an object as it is. An optional input is left out if the object has no value for
 * it, its default, the value by which it is selected, or a value that no program can declare, for example one that is
 * newer than this package. A required input is never left out.
 */
async function declarationOf(
  target: Target,
  row: JsonObject,
  { declaresNull = false }: ImportForm,
): Promise<Pick<Imported, "declared" | "strange">> {
  const { kind } = target;
  const selected = await selection(target, row);
  const shown = echoedFields(kind).flatMap((field) => {
    const isNullable = declaresNull && field.nullable;
    const value = valueIn(field, row);
    const live = isNullable ? (value ?? null) : value;
    const isSaid = field.readFrom === selected?.place;
    const isByDefault = field.byDefault !== undefined && sameValue(field, field.byDefault, live);
    const isLeftOut = field.optional && ((live === null && !isNullable) || isSaid || isByDefault);
    return live === undefined || isLeftOut ? [] : [{ field, live }];
  });
  const isStrange = ({ field, live }: Shown) => field.optional && !accepts(kind, field, live);
  const declared = {
    ...inputsOf(kind, target.values),
    ...Object.fromEntries(selected === undefined ? [] : [[selected.field.name, selected.value]]),
    ...Object.fromEntries(
      shown.filter((each) => !isStrange(each)).map(({ field, live }) => [field.name, live] as const),
    ),
  };
  assertDeclarable(target, declared);
  return { declared, strange: shown.filter(isStrange).map(({ field }) => field) };
}

function assertDeclarable({ kind, label }: Target, declared: Values): void {
  const lost = Object.keys(declared).filter((name) => hasLostKey(declared[name]));
  const problems = [
    ...checkInputs(kind, declared).map(sentence),
    ...lost.map((name) => `${name} has a key __proto__, which Pulumi loses on the way`),
  ];
  if (problems.length > 0) {
    const why = problems.join("; ");
    throw new Undeclarable(`${label} cannot be declared as it is: ${why}.`, why);
  }
}

/** An input with the value that a row shows for it. */
interface Shown {
  readonly field: Field;
  readonly live: Json;
}

/** A value with which a selector finds an object. */
interface Selection {
  readonly field: Field;
  readonly value: Json;
  /** Where the row has what is compared. */
  readonly place: string;
}

/**
 * The input that selects this object: the first that a person can read and that selects no other object of the list,
 * else the one with an id. Undefined without selectors.
 */
async function selection(target: Target, row: JsonObject): Promise<Selection | undefined> {
  const { kind, client, collection } = target;
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

/** The values with which a selector finds the object of a row. */
export function valuesThatSelect(field: Field, row: JsonObject): Selection[] {
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

/** Whether a value has a key that the SDK takes for the prototype of an object, in every value that it moves. */
function hasLostKey(value: Json | undefined): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    (Object.hasOwn(value, "__proto__") || Object.values(value).some(hasLostKey))
  );
}
