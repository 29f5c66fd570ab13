import { z } from "zod";
import { GatewayError, hasStatus } from "../client/errors.js";
import type { JsonObject } from "../client/json.js";
import { idOf, itemOf } from "../client/rows.js";
import { assertAccountAllowed } from "./account.js";
import { conflict, takeOver } from "./adoption.js";
import { flags } from "./field.js";
import { mergedPut } from "./merge.js";
import { observe } from "./observe.js";
import { recover } from "./recovery.js";
import { bodyOf, isNamesake } from "./rows.js";
import type { Change, Obtained, Source } from "./source.js";
import type { Target } from "./target.js";
import type { Values } from "./values.js";

const inputs = z.object({
  /** Takes over an object of the same natural key, instead of failing because it exists. */
  adopt: z.boolean().register(flags, { local: true }).optional(),
});

/** Objects that we make and delete. */
export const created: Source<typeof inputs> = { inputs, obtain, observe, change, release };

async function obtain(target: Target, declared: Values): Promise<Obtained> {
  await assertAccountAllowed(target);
  const rival = await findRival(target, declared);
  return rival === undefined ? post(target, declared) : takeOver(target, declared, rival);
}

/** An object of the same name from before this run: looked for once per collection, unless this run made the workspace. */
async function findRival(target: Target, declared: Values): Promise<JsonObject | undefined> {
  const { kind, client, ledger, parentId, collection } = target;
  const { list } = kind.endpoints;
  if (list === undefined || (parentId !== undefined && ledger.created(parentId))) {
    return undefined;
  }
  const { rows } = await ledger.survey(collection, () => client.rows(target.read(list)));
  const others = rows.filter((row) => ledger.stranger(idOf(row) ?? "") || ledger.claimed(idOf(row) ?? ""));
  return others.find((row) => isNamesake(kind, declared, row));
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
      idOf(row) ?? idInLocation(reply.headers.location) ?? idOf(await recover(target, declared, began));
    if (id === undefined) {
      throw new Error(`${target.label} was created, but the gateway did not say its id.`);
    }
    ledger.create(id);
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
    ledger.create(id);
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
  const { kind, client, ledger, collection } = target;
  const merged = await mergedPut(target, id, change);
  const body = merged ?? bodyOf(kind, change.set);
  if (Object.keys(body).length === 0) {
    return undefined;
  }
  await assertAccountAllowed(target);
  ledger.touch(id);
  client.lists.write(collection);
  try {
    const method = merged === undefined ? "PATCH" : "PUT";
    return itemOf(await client.send(target.write(method, kind.endpoints.patch ?? "", body, id))) ?? {};
  } catch (error) {
    throw hasStatus(error, 404) ? vanished(target, error) : error;
  } finally {
    client.lists.write(collection);
  }
}

function vanished(target: Target, cause: GatewayError): Error {
  const advice = `${target.label} is not on the gateway any more: after \`pulumi refresh\`, \`pulumi up\` creates it anew.`;
  return new Error(`${cause.message} ${advice}`, { cause });
}

/** Deletes. An object that was taken over by another resource of this run is left to it. */
async function release(target: Target, id: string, state: Values): Promise<void> {
  const { kind, client, ledger, collection } = target;
  const { remove } = kind.endpoints;
  if (remove === undefined || ledger.claimed(id)) {
    return;
  }
  await assertAccountAllowed(target);
  const first = client.settings.deleteScope;
  const placements =
    first === "both" || !kind.endpoints.scoped
      ? [first]
      : ([first, first === "body" ? "query" : "body"] as const);
  let refusal: GatewayError | undefined;
  client.lists.write(collection);
  for (const placement of placements) {
    try {
      await client.send(target.remove(remove, id, placement));
      ledger.touch(id);
      client.lists.write(collection);
      return;
    } catch (error) {
      // A 404 or 400 may only mean that workspace_id was not where the gateway looks for it.
      if (!hasStatus(error, 404, 400)) {
        throw error;
      }
      refusal ??= error;
    }
    if ((await observe(target, id, state)).is === "gone") {
      ledger.touch(id);
      return;
    }
  }
  throw refusal;
}
