import {
  type Client,
  hasStatus,
  idOf,
  type JsonObject,
  type MetricReading,
  metricRows,
  metricsPlace,
  path,
} from "pulumi-workspace-gateway/tools";
import type { MetricsFilter, RowFilter } from "./filter.js";

const { scope } = metricsPlace;

/** The metrics that were found, by their ids, and the ids that no metric has. */
export interface FoundMetrics {
  readonly rows: ReadonlyMap<string, JsonObject>;
  readonly missing: readonly string[];
}

/**
 * Finds all metrics that a filter means; it fails if it cannot find all of them.
 * `told` gets the number of found metrics before each page.
 */
export async function findMetrics(
  client: Client,
  filter: MetricsFilter,
  told: (found: number) => void,
  pageSize?: number,
): Promise<FoundMetrics> {
  return "ids" in filter
    ? byIds(client, filter.ids)
    : { rows: await byPages(client, filter, { told, limit: pageSize }), missing: [] };
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

async function byPages(
  client: Client,
  { values, matches }: RowFilter,
  reading: MetricReading,
): Promise<Map<string, JsonObject>> {
  const found = new Map<string, JsonObject>();
  for await (const row of metricRows(client, values, reading)) {
    if (matches(row) !== true) {
      throw new Error("the gateway lists metrics that do not match the filter, so nothing was deleted");
    }
    found.set(idOf(row) ?? "", row); // the pager takes no row without an id
  }
  return found;
}
