import type { JsonObject } from "../client/json.js";
import { idOf, type Rows } from "../client/rows.js";
import { contentsOf, counted } from "./contents.js";
import type { Holding } from "./hooks.js";
import type { Target } from "./target.js";
import type { Values } from "./values.js";

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
  const blocking = guard.holds.filter(({ harmless }) => harmless !== true);
  const harmless = guard.holds.filter((holding) => !blocking.includes(holding));
  for (let look = 0; ; look++) {
    const row = await ownRow(target, id);
    if (row === undefined) {
      return; // it is gone, and nothing can be in it
    }
    const left = await whatIsLeft(target, id, row, blocking);
    if (left.length === 0) {
      return;
    }
    if (look === looks || !target.ledger.hasWritten) {
      const all = [...left, ...(await whatIsLeft(target, id, row, harmless))];
      const told = all.map(({ what, count }) => `${count} ${what}`);
      throw new Error(
        `${target.label} is not empty: it still holds ${told.join(", ")}, which would be deleted with it. Delete them first, ` +
          `or set \`${guard.unless}: true\` on the resource, run \`pulumi up\`, and destroy it then.`,
      );
    }
    await target.client.io.sleep(firstDelay * 2 ** look);
  }
}

async function whatIsLeft(
  target: Target,
  id: string,
  row: JsonObject,
  holdings: readonly Holding[],
): Promise<{ what: string; count: number }[]> {
  const counts = holdings.map(async (holding) => {
    const count = await countOf(target, id, row, holding);
    return { what: holding.what, count: count - (holding.own ?? 0) };
  });
  return (await Promise.all(counts)).filter(({ count }) => count > 0);
}

/** The object's own list row; undefined if there is no such object. */
async function ownRow(target: Target, id: string): Promise<JsonObject | undefined> {
  const { list } = target.kind.endpoints;
  const { rows, complete } = list === undefined ? noList : await target.client.rows(target.read(list));
  return rows.find((row) => idOf(row) === id) ?? (complete ? undefined : {});
}

const noList: Rows = { rows: [], complete: false };

async function countOf(target: Target, id: string, row: JsonObject, holding: Holding): Promise<number> {
  const told = counted(row, holding);
  if (told !== undefined) {
    return told;
  }
  const { rows, complete } = await target.client.rows(contentsOf(target, id, holding));
  return complete ? rows.length : Math.max(rows.length, 1 + (holding.own ?? 0));
}
