import { isJsonObject, type JsonObject } from "../client/json.js";
import { idOf, type Rows } from "../client/rows.js";
import type { Guard, Holding } from "./hooks.js";
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
  for (let look = 0; ; look++) {
    const left = await whatIsLeft(target, id, guard);
    if (left.every(({ holding }) => holding.harmless === true)) {
      return;
    }
    if (look === looks || !target.ledger.hasWritten) {
      const told = left.map(({ holding, count }) => `${count} ${holding.what}`);
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
  guard: Guard,
): Promise<{ holding: Holding; count: number }[]> {
  const stats = await ownStats(target, id);
  if (stats === undefined) {
    return []; // it is gone, and nothing can be in it
  }
  const counts = await Promise.all(guard.holds.map((holding) => count(target, id, holding, stats)));
  const left = guard.holds.map((holding, index) => ({
    holding,
    count: (counts[index] ?? 0) - (holding.own ?? 0),
  }));
  return left.filter((each) => each.count > 0);
}

/** The counts in the object's own list row, as far as it has them; undefined if there is no such object. */
async function ownStats(target: Target, id: string): Promise<JsonObject | undefined> {
  const { list } = target.kind.endpoints;
  const { rows, complete } = list === undefined ? noList : await target.client.rows(target.read(list));
  const row = rows.find((candidate) => idOf(candidate) === id);
  if (row === undefined && complete && list !== undefined) {
    return undefined;
  }
  return isJsonObject(row?.stats) ? row.stats : {};
}

const noList: Rows = { rows: [], complete: false };

async function count(target: Target, id: string, holding: Holding, stats: JsonObject): Promise<number> {
  const stat = holding.stat === undefined ? undefined : stats[holding.stat];
  if (stat !== undefined) {
    return Number(stat);
  }
  const inPath = holding.list.includes("{id}");
  const { rows, complete } = await target.client.rows({
    method: "GET",
    path: inPath ? target.fill(holding.list, id) : holding.list,
    ...(inPath ? {} : { query: { workspace_id: id } }),
    scope: holding.scope,
  });
  return complete ? rows.length : Math.max(rows.length, 1 + (holding.own ?? 0));
}
