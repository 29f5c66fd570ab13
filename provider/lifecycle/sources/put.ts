import { idOf } from "../../client/answers.js";
import type { JsonObject } from "../../text/json.js";
import { listRows, singly } from "../objects/observe.js";
import { vanishedAdvice } from "../objects/write.js";
import type { Target } from "../operation/target.js";
import { requestValue, sentFields } from "../state/row.js";
import type { Change } from "./verbs.js";

/**
 * The body of a PUT that resets fields which are no longer declared.
 * Undefined if there are none: a PATCH is enough.
 *
 * A PUT replaces the whole object (the API's section "Verbs"). So the body repeats the other values that this package knows:
 * those that the gateway shows, and the write-only ones from the state. It does not repeat fields that this package does not know.
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
    const kept = field.writeOnly ? change.olds[field.name] : live;
    const value = [change.set[field.name], change.news[field.name], kept].find((each) => each !== undefined);
    if (value !== undefined) {
      body[field.sendAs] = value;
    }
  }
  return body;
}
