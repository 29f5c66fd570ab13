import { idOf, itemOf } from "../../client/answers.js";
import { hasStatus } from "../../client/http/errors.js";
import type { Reply } from "../../client/http/exchange.js";
import { collectionKey } from "../../client/lists.js";
import type { Values } from "../../spec/values.js";
import { defined } from "../../text/defined.js";
import { withoutEndSlashes } from "../../text/end-slashes.js";
import type { JsonObject } from "../../text/json.js";
import { assertEmpty } from "../hooks/guard.js";
import { accountMark, assertAccountAllowed } from "../objects/account.js";
import { importLine } from "../objects/import-line.js";
import { clearName, isLeavingItsName, rename } from "../objects/rename.js";
import { modify, remove } from "../objects/write.js";
import { identityOf } from "../operation/declarations.js";
import type { Target } from "../operation/target.js";
import { overlaps } from "../state/diff.js";
import { bodyOf, isNamesake } from "../state/row.js";
import { isLeft } from "./leave.js";
import { recover } from "./lost-answer.js";
import { mergedPut } from "./put.js";
import { conflict, takeOver } from "./take-over.js";
import { answered, type Change, type Obtained, type Verbs } from "./verbs.js";

export const createdVerbs: Verbs = { obtain, change, release };

async function obtain(target: Target, declared: Values): Promise<Obtained> {
  const { kind, ledger, collection } = target;
  await assertAccountAllowed(target);
  // An object that belongs to no workspace belongs to an account, and each account has its own names.
  const account = kind.endpoints.parent === undefined ? await accountMark(target) : undefined;
  const identity = identityOf(kind, declared) ?? "";
  if (identity !== "" && !ledger.reserve(collection, `${account ?? ""} ${identity}`)) {
    throw new Error(
      `${target.label} is declared by two resources of this program, and the other one comes first: ` +
        "one object cannot be two resources. " +
        "Take one of the two out of the program, or give it another name.",
    );
  }
  const existing = await findExisting(target, declared, { identity, account });
  const isFree =
    existing === undefined ||
    (isLeavingItsName(target, idOf(existing) ?? "") && (await clearName(target, declared)));
  return isFree ? post(target, declared) : takeOver(target, declared, existing);
}

/**
 * Finds an object of the same name from before this run. One read of the list serves all objects of the
 * collection. If this run created the workspace, nothing is read: nobody else has created anything in it.
 */
async function findExisting(
  target: Target,
  declared: Values,
  { identity, account }: { identity: string; account: string | undefined },
): Promise<JsonObject | undefined> {
  const { kind, ledger, parentId, collection } = target;
  const { list, parent } = kind.endpoints;
  const isOursAlone =
    parent !== undefined && parentId !== undefined && ledger.created(collectionKey(parent.list), parentId);
  if (list === undefined || isOursAlone) {
    return undefined;
  }
  const isInTheWay = (row: JsonObject) => {
    if (!isNamesake(kind, declared, row)) {
      return false;
    }
    const id = idOf(row) ?? "";
    const isHeld = ledger.held(collection, id);
    const notOurs = isHeld || ledger.stranger(collection, id);
    // The object that was deleted for its replacement had this name too, beside the held one.
    const wasBesideIt = isHeld && ledger.vacated(collection, identity);
    // The object that is being replaced, of a kind that allows its replacement to have the same name beside it.
    const mayExistBeside = overlaps(kind, declared) && ledger.left(collection, id);
    return notOurs && !wasBesideIt && !mayExistBeside;
  };
  const { rows, complete } = await ledger.survey(`${collection} ${account ?? ""}`, () => target.rows());
  const found = rows.find(isInTheWay);
  // This run has written the object after the list was read, so it may have another name now.
  const isOutdated = found !== undefined && !ledger.stranger(collection, idOf(found) ?? "");
  const existing = isOutdated ? (await target.rows()).rows.find(isInTheWay) : found;
  if (existing === undefined && !complete && !ledger.vacated(collection, identity)) {
    throw new Error(
      `${target.label} was not created: the gateway cut the list of its kind after ${rows.length} rows, ` +
        "so it is not known whether the object exists already. Run `pulumi up` again. " +
        "If the list is cut again, create the object in the console " +
        `and import it with \`${importLine(target)}\`.`,
    );
  }
  return existing;
}

/**
 * Creates the object.
 * Even if the answer is lost or broken, the object that was created is found and recorded.
 */
async function post(target: Target, declared: Values): Promise<Obtained> {
  const { kind, client, ledger, collection } = target;
  const began = client.io.now();
  client.lists.write(collection);
  try {
    const exchange = target.write("POST", kind.endpoints.create ?? "", bodyOf(kind, declared));
    const { reply, problem } = await answered(client.send(exchange));
    const row = reply === undefined ? undefined : itemOf(reply);
    const id = idOf(row) ?? (reply === undefined ? undefined : idInLocation(reply, exchange.path));
    const found = id === undefined ? await recover(target, declared, began, problem) : undefined;
    const createdId = id ?? idOf(found) ?? "";
    ledger.create(collection, createdId);
    return {
      id: createdId,
      ...defined({ row: row === undefined && found === undefined ? undefined : { ...row, ...found } }),
      // If no answer came, but the object was found, there is no problem any more.
      ...defined({ problem: reply === undefined ? undefined : problem }),
    };
  } catch (error) {
    if (hasStatus(error, 409)) {
      return conflict(target, declared, error);
    }
    throw error;
  } finally {
    client.lists.write(collection);
  }
}

/** The id in a `Location` that leads to an object of the collection. Any other `Location` is ignored. */
function idInLocation({ headers: { location } }: Reply, collection: string): string | undefined {
  const [place = ""] = location?.split(/[?#]/) ?? [];
  const segments = withoutEndSlashes(place).split("/");
  const id = segments.pop();
  const last = collection.split("/").at(-1);
  if (id === undefined || id === "" || segments.at(-1) !== last) {
    return undefined;
  }
  try {
    return decodeURIComponent(id);
  } catch {
    return undefined; // a broken encoding: the object is looked for by its name
  }
}

async function change(target: Target, id: string, change: Change): Promise<JsonObject | undefined> {
  const merged = await mergedPut(target, id, change);
  const body = merged ?? bodyOf(target.kind, change.set);
  if (Object.keys(body).length === 0) {
    return undefined;
  }
  const send = () => modify(target, id, merged === undefined ? "PATCH" : "PUT", body);
  const isRenamed = target.kind.naturalKey.some((name) => change.set[name] !== undefined);
  return isRenamed ? rename(target, id, change.news, send) : send();
}

/** Deletes the object, unless another resource of the program has it. */
async function release(target: Target, id: string, state: Values): Promise<void> {
  const { kind } = target;
  if (kind.endpoints.remove === undefined || isLeft(target, id)) {
    return;
  }
  await assertEmpty(target, id, state);
  for (const field of kind.fields.values()) {
    if (field.exclusive !== undefined && state[field.name] === true) {
      target.warn(`${target.label} is deleted while ${field.name} is set: ${field.exclusive}.`);
    }
  }
  await remove(target, id, state);
}
