import { idOf, itemOf } from "../../client/answers.js";
import { hasStatus, type RequestError, withAdvice } from "../../client/http/errors.js";
import type { Reply } from "../../client/http/exchange.js";
import type { Values } from "../../spec/values.js";
import { defined } from "../../text/defined.js";
import { withoutEndSlashes } from "../../text/end-slashes.js";
import type { JsonObject } from "../../text/json.js";
import { assertEmpty } from "../hooks/guard.js";
import { accountMark, assertAccountAllowed } from "../objects/account.js";
import { untilNameIsFree } from "../objects/held-name.js";
import { clearName, isLeavingItsName, rename } from "../objects/rename.js";
import { modify, remove } from "../objects/write.js";
import { identityFields, identityOf, naturalKeyOf } from "../operation/declarations.js";
import type { Target } from "../operation/target.js";
import { bodyOf } from "../state/row.js";
import { InTheWay } from "./in-the-way.js";
import { valuesInState, valuesNow } from "./known-values.js";
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
  const inTheWay = new InTheWay(target, declared, account);
  await inTheWay.settled();
  // Objects of one name are made one after the other: then a lost answer is not that of another create.
  return ledger.inTurnOfName(collection, naturalKeyOf(kind, declared) ?? "", async () => {
    const existing: JsonObject[] = [];
    for (const row of await inTheWay.rows()) {
      const id = idOf(row) ?? "";
      const isFree = isLeavingItsName(target, id) && (await clearName(target, declared, id));
      existing.push(...(isFree ? [] : [row]));
    }
    return existing.length === 0 ? post(target, declared) : takeOver(target, declared, existing);
  });
}

/** Creates the object. If the gateway has one of the name already, takes that over or says how to. */
async function post(target: Target, declared: Values): Promise<Obtained> {
  try {
    return await create(target, declared);
  } catch (error) {
    if (hasStatus(error, 409)) {
      return conflict(target, declared, withReplaced(target, declared, error));
    }
    throw error;
  }
}

/** The object that a new one replaces may be in the way by something else than its name. */
function withReplaced({ kind, ledger }: Target, declared: Values, refused: RequestError): RequestError {
  const replaced = ledger.replacedBy(identityOf(kind, declared) ?? "");
  const advice =
    `If the ${kind.name} that it replaces (id ${replaced?.id}) is in the way, set the resource option ` +
    "`deleteBeforeReplace: true`.";
  return replaced === undefined || replaced.deleted !== undefined ? refused : withAdvice(refused, advice);
}

/** Creates the object. Even if the answer is lost or broken, the object that was created is found and recorded. */
export async function create(target: Target, declared: Values): Promise<Obtained> {
  const { kind, client, ledger, collection } = target;
  const began = client.io.now();
  client.lists.write(collection);
  try {
    const exchange = target.write("POST", kind.endpoints.create ?? "", bodyOf(kind, declared));
    const { reply, problem } = await untilNameIsFree(target, declared, () => answered(client.send(exchange)));
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
  const { kind } = target;
  const isRenamed = identityFields(kind).some(
    (name) => change.set[name] !== undefined || change.reset.some((field) => field.name === name),
  );
  const merged = await mergedPut(target, id, change);
  const changed = merged ?? bodyOf(kind, change.set);
  if (Object.keys(changed).length === 0) {
    return undefined;
  }
  const name = kind.naturalKey.at(-1) ?? "";
  // The object may have a temporary name, of this run or of one that has failed.
  const body = isRenamed ? { ...changed, ...bodyOf(kind, defined({ [name]: change.news[name] })) } : changed;
  const send = () => modify(target, id, merged === undefined ? "PATCH" : "PUT", body);
  return isRenamed ? rename(target, id, change.news, send) : send();
}

/** Deletes the object, unless another resource of the program has it. */
async function release(target: Target, id: string, state: Values): Promise<void> {
  const { kind, ledger, collection } = target;
  if (kind.endpoints.remove === undefined || isLeft(target, id)) {
    return;
  }
  await assertEmpty(target, id, state);
  const exclusive = [...kind.fields.values()].filter(
    (field) => field.exclusive !== undefined && state[field.name] === true,
  );
  for (const field of exclusive) {
    target.warn(`${target.label} is deleted while ${field.name} is set: ${field.exclusive}.`);
  }
  const replaced = ledger.awaitsReplacement(collection, id);
  const had = replaced === undefined ? valuesInState(kind, state) : await valuesNow(target, id, state);
  await remove(target, id, state).catch((error: unknown) => {
    const [field] = exclusive;
    const isRefused = field !== undefined && hasStatus(error, 400, 409, 422);
    throw isRefused ? withAdvice(error, wayToDelete(target, field.name, replaced !== undefined)) : error;
  });
  ledger.delete(naturalKeyOf(kind, state) ?? "", id);
  // If the engine alone replaces it, there was no diff, and its replacement has the same identity.
  const own = { collection, id, deletedFirst: false };
  const object = replaced ?? ledger.replace(identityOf(kind, state) ?? `${collection} ${id}`, own);
  if (had !== undefined) {
    object.deleted = { state, had };
  }
}

function wayToDelete({ kind }: Target, flag: string, isReplaced: boolean): string {
  const overlap = isReplaced && kind.overlap;
  const createFirst = overlap ? `, or set \`${overlap.input}: ${JSON.stringify(overlap.value)}\`` : "";
  return (
    `Its ${flag} is set, so the gateway may not delete it before another ${kind.name} has the flag: ` +
    `set ${flag} on another ${kind.name}, and run \`pulumi up\`, before this one goes${createFirst}.`
  );
}
