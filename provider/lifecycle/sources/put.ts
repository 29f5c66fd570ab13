import { idOf } from "../../client/answers.js";
import type { Json, JsonObject } from "../../text/json.js";
import { listRows, singly } from "../objects/observe.js";
import type { Target } from "../operation/target.js";
import { fateOf } from "../state/fate.js";
import { valueIn } from "../state/row.js";
import type { Change } from "./verbs.js";

/**
 * The body of a PUT that takes away fields which are no longer declared; undefined if a PATCH does.
 *
 * A PUT replaces the whole object (api.md, "Verbs"), so it repeats what is there, without what was taken away; also
 * write-only values, from state.
 */
export async function mergedPut(target: Target, id: string, change: Change): Promise<JsonObject | undefined> {
  const { kind } = target;
  const fields = [...kind.fields.values()].filter((field) => !field.local);
  const dropped = fields.filter(
    (field) =>
      change.removed.includes(field.name) &&
      fateOf(kind, field, { ...change.olds, ...change.news }) === "reset",
  );
  if (dropped.length === 0) {
    return undefined;
  }
  const row = (await singly(target, id)) ?? (await rowInList(target, id));
  const body: JsonObject = {};
  for (const field of fields) {
    const shown = dropped.includes(field) ? undefined : valueIn(field, row);
    const live = shown === null && !field.nullable ? undefined : shown; // requests do not take every null that answers show
    const kept = defined(change.news[field.name], field.writeOnly ? change.olds[field.name] : live);
    const value = defined(change.set[field.name], kept);
    if (value !== undefined) {
      body[field.sendAs] = value;
    }
  }
  return body;
}

/** The first value that is there; null is a value. */
function defined(first: Json | undefined, second: Json | undefined): Json | undefined {
  return first === undefined ? second : first;
}

async function rowInList(target: Target, id: string): Promise<JsonObject> {
  const { list } = target.kind.endpoints;
  const { rows } = list === undefined ? { rows: [] } : await listRows(target, list);
  const row = rows.find((candidate) => idOf(candidate) === id);
  if (row === undefined) {
    throw new Error(`${target.label} is not on the gateway any more: run \`pulumi refresh\`.`);
  }
  return row;
}
