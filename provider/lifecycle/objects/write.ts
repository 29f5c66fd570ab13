import { itemOf } from "../../client/answers.js";
import type { DeleteScope } from "../../client/delete-scopes.js";
import { hasStatus, type RequestError } from "../../client/http/errors.js";
import type { Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import type { Target } from "../operation/target.js";
import { assertAccountAllowed } from "./account.js";
import { forbidden } from "./forbidden.js";
import { observe } from "./observe.js";

/**
 * Changes an object: by PATCH with the changed fields, or by PUT with all.
 * An empty answer gives an empty row.
 */
export async function modify(
  target: Target,
  id: string,
  method: "PATCH" | "PUT",
  body: JsonObject,
): Promise<JsonObject> {
  const { kind, client, ledger, collection } = target;
  await assertAccountAllowed(target);
  ledger.touch(collection, id);
  client.lists.write(collection);
  try {
    return itemOf(await client.send(target.write(method, kind.endpoints.patch ?? "", body, id))) ?? {};
  } catch (error) {
    throw hasStatus(error, 404)
      ? new Error(`${error.message} ${vanishedAdvice(target)}`, { cause: error })
      : await forbidden(target, id, error);
  } finally {
    client.lists.write(collection);
  }
}

/** Changes what is in the body by PATCH. Undefined if it is empty: then nothing is sent. */
export async function patch(target: Target, id: string, body: JsonObject): Promise<JsonObject | undefined> {
  return Object.keys(body).length === 0 ? undefined : modify(target, id, "PATCH", body);
}

/** What to do about an object that should exist but is gone. */
export function vanishedAdvice({ label }: Target): string {
  return `${label} is not on the gateway any more: after \`pulumi refresh\`, \`pulumi up\` creates it again.`;
}

/** Deletes an object, and checks that it is gone. An object that is gone already is a success. */
export async function remove(target: Target, id: string, state: Values): Promise<void> {
  const { kind, client } = target;
  await assertAccountAllowed(target);
  return kind.endpoints.scoped === true
    ? client.deleteScopes.learn(kind.name, (places) => removeBy(places, target, id, state))
    : removeBy([client.settings.deleteScope], target, id, state);
}

/** Deletes with `workspace_id` in one place after the other, until the object is gone. */
async function removeBy(
  places: readonly DeleteScope[],
  target: Target,
  id: string,
  state: Values,
): Promise<void> {
  const { kind, client, ledger, collection } = target;
  let refusal: RequestError | undefined;
  client.lists.write(collection);
  for (const [failures, place] of places.entries()) {
    try {
      await client.send(target.remove(kind.endpoints.remove ?? "", id, place));
      if (kind.endpoints.scoped === true) {
        client.deleteScopes.works(kind.name, place, failures);
      }
      ledger.touch(collection, id);
      ledger.known.write(collection, id);
      client.lists.write(collection);
      return;
    } catch (error) {
      // A 404 or 400 may only mean that the gateway looks for workspace_id in another place.
      if (!hasStatus(error, 404, 400)) {
        throw await forbidden(target, id, error);
      }
      refusal ??= error;
    }
    if ((await observe(target, id, state)).is === "gone") {
      ledger.touch(collection, id);
      ledger.known.write(collection, id);
      return;
    }
  }
  throw refusal;
}
