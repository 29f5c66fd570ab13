import { idOf } from "../../client/answers.js";
import type { Json, JsonObject } from "../../text/json.js";
import { listRows, singly } from "../objects/observe.js";
import { vanishedAdvice } from "../objects/write.js";
import type { Target } from "../operation/target.js";
import { requestValue, sentFields } from "../state/row.js";
import type { Change } from "./verbs.js";

/**
 * The body of a PUT that resets fields which are no longer declared.
 * Undefined if there are none: a PATCH is enough.
 *
 * A PUT replaces the whole object (the API's section "Verbs"). So the body repeats all other values of the object:
 * those that the gateway shows, and the write-only ones from the state.
 */
export async function mergedPut(target: Target, id: string, change: Change): Promise<JsonObject | undefined> {
  const { reset } = change;
  if (reset.length === 0) {
    return undefined;
  }
  const row = (await singly(target, id)) ?? (await listRows(target)).rows.find((each) => idOf(each) === id);
  if (row === undefined) {
    throw new Error(vanishedAdvice(target));
  }
  const body: JsonObject = {};
  for (const field of sentFields(target.kind)) {
    const live = reset.includes(field) ? undefined : requestValue(field, row);
    const kept = firstDefined(change.news[field.name], field.writeOnly ? change.olds[field.name] : live);
    const value = firstDefined(change.set[field.name], kept);
    if (value !== undefined) {
      body[field.sendAs] = value;
    }
  }
  return body;
}

/** The first of two values, or the second if the first is undefined. Null is a value. */
function firstDefined(first: Json | undefined, second: Json | undefined): Json | undefined {
  return first === undefined ? second : first;
}
