import type { Exchange } from "../client/exchange.js";
import { isJsonObject, type JsonObject } from "../client/json.js";
import type { Holding } from "./hooks.js";
import { collectionKey, type Target } from "./target.js";

/** The request for the list of what an object holds. */
export function contentsOf(target: Target, id: string, { list, scope }: Holding): Exchange {
  const exchange = { method: "GET", scope } as const;
  return list.includes("{id}")
    ? { ...exchange, path: target.fill(list, id) }
    : { ...exchange, path: list, query: { workspace_id: id } };
}

/** How much of it an object holds, by the counts in its own list row; undefined if they do not say. */
export function counted(row: JsonObject | undefined, { stat }: Holding): number | undefined {
  const stats = isJsonObject(row?.stats) ? row.stats : {};
  return stat === undefined || stats[stat] === undefined ? undefined : Number(stats[stat]);
}

/** Announces the lists of what an object holds, by its row: what is in it will be read soon, if the program declares it. */
export function expectContents(target: Target, id: string, row: JsonObject): void {
  const { client, kind } = target;
  for (const holding of kind.guard?.holds ?? []) {
    if ((counted(row, holding) ?? 0) > (holding.own ?? 0)) {
      client.lists.expect(holding.list, collectionKey(holding.list, id), () =>
        client.rows(contentsOf(target, id, holding)),
      );
    }
  }
}
