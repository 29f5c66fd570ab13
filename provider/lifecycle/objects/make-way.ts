import { idOf } from "../../client/answers.js";
import { hasStatus } from "../../client/http/errors.js";
import { shortHash } from "../../spec/compare.js";
import type { Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import type { Target } from "../operation/target.js";
import { isNamesake, valueIn } from "../state/row.js";
import { modify } from "./write.js";

/** Leaves room for the hash: a workspace's name has at most 128 characters (api.md, "Limits" 3). */
const longestName = 100;

/**
 * Gives an object its new name. Two objects of a program may change names in one run, and the gateway refuses the first
 * of them a name that the second still has: then the second gets a name for the time in between.
 */
export async function rename(
  target: Target,
  id: string,
  declared: Values,
  send: () => Promise<JsonObject>,
): Promise<JsonObject> {
  // One after the other: nobody is given a name for the time in between who has just got the name that stays.
  const { ledger, collection } = target;
  return ledger.inTurn(collection, async () => {
    try {
      return await send();
    } catch (error) {
      if (!hasStatus(error, 409) || !(await clearedFor(target, declared, id))) {
        throw error;
      }
      return await send();
    } finally {
      ledger.endRename(collection, id);
    }
  });
}

/** Takes the declared name from the object that has it, if this run gives that one another name. */
export async function clearName(target: Target, declared: Values): Promise<boolean> {
  return target.ledger.inTurn(target.collection, () => clearedFor(target, declared));
}

/** Whether this run gives the object another name, and has not done so yet: a list that lags may still show the old one. */
export function isLeavingItsName({ kind, ledger, collection }: Target, id: string): boolean {
  const { list, patch } = kind.endpoints;
  return (
    patch !== undefined &&
    list !== undefined &&
    ledger.keeps(collection, id) &&
    !ledger.renameEnded(collection, id) &&
    ledger.foresight.changed(list, id, kind.naturalKey)
  );
}

/** Whether nobody has the declared name any more. */
async function clearedFor(target: Target, declared: Values, ownId?: string): Promise<boolean> {
  const { kind, client, ledger, collection } = target;
  const { list } = kind.endpoints;
  const { rows } = list === undefined ? { rows: [] } : await client.rows(target.read(list));
  const holder = rows.find((row) => idOf(row) !== ownId && isNamesake(kind, declared, row));
  const id = idOf(holder);
  if (holder === undefined || id === undefined) {
    return true;
  }
  const field = kind.fields.get(kind.naturalKey.at(-1) ?? "");
  if (field === undefined || !isLeavingItsName(target, id)) {
    return false;
  }
  const name = `${String(valueIn(field, holder)).slice(0, longestName).toWellFormed()}-${shortHash(id)}`;
  await modify(target, id, "PATCH", { [field.sendAs]: name });
  ledger.lend(collection, id, { [field.name]: name });
  return true;
}
