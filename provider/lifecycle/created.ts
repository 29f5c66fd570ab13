import { z } from "zod";
import { hasStatus } from "../client/errors.js";
import type { Reply } from "../client/exchange.js";
import type { JsonObject } from "../client/json.js";
import { collectionKey } from "../client/lists.js";
import { idOf, itemOf } from "../client/rows.js";
import { accountMark, assertAccountAllowed } from "./account.js";
import { conflict, takeOver } from "./adoption.js";
import { answered } from "./answered.js";
import { identityOf } from "./declared.js";
import { flags } from "./field.js";
import { assertEmpty } from "./guard.js";
import { importLine } from "./import-line.js";
import { isLeft } from "./leave.js";
import { mergedPut } from "./merge.js";
import { observe } from "./observe.js";
import { recover } from "./recovery.js";
import { bodyOf, isNamesake } from "./rows.js";
import type { Change, Obtained, Source } from "./source.js";
import type { Target } from "./target.js";
import type { Values } from "./values.js";
import { modify, remove } from "./write.js";

const inputs = z.object({
  /**
   * Takes over an existing object of the same name instead of failing because it exists; from then on a destroy deletes
   * it.
   *
   * @default false: the setting `adopt` of the stack counts
   */
  adopt: z.boolean().register(flags, { local: true }).optional(),
});

/** Objects that we make and delete. */
export const created: Source<typeof inputs> = { inputs, takesAway: true, obtain, observe, change, release };

async function obtain(target: Target, declared: Values): Promise<Obtained> {
  const { kind, ledger, collection } = target;
  await assertAccountAllowed(target);
  // What belongs to no workspace belongs to an account: each has its own names.
  const account = kind.endpoints.parent === undefined ? await accountMark(target) : undefined;
  const identity = identityOf(kind, declared) ?? "";
  if (identity !== "" && !ledger.reserve(collection, `${account ?? ""} ${identity}`)) {
    throw new Error(
      `${target.label} is declared by two resources of this program, and the other one comes first: one object cannot be two resources. ` +
        "Take one of them out, or give it another name.",
    );
  }
  const rival = await findRival(target, declared, { identity, account });
  return rival === undefined ? post(target, declared) : takeOver(target, declared, rival);
}

/** An object of the same name from before this run: looked for once per collection, unless this run made the workspace. */
async function findRival(
  target: Target,
  declared: Values,
  { identity, account }: { identity: string; account: string | undefined },
): Promise<JsonObject | undefined> {
  const { kind, client, ledger, parentId, collection } = target;
  const { list, parent } = kind.endpoints;
  const nobodyElse =
    parent !== undefined && parentId !== undefined && ledger.created(collectionKey(parent.list), parentId);
  if (list === undefined || nobodyElse) {
    return undefined;
  }
  const load = () => client.rows(target.read(list));
  const isRival = (row: JsonObject) => {
    const id = idOf(row) ?? "";
    const isHeld = ledger.held(collection, id);
    const notOurs = isHeld || ledger.stranger(collection, id);
    // Who makes room for its successor beside a held one of the same name has been beside it before.
    const wasBesideIt = isHeld && ledger.vacated(collection, identity);
    return (
      notOurs && !wasBesideIt && isNamesake(kind, declared, row) && !standsBesideIt(target, declared, id)
    );
  };
  const { rows, complete } = await ledger.survey(`${collection} ${account ?? ""}`, load);
  const found = rows.find(isRival);
  // What this run has written since may have another name by now.
  const isOld = found !== undefined && !ledger.stranger(collection, idOf(found) ?? "");
  const rival = isOld ? (await load()).rows.find(isRival) : found;
  if (rival === undefined && !complete && !ledger.vacated(collection, identity)) {
    throw new Error(
      `${target.label} was not created: the gateway cut the list of its kind after ${rows.length} rows, so whether it exists already ` +
        "cannot be told. Run `pulumi up` again; if the list stays cut, create the object in the console and import it with " +
        `\`${importLine(target)}\`.`,
    );
  }
  return rival;
}

/** Whether an object is the one that is replaced, where the gateway allows two of a name for as long as that takes. */
function standsBesideIt({ ledger, collection }: Target, declared: Values, id: string): boolean {
  return declared.replaceOrder === "createFirst" && ledger.left(collection, id);
}

/** Creates the object. Whatever the answer is like, what was created is found and recorded. */
async function post(target: Target, declared: Values): Promise<Obtained> {
  const { kind, client, ledger, collection } = target;
  const began = client.serverTime(client.io.now());
  client.lists.write(collection);
  try {
    const exchange = target.write("POST", kind.endpoints.create ?? "", bodyOf(kind, declared));
    const { reply, problem } = await answered(client.send(exchange));
    const row = reply === undefined ? undefined : itemOf(reply);
    const id = idOf(row) ?? (reply === undefined ? undefined : idInLocation(reply, exchange.path));
    const found = id === undefined ? await recover(target, declared, began, problem) : undefined;
    const made = id ?? idOf(found) ?? "";
    ledger.create(collection, made);
    return {
      id: made,
      ...(row === undefined && found === undefined ? {} : { row: { ...row, ...found } }),
      // An answer that did not come, and is made up for, is no problem any more.
      ...(reply === undefined || problem === undefined ? {} : { problem }),
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

/** The id in a `Location` that leads below the collection; any other one says nothing. */
function idInLocation({ headers: { location } }: Reply, collection: string): string | undefined {
  const segments = location?.split(/[?#]/)[0]?.replace(/\/+$/, "").split("/") ?? [];
  const id = segments.pop();
  const below = collection.split("/").at(-1);
  return id === undefined || id === "" || segments.at(-1) !== below ? undefined : decoded(id);
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined; // no encoding of anything: the object is looked for by its name
  }
}

async function change(target: Target, id: string, change: Change): Promise<JsonObject | undefined> {
  const merged = await mergedPut(target, id, change);
  if (merged !== undefined) {
    return modify(target, id, "PUT", merged);
  }
  const body = bodyOf(target.kind, change.set);
  return Object.keys(body).length === 0 ? undefined : modify(target, id, "PATCH", body);
}

/** Deletes. An object that another resource of the program has is left to it. */
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
