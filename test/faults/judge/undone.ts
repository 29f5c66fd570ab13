import { isDeepStrictEqual } from "node:util";
import type { Declared } from "../../e2e/support/declaration.ts";
import type { InState } from "./in-state.ts";
import { hasTable, type Place, type Row, tableOf } from "./tables.ts";

/** What a stack declares, of which the gateway has no sign: local inputs, selectors, and how long a link works. */
const invisible = ["forceDestroy", "match", "triggers", "email", "expiresInDays", "adopt", "connection"];
const columnOf: Readonly<Record<string, string>> = { "Index url": "base_url", "Budget workspaceId": "id" };

/** What is declared, but is not so on the gateway: in words, one for each. */
export function undone(declared: readonly Declared[], state: readonly InState[], place: Place): string[] {
  const present = state.filter(({ isLeaving }) => !isLeaving);
  const names = new Set(declared.map(({ name }) => name));
  const surplus = state.filter(({ name, isLeaving }) => isLeaving || !names.has(name));
  return [
    ...declared.flatMap((object) => missing(object, present, place)),
    ...surplus.map(({ kind, name }) => `${kind} ${name} is still in the state`),
  ];
}

function missing(object: Declared, state: readonly InState[], place: Place): string[] {
  const { kind, name } = object;
  const own = state.find((resource) => resource.kind === kind && resource.name === name);
  if (own === undefined) return [`${kind} ${name} is not in the state`];
  const table = hasTable(kind) ? tableOf[kind] : undefined;
  if (table === undefined) return [];
  const row = place.gateway.rows(table).find(({ id }) => id === own.id);
  if (row === undefined) return [`${kind} ${name} is not on the gateway`];
  return Object.entries(object.args ?? {})
    .filter(([key]) => !invisible.includes(key))
    .filter(([key, wanted]) => !holds(place, row, kind, key, resolved(wanted, state, place)))
    .map(([key]) => `${kind} ${name} has another ${key} on the gateway`);
}

/** The value of a reference; of one that stands for another output than the id, anything goes. */
function resolved(value: unknown, state: readonly InState[], { site }: Place): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("ref" in value && "output" in value) {
    const id = state.find(({ name }) => name === value.ref)?.id ?? "";
    return value.output === "id" ? id : undefined;
  }
  return "page" in value ? `${site}${value.page}` : value;
}

function holds(place: Place, row: Row, kind: string, key: string, wanted: unknown): boolean {
  if (wanted === undefined) return true;
  if (key === "apiKey") return place.apiKey(row) === wanted;
  const column =
    columnOf[`${kind} ${key}`] ?? key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const value = row[column];
  const inOrder = (list: unknown): unknown => (Array.isArray(list) ? list.toSorted() : list);
  return isDeepStrictEqual(inOrder(value), inOrder(wanted));
}
