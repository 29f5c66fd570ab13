import { idOf } from "../../client/answers.js";
import { hasStatus, RequestError } from "../../client/http/errors.js";
import { shortHash } from "../../spec/compare.js";
import type { Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import { identityFields } from "../operation/declarations.js";
import type { Target } from "../operation/target.js";
import { closest } from "../state/namesakes.js";
import { isNamesake, valueIn } from "../state/row.js";
import { untilNameIsFree } from "./held-name.js";
import { modify } from "./write.js";

/** Leaves room for the hash: a workspace's name has at most 128 characters (the API's section "Limits"). */
const longestName = 100;

/**
 * Gives an object its new name. Two objects of a program may exchange their names in one run. The gateway refuses the first
 * of them a name that the second still has, so the second gets a temporary name.
 *
 * Changes of one object's name come one after the other, so that an object which has just got its final name gets no temporary
 * one. Work on one object never waits for work on another.
 */
export async function rename(
  target: Target,
  id: string,
  declared: Values,
  send: () => Promise<JsonObject>,
): Promise<JsonObject> {
  const { ledger, collection } = target;
  const sendInTurn = () =>
    ledger.inTurn(collection, id, async () => {
      const row = await untilNameIsFree(target, declared, send);
      ledger.naming(collection, id).renamed = true;
      return row;
    });
  try {
    return await sendInTurn().catch(async (error: unknown) => {
      if (!hasStatus(error, 409)) {
        throw error;
      }
      const holders = await holdersOf(target, declared, id);
      const moved = await Promise.all(holders.map((holder) => renameTemporarily(target, holder)));
      if (holders[0] !== undefined && !moved.includes(true)) {
        throw taken(target, holders[0], error);
      }
      return sendInTurn();
    });
  } finally {
    // Only after the others have ended their work on its name: then the ledger knows which name it has.
    await ledger.inTurn(collection, id, async () => {
      ledger.naming(collection, id).renamed = true;
    });
  }
}

/** The engine plans a resource that depends on this one only after this one is changed: its rename cannot be seen here. */
function taken(target: Target, holder: JsonObject, refused: RequestError): RequestError {
  const remedy =
    `The ${target.kind.name} with id ${idOf(holder)} has that name. ` +
    "If this program gives that one another name, the resource that has it must not depend on this one in the same run: " +
    "drop the dependency, or give one of the two a third name, run `pulumi up`, and then give both the names that they shall have. " +
    "Else choose another name.";
  return new RequestError({ ...refused.failure, remedy }, { cause: refused });
}

/** Takes the declared name from the object with this id, if it has it still and this run gives it another name. */
export async function clearName(target: Target, declared: Values, id: string): Promise<boolean> {
  const { rows } = await target.rows();
  const holder = rows.find((row) => idOf(row) === id && isNamesake(target.kind, declared, row));
  return holder === undefined || renameTemporarily(target, holder);
}

/**
 * Whether this run gives the object another name, or changes what tells it from others of its name, and has not done so yet: a
 * list that lags may still show the old values.
 */
export function isLeavingItsName(target: Target, id: string): boolean {
  const isDone = target.ledger.naming(target.collection, id).renamed;
  return !isDone && changesAnyOf(target, id, identityFields(target.kind));
}

/** Whether this run gives the object another name, or has done so. */
export function getsAnotherName(target: Target, id: string): boolean {
  return changesAnyOf(target, id, target.kind.naturalKey);
}

function changesAnyOf({ kind, ledger, collection }: Target, id: string, names: readonly string[]): boolean {
  const { list, patch } = kind.endpoints;
  return (
    patch !== undefined &&
    list !== undefined &&
    ledger.keeps(collection, id) &&
    ledger.planned.changed(list, id, names)
  );
}

/** The objects that may have what is declared, by the list as it is now: more than one only of objects of one name. */
async function holdersOf(target: Target, declared: Values, ownId: string): Promise<JsonObject[]> {
  const { kind } = target;
  const { rows } = await target.rows();
  const namesakes = rows.filter((row) => idOf(row) !== ownId && isNamesake(kind, declared, row));
  return closest(kind, declared, namesakes);
}

/**
 * Gives an object a temporary name, unless it has given up its name meanwhile, or is gone.
 * False for an object that keeps its name, and what tells it from others of that name, in this run.
 */
async function renameTemporarily(target: Target, holder: JsonObject): Promise<boolean> {
  const { kind, ledger, collection } = target;
  const id = idOf(holder);
  const field = kind.fields.get(kind.naturalKey.at(-1) ?? "");
  if (id === undefined || field === undefined || !changesAnyOf(target, id, identityFields(kind))) {
    return false;
  }
  return ledger.inTurn(collection, id, async () => {
    const naming = ledger.naming(collection, id);
    if (!naming.renamed && naming.temporaryName === undefined) {
      const name = `${String(valueIn(field, holder)).slice(0, longestName).toWellFormed()}-${shortHash(id)}`;
      // Noted before the request: if the answer is lost, the next run gives the object its final name anyway.
      naming.temporaryName = { [field.name]: name };
      await modify(target, id, "PATCH", { [field.sendAs]: name }).catch((error: unknown) => {
        if (!(error instanceof Error && hasStatus(error.cause, 404))) {
          throw error;
        }
      });
    }
    return true;
  });
}
