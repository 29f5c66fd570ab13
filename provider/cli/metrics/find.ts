import { idOf, listOf } from "../../client/answers.js";
import type { Client } from "../../client/client.js";
import { hasStatus } from "../../client/http/errors.js";
import { path } from "../../client/http/path.js";
import { isJsonObject, type JsonObject } from "../../text/json.js";
import type { MetricsFilter } from "./filter.js";

const scope = "usage:read";
const rowsPerPage = 100;

/** Metrics by their ids: those that exist, each once, and the ids of those that do not. */
export interface FoundMetrics {
  readonly rows: ReadonlyMap<string, JsonObject>;
  readonly missing: readonly string[];
}

export async function findMetrics(
  client: Client,
  filter: MetricsFilter,
  seen: (count: number) => void,
): Promise<FoundMetrics> {
  return "ids" in filter
    ? byIds(client, filter.ids)
    : { rows: await byPages(client, filter, seen), missing: [] };
}

async function byIds(client: Client, ids: readonly string[]): Promise<FoundMetrics> {
  const items = await Promise.all(
    ids.map(async (id) => {
      try {
        return { id, row: await client.item({ method: "GET", path: path`/metrics/${id}`, scope }) };
      } catch (error) {
        return hasStatus(error, 404) ? { id, row: undefined } : Promise.reject(error);
      }
    }),
  );
  return {
    rows: new Map(items.flatMap(({ id, row }) => (row === undefined ? [] : [[id, row] as const]))),
    missing: items.filter(({ row }) => row === undefined).map(({ id }) => id),
  };
}

/** Goes on until a page has nothing new: how many rows a page may have is not shown (api.md, "Limits"). */
async function byPages(
  client: Client,
  { query, matches }: Extract<MetricsFilter, { query: unknown }>,
  seen: (count: number) => void,
): Promise<Map<string, JsonObject>> {
  const found = new Map<string, JsonObject>();
  for (let page = 1; ; page++) {
    const reply = await client.send({
      method: "GET",
      path: "/metrics",
      query: { ...query, page: String(page), limit: String(rowsPerPage) },
      scope,
    });
    const rows = listOf(reply)?.rows ?? [];
    const before = found.size;
    for (const row of rows) {
      const id = idOf(row);
      if (id === undefined || !matches(row)) {
        throw new Error("the gateway lists metrics that the filter does not mean, so nothing was deleted");
      }
      found.set(id, row);
    }
    seen(found.size);
    const last = isJsonObject(reply.body) ? Number(reply.body.total_pages ?? Number.NaN) : Number.NaN;
    if (found.size === before || page >= last) {
      return found;
    }
  }
}
