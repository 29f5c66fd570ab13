import { z } from "zod";
import { pagesUntilNow } from "../client/metric-pages.js";
import { everyRow } from "../client/pages.js";
import type { Values } from "../spec/values.js";
import { type CommonArgs, checkArguments, common } from "./read/arguments.js";
import { callable, type Read } from "./read/call.js";
import { type OneArgs, one } from "./read/one.js";
import { output } from "./read/output.js";
import { identity, none } from "./read/places.js";
import { reading } from "./read/reading.js";
import { type ResultOf, resultReader } from "./read/result.js";
import { clientOf } from "./read/runs.js";

const path = "/metrics";
const scope = "usage:read";

/** One row per request (api.md, "Metric"). */
export const metric = reading({
  get: `${path}/{id}`,
  scope,
  where: none,
  by: none,
  result: z.object({
    ...identity,
    userId: z.string(),
    keyId: z.string(),
    method: z.string(),
    endpoint: z.string(),
    statusCode: z.int(),
    durationMs: z.int(),
    tokensInput: z.int(),
    tokensOutput: z.int(),
    cost: z.number(),
    providerId: z.string(),
    modelId: z.string(),
    createdAt: z.string(),
  }),
});

export interface Metric extends ResultOf<typeof metric.result> {}
export type GetMetricArgs = OneArgs<typeof metric>;

const time = z.union([z.iso.datetime({ offset: true }), z.iso.date()], {
  error: "must be a time in ISO 8601, as 2026-11-21T08:00:00Z",
});

const filters = z.object({
  /** Only requests with this key. */
  keyId: z.string().min(1).optional(),
  /** Rows on or after; ISO 8601. */
  startDate: time.optional(),
  /** Rows on or before; ISO 8601. */
  endDate: time.optional(),
  /** Rows per request, 100 by default; the API does not show how many it allows. */
  limit: z.int().positive().optional(),
});

export interface MetricsArgs extends CommonArgs, z.input<typeof filters> {}

const schema = common.extend(filters.shape);
const toResult = resultReader(metric.result);
const defaultLimit = 100;

/**
 * Reads one recorded request by id (api.md, "Metric"; scope `usage:read`). `durationMs` is in milliseconds, `createdAt`
 * ISO 8601; the API does not show the unit of `cost`.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const id = new pulumi.Config().require("metricId");
 * export const cost = gateway.getMetric({ id }).then((metric) => metric.cost);
 * ```
 */
export const getMetric: Read<GetMetricArgs, Metric> = one("getMetric", metric);

/**
 * As {@link getMetric}, for arguments that are outputs.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const id = new pulumi.Config().require("metricId");
 * export const took = gateway.getMetricOutput({ id }).durationMs;
 * ```
 */
export const getMetricOutput = output(getMetric);

/**
 * Goes through the account's recorded requests, page by page (api.md, "Metrics"; scope `usage:read`), as
 * {@link getMetric} reads one. Rows that are recorded after the start are left out, by the gateway's clock; every other
 * row comes once, although pages shift. Fails if the gateway keeps rows back. The order is the gateway's.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * let tokens = 0;
 * for await (const row of gateway.metrics({ startDate: "2026-11-01T00:00:00Z" })) {
 *   tokens += row.tokensInput + row.tokensOutput;
 * }
 * export const tokensThisMonth = tokens;
 * ```
 */
export function metrics(args: MetricsArgs = {}): AsyncGenerator<Metric, void> {
  return rowsOf(checkArguments("metrics", schema, args));
}

/**
 * Reads all rows that {@link metrics} goes through. Narrow it with `startDate`, `endDate` and `keyId`: an account may
 * have a row for every request that it has ever sent (api.md, "Metrics"; scope `usage:read`).
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const rows = await gateway.getMetrics({ startDate: "2026-11-20", endDate: "2026-11-21" });
 * export const failed = rows.filter(({ statusCode }) => statusCode >= 500).length;
 * ```
 */
export const getMetrics: Read<MetricsArgs, Metric[]> = callable(async (args) => {
  const rows: Metric[] = [];
  for await (const row of rowsOf(checkArguments("getMetrics", schema, args))) {
    rows.push(row);
  }
  return rows;
});

/**
 * As {@link getMetrics}, for arguments that are outputs and for `dependsOn`.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const keyId = new pulumi.Config().requireSecret("keyId");
 * export const requests = gateway.getMetricsOutput({ keyId, startDate: "2026-11-01" }).length;
 * ```
 */
export const getMetricsOutput = output(getMetrics);

async function* rowsOf(args: Values): AsyncGenerator<Metric, void> {
  const { connection, limit = defaultLimit, ...filter } = args;
  const client = clientOf(typeof connection === "string" ? connection : undefined);
  const read = await pagesUntilNow(client, { path, scope }, filter);
  for await (const row of everyRow(read, Number(limit))) {
    yield toResult(row) as object as Metric;
  }
}
