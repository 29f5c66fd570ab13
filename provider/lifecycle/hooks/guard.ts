import { idOf, type Rows } from "../../client/answers.js";
import { lookAgain } from "../../io/look-again.js";
import { snakeCase } from "../../spec/field.js";
import type { Guard } from "../../spec/hooks.js";
import type { Kind } from "../../spec/kind.js";
import type { Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import { howMany, nounOf } from "../../text/words.js";
import type { Target } from "../operation/target.js";
import { isRefused, refusalOf } from "../state/selector.js";
import { type Contents, contentsOf, counted } from "./contents.js";

/**
 * Refuses to delete an object that still holds something, because the delete would delete that too.
 *
 * Lists may still show what this run has just deleted.
 * So if this run has written anything, the lists are read again for a while.
 */
export async function assertEmpty(target: Target, id: string, state: Values): Promise<void> {
  const { guard } = target.kind;
  if (guard === undefined || state[guard.unless] === true) {
    return;
  }
  const left = await lookAgain(
    target.client.io,
    () => remaining(target, id),
    (seen) => seen.length > 0 && target.ledger.hasWritten,
  );
  if (left.length > 0) {
    throw new Error(
      `${target.label} is not empty: it still holds ${left.join(", ")}, which would be deleted with it. ` +
        `Delete that first, or set \`${guard.unless}: true\` on the resource, ` +
        "run `pulumi up`, and destroy it then." +
        (await harmlessContents(target, id, guard)),
    );
  }
}

/** What stops the delete, for people. */
async function remaining(target: Target, id: string): Promise<string[]> {
  const row = await ownRow(target, id);
  if (row === undefined) {
    return []; // the object is gone, so nothing can be in it
  }
  const lines = await Promise.all(
    contentsOf(target, id).map((contents) => remainingOf(target.kind, row, contents)),
  );
  return lines.filter((line) => line !== undefined);
}

/**
 * What is left of one kind. A count above 0 is believed. At 0 the list is read.
 * The list is also read if the count includes objects that cannot be deleted.
 */
async function remainingOf(holder: Kind, row: JsonObject, contents: Contents): Promise<string | undefined> {
  const { kind, load } = contents;
  const refused = refusalOf(kind);
  const count = refused === undefined ? (counted(row, holder, contents) ?? 0) : 0;
  if (count > 0) {
    return howMany(count, nounOf(kind));
  }
  const { rows, complete } = await load();
  const deletable = rows.filter((each) => refused === undefined || !isRefused(each, refused)).length;
  if (deletable === 0 && complete) {
    return undefined;
  }
  const amount = howMany(Math.max(deletable, 1), nounOf(kind));
  const besides = refused === undefined ? "" : ` besides ${refused.what}`;
  return `${complete ? "" : "at least "}${amount}${besides}`;
}

/** What does not stop the delete but is deleted too, for people. */
async function harmlessContents(target: Target, id: string, guard: Guard): Promise<string> {
  const within = target.asHolder(id);
  const query = within === undefined ? {} : { [snakeCase(within.field)]: id };
  const lines = guard.harmless.map(async ({ what, list, scope }) => {
    const { rows } = await target.client.rows({ method: "GET", path: list, query, scope, within });
    return rows.length === 0 ? [] : [howMany(rows.length, what)];
  });
  const all = (await Promise.all(lines)).flat();
  return all.length === 0 ? "" : ` Not in the way, but deleted with it too: ${all.join(", ")}.`;
}

/**
 * The object's own list row, by a list that was asked for after this question: one serves all whose objects are deleted at
 * about the same time. Undefined if the object is gone. Empty if the list was cut and does not show it.
 */
async function ownRow(target: Target, id: string): Promise<JsonObject | undefined> {
  const { kind, client, collection } = target;
  const { list } = kind.endpoints;
  const { rows, complete } =
    list === undefined
      ? noList
      : await client.nextLists.read(collection, () => client.rows(target.read(list)));
  return rows.find((row) => idOf(row) === id) ?? (complete ? undefined : {});
}

const noList: Rows = { rows: [], complete: false };
