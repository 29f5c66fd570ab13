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
    /** Account id. */
    userId: z.string(),
    /** Id of the key that the request was sent with. */
    keyId: z.string(),
    /** HTTP method of the recorded request. */
    method: z.string(),
    /** Path of the recorded request. */
    endpoint: z.string(),
    /** HTTP status of the answer. */
    statusCode: z.int(),
    /** How long it took, in milliseconds. */
    durationMs: z.int(),
    /** Tokens that were sent. */
    tokensInput: z.int(),
    /** Tokens that came back. */
    tokensOutput: z.int(),
    /** What it cost; the API does not show the unit. */
    cost: z.number(),
    /** Id of the provider that served it. */
    providerId: z.string(),
    /** Id of the model that served it. */
    modelId: z.string(),
    /** When it was recorded, ISO 8601. */
    createdAt: z.string(),
  }),
});

/** One recorded request, as {@link getMetric} and {@link metrics} read it. */
export interface Metric extends ResultOf<typeof metric.result> {}
/** Which recorded request {@link getMetric} reads. */
export type GetMetricArgs = OneArgs<typeof metric>;

const time = z.union([z.iso.datetime({ offset: true }), z.iso.date()], {
  error: "must be a time in ISO 8601, as 2026-11-21T08:00:00Z",
});

const filters = z.object({
  /**
   * Id of the key: only requests with it.
   *
   * @default any key
   */
  keyId: z.string().min(1).optional(),
  /**
   * Rows on or after; ISO 8601.
   *
   * @default no bound
   */
  startDate: time.optional(),
  /**
   * Rows on or before; ISO 8601.
   *
   * @default now
   */
  endDate: time.optional(),
  /**
   * Rows per request to the gateway, which shows no bound; all rows come in any case.
   *
   * @default 100
   */
  limit: z.int().positive().optional(),
});

/** Which recorded requests {@link metrics} and {@link getMetrics} read: those that fit all that is given. */
export interface MetricsArgs extends CommonArgs, z.input<typeof filters> {}

const schema = common.extend(filters.shape);
const toResult = resultReader(metric.result);
const defaultLimit = 100;

/**
 * Reads one recorded request by id (api.md, "Metric"; scope `usage:read`). `durationMs` is in milliseconds,
 * `createdAt` ISO 8601; the API does not show the unit of `cost`. Fails with a {@link GatewayError} if the gateway
 * refuses, has nothing with the id (404) or cannot be reached.
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
 * As {@link getMetric} (scope `usage:read`), for arguments that are outputs. What fails there fails the run here.
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
 * {@link getMetric} reads one. Rows that are recorded after the start are left out, by the gateway's clock; every
 * other row comes once, although pages shift. The order is the gateway's. Fails if the gateway keeps rows back, and
 * with a {@link GatewayError} if it refuses or cannot be reached.
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
 * Reads all rows that {@link metrics} goes through, and fails as it does (api.md, "Metrics"; scope `usage:read`).
 * Narrow it with `startDate`, `endDate` and `keyId`: an account may have a row for every request that it has ever
 * sent.
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
 * As {@link getMetrics} (scope `usage:read`), for arguments that are outputs and for `dependsOn`. What fails there
 * fails the run here.
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
