import { z } from "zod";
import { GatewayError, hasStatus } from "../client/errors.js";
import type { JsonObject } from "../client/json.js";
import { idOf, itemOf } from "../client/rows.js";
import { assertAccountAllowed } from "./account.js";
import { conflict, takeOver } from "./adoption.js";
import { flags } from "./field.js";
import { assertEmpty } from "./guard.js";
import { mergedPut } from "./merge.js";
import { observe } from "./observe.js";
import { recover } from "./recovery.js";
import { bodyOf, isNamesake } from "./rows.js";
import type { Change, Obtained, Source } from "./source.js";
import { collectionKey, type Target } from "./target.js";
import type { Values } from "./values.js";
import { modify, remove } from "./write.js";

const inputs = z.object({
  /** Takes over an object of the same natural key, instead of failing because it exists. */
  adopt: z.boolean().register(flags, { local: true }).optional(),
});

/** Objects that we make and delete. */
export const created: Source<typeof inputs> = { inputs, takesAway: true, obtain, observe, change, release };

async function obtain(target: Target, declared: Values): Promise<Obtained> {
  await assertAccountAllowed(target);
  const rival = await findRival(target, declared);
  return rival === undefined ? post(target, declared) : takeOver(target, declared, rival);
}

/** An object of the same name from before this run: looked for once per collection, unless this run made the workspace. */
async function findRival(target: Target, declared: Values): Promise<JsonObject | undefined> {
  const { kind, client, ledger, parentId, collection } = target;
  const { list, parent } = kind.endpoints;
  const nobodyElse =
    parent !== undefined && parentId !== undefined && ledger.created(collectionKey(parent.list), parentId);
  if (list === undefined || nobodyElse || standsBesideItsOld(declared)) {
    return undefined;
  }
  const { rows } = await ledger.survey(collection, () => client.rows(target.read(list)));
  return rows.find((row) => {
    const id = idOf(row) ?? "";
    const notOurs = ledger.stranger(collection, id) || ledger.claimed(collection, id);
    return notOurs && isNamesake(kind, declared, row);
  });
}

/** Declared where the gateway allows two of a name, so that a replacement can be made before the old one is deleted. */
function standsBesideItsOld(declared: Values): boolean {
  return declared.replaceOrder === "createFirst";
}

async function post(target: Target, declared: Values): Promise<Obtained> {
  const { kind, client, ledger, collection } = target;
  const began = client.serverTime(client.io.now());
  client.lists.write(collection);
  try {
    const reply = await client.send(
      target.write("POST", kind.endpoints.create ?? "", bodyOf(kind, declared)),
    );
    const row = itemOf(reply);
    const id =
      idOf(row) ?? idInLocation(reply.headers.location) ?? idOf(await recover(target, declared, began)) ?? "";
    ledger.create(collection, id);
    return row === undefined ? { id } : { id, row };
  } catch (error) {
    if (hasStatus(error, 409)) {
      return conflict(target, declared, error);
    }
    if (!(error instanceof GatewayError) || error.outcome !== "unknown") {
      throw error;
    }
    const row = await recover(target, declared, began, error);
    const id = idOf(row) ?? "";
    ledger.create(collection, id);
    return { id, row };
  } finally {
    client.lists.write(collection);
  }
}

function idInLocation(location: string | undefined): string | undefined {
  const segment = location?.split(/[?#]/)[0]?.split("/").at(-1);
  return segment === undefined || segment === "" ? undefined : decodeURIComponent(segment);
}

async function change(target: Target, id: string, change: Change): Promise<JsonObject | undefined> {
  const merged = await mergedPut(target, id, change);
  if (merged !== undefined) {
    return modify(target, id, "PUT", merged);
  }
  const body = bodyOf(target.kind, change.set);
  return Object.keys(body).length === 0 ? undefined : modify(target, id, "PATCH", body);
}

/** Deletes. An object that another resource of this run has taken over is left to it. */
async function release(target: Target, id: string, state: Values): Promise<void> {
  const { kind, ledger } = target;
  if (kind.endpoints.remove === undefined || ledger.claimed(target.collection, id)) {
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
