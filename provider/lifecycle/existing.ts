import { idOf, type Rows } from "../client/answers.js";
import { type Field, snakeCase } from "../spec/field.js";
import type { Kind } from "../spec/kind.js";
import { asText, isJsonObject, type JsonObject } from "../text/json.js";
import { valuesThatSelect } from "./imported.js";
import { Target } from "./operation/target.js";
import { valueIn } from "./state/row.js";
import { selectorsOf } from "./state/selector.js";

/** An object that the gateway shows, and where. */
export interface Existing {
  readonly target: Target;
  readonly row: JsonObject;
}

/** The target of the same values in a workspace, and perhaps of another kind. */
export function within(target: Target, id: string, kind: Kind = target.kind): Target {
  const { client, ledger, values, kinds, provider } = target;
  const { parent } = kind.endpoints;
  const held = parent === undefined ? values : { ...values, [parent.field]: id };
  return new Target(kind, client, ledger, held, kinds, provider);
}

export function kindListed({ kinds }: Target, list: string | undefined): Kind | undefined {
  return kinds.find(({ endpoints }) => list !== undefined && endpoints.list === list);
}

/** The objects of a kind in a workspace, or of the account. Without a list there is one, with the id of its workspace. */
export async function rowsAt(target: Target): Promise<Rows> {
  return target.kind.endpoints.list === undefined
    ? { rows: [{ id: target.parentId ?? null }], complete: true }
    : target.listed();
}

export function importIdOf({ target: { kind, parentId }, row }: Existing): string {
  const id = idOf(row) ?? "";
  return parentId === undefined || kind.endpoints.list === undefined ? id : `${parentId}/${id}`;
}

/** What people call an object: the last part of its natural key, or what selects it; else its id. */
export function titleOf(kind: Kind, row: JsonObject): string {
  const last = namingFields(kind).at(-1);
  const value = last && valueIn(last, row);
  const title = value === undefined ? selectingTexts(kind, row)[0] : asText(value);
  return title ?? idOf(row) ?? "";
}

/**
 * By what people ask for an object: its id; the parts of its natural key with slashes between them, where a part that refers to
 * another object may be anything that one is asked for by; and each value that selects it.
 */
export async function namesOf({ target, row }: Existing): Promise<string[]> {
  const parts = await Promise.all(
    namingFields(target.kind).map((field) => namesOfPart({ target, row }, field)),
  );
  const keys = parts.reduce(
    (heads, names) => heads.flatMap((head) => names.map((name) => `${head}/${name}`)),
    [""],
  );
  return [idOf(row) ?? "", ...keys.map((key) => key.slice(1)), ...selectingTexts(target.kind, row)];
}

/** The inputs that name an object in its workspace. */
export function namingFields({ naturalKey, fields, endpoints: { parent } }: Kind): Field[] {
  return naturalKey.flatMap((name) => (name === parent?.field ? [] : (fields.get(name) ?? [])));
}

async function namesOfPart({ target, row }: Existing, field: Field): Promise<string[]> {
  const value = valueIn(field, row) ?? "";
  const { refers } = field;
  const other = kindListed(target, refers?.list);
  if (refers === undefined || other === undefined) {
    return [asText(value)];
  }
  const place = within(target, target.parentId ?? "", other);
  const { rows } = await rowsAt(place);
  const referred = rows.filter((each) => each[snakeCase(refers.to)] === value);
  const names = await Promise.all(referred.map((each) => namesOf({ target: place, row: each })));
  return [asText(value), ...names.flat()];
}

/** The values that select an object, those that are no ids first. */
function selectingTexts(kind: Kind, row: JsonObject): string[] {
  const isId = (place: string) => place.split(".").at(-1) === "id";
  return selectorsOf(kind)
    .flatMap((field) => valuesThatSelect(field, row))
    .toSorted((a, b) => Number(isId(a.place)) - Number(isId(b.place)))
    .map(({ value }) => asText(isJsonObject(value) ? Object.values(value)[0] : value));
}
