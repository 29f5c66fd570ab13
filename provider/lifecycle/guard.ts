import type { JsonObject } from "../client/json.js";
import { idOf, type Rows } from "../client/rows.js";
import { type Contents, contentsOf, counted } from "./contents.js";
import type { Guard } from "./hooks.js";
import type { Kind } from "./kind.js";
import type { Target } from "./target.js";
import type { Values } from "./values.js";
import { howMany, nounOf } from "./words.js";

const looks = 5;
const firstDelay = 250;

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
  for (let look = 0; ; look++) {
    const row = await ownRow(target, id);
    if (row === undefined) {
      return; // it is gone, and nothing can be in it
    }
    const left = await whatIsLeft(target, id, row);
    if (left.length === 0) {
      return;
    }
    if (look === looks || !target.ledger.hasWritten) {
      throw new Error(
        `${target.label} is not empty: it still holds ${left.join(", ")}, which would be deleted with it. Delete that first, ` +
          `or set \`${guard.unless}: true\` on the resource, run \`pulumi up\`, and destroy it then.` +
          (await whatIsHarmless(target, id, guard)),
      );
    }
    await target.client.io.sleep(firstDelay * 2 ** look);
  }
}

/** What stands in the way, for people. */
async function whatIsLeft(target: Target, id: string, row: JsonObject): Promise<string[]> {
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
  const { untouchable } = kind.source;
  const told = untouchable === undefined ? (counted(row, holder, contents) ?? 0) : 0;
  if (told > 0) {
    return howMany(told, nounOf(kind));
  }
  const { rows, complete } = await load();
  const deletable = rows.filter((each) => untouchable?.is(each) !== true).length;
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
async function whatIsHarmless({ client }: Target, id: string, guard: Guard): Promise<string> {
  const told = guard.harmless.map(async ({ what, list, scope }) => {
    const { rows } = await client.rows({ method: "GET", path: list, query: { workspace_id: id }, scope });
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
