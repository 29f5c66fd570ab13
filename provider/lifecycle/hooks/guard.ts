import { idOf, type Rows } from "../../client/answers.js";
import { lookAgain } from "../../io/look-again.js";
import { snakeCase } from "../../spec/field.js";
import type { Guard } from "../../spec/hooks.js";
import type { Kind } from "../../spec/kind.js";
import type { Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import { howMany, nounOf } from "../../text/words.js";
import type { Target } from "../operation/target.js";
import { isRefused, refusalOf } from "../state/refusal.js";
import { type Contents, contentsOf, counted } from "./contents.js";

const patience = { times: 5, pause: 250 };

/**
 * Refuses to delete an object while anything is left in it: deleting it would delete that too.
 *
 * Lists may still show what this run has just deleted, so after such a run it looks again, for a while.
 */
export async function assertEmpty(target: Target, id: string, state: Values): Promise<void> {
  const { guard } = target.kind;
  if (guard === undefined || state[guard.unless] === true) {
    return;
  }
  const left = await lookAgain(
    target.client.io,
    patience,
    () => whatIsLeft(target, id),
    (seen) => seen.length > 0 && target.ledger.hasWritten,
  );
  if (left.length > 0) {
    throw new Error(
      `${target.label} is not empty: it still holds ${left.join(", ")}, which would be deleted with it. Delete that first, ` +
        `or set \`${guard.unless}: true\` on the resource, run \`pulumi up\`, and destroy it then.` +
        (await whatIsHarmless(target, id, guard)),
    );
  }
}

/** What stands in the way, for people. */
async function whatIsLeft(target: Target, id: string): Promise<string[]> {
  const row = await ownRow(target, id);
  if (row === undefined) {
    return []; // it is gone, and nothing can be in it
  }
  const told = await Promise.all(
    contentsOf(target, id).map((contents) => leftOf(target.kind, row, contents)),
  );
  return told.filter((line) => line !== undefined);
}

/**
 * What is left of one sort. A count is believed if it says that something is there, never that nothing is; and never
 * where it counts what cannot be deleted.
 */
async function leftOf(holder: Kind, row: JsonObject, contents: Contents): Promise<string | undefined> {
  const { kind, load } = contents;
  const untouchable = refusalOf(kind);
  const told = untouchable === undefined ? (counted(row, holder, contents) ?? 0) : 0;
  if (told > 0) {
    return howMany(told, nounOf(kind));
  }
  const { rows, complete } = await load();
  const deletable = rows.filter((each) => untouchable === undefined || !isRefused(each, untouchable)).length;
  if (deletable === 0 && complete) {
    return undefined;
  }
  const least = howMany(Math.max(deletable, 1), nounOf(kind));
  return [
    ...(complete ? [] : ["at least"]),
    least,
    ...(untouchable === undefined ? [] : [`besides ${untouchable.what}`]),
  ].join(" ");
}

/** What nobody has to delete before, though it goes too. */
async function whatIsHarmless(target: Target, id: string, guard: Guard): Promise<string> {
  const within = target.asHolder(id);
  const query = within === undefined ? {} : { [snakeCase(within.field)]: id };
  const told = guard.harmless.map(async ({ what, list, scope }) => {
    const { rows } = await target.client.rows({ method: "GET", path: list, query, scope, within });
    return rows.length === 0 ? [] : [howMany(rows.length, what)];
  });
  const all = (await Promise.all(told)).flat();
  return all.length === 0 ? "" : ` Not in the way, but deleted with it too: ${all.join(", ")}.`;
}

/** The object's own list row; undefined if there is no such object. */
async function ownRow(target: Target, id: string): Promise<JsonObject | undefined> {
  const { list } = target.kind.endpoints;
  const { rows, complete } = list === undefined ? noList : await target.client.rows(target.read(list));
  return rows.find((row) => idOf(row) === id) ?? (complete ? undefined : {});
}

const noList: Rows = { rows: [], complete: false };
