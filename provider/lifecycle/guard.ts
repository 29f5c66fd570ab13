import { isJsonObject, type JsonObject } from "../client/json.js";
import { idOf, type Rows } from "../client/rows.js";
import type { Holding } from "./hooks.js";
import type { Target } from "./target.js";
import type { Values } from "./values.js";

/** Refuses to delete an object while anything is left in it: deleting it would delete that too. */
export async function assertEmpty(target: Target, id: string, state: Values): Promise<void> {
  const { guard } = target.kind;
  if (guard === undefined || state[guard.unless] === true) {
    return;
  }
  const stats = await ownStats(target, id);
  if (stats === undefined) {
    return; // it is gone, and nothing can be in it
  }
  const counts = await Promise.all(guard.holds.map((holding) => count(target, id, holding, stats)));
  const left = guard.holds.map((holding, index) => ({
    holding,
    count: (counts[index] ?? 0) - (holding.own ?? 0),
  }));
  const told = left.filter(({ count }) => count > 0).map(({ holding, count }) => `${count} ${holding.what}`);
  if (left.some(({ holding, count }) => count > 0 && holding.harmless !== true)) {
    throw new Error(
      `${target.label} is not empty: it still holds ${told.join(", ")}, which would be deleted with it. Delete them first, ` +
        `or set \`${guard.unless}: true\` on the resource, run \`pulumi up\`, and destroy it then.`,
    );
  }
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
