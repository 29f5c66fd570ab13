import { z } from "zod";
import { type Client, metricsPlace } from "../client/client.js";
import { connectionOf } from "../lifecycle/session.js";
import { asOneLine, programLine } from "../program/program-line.js";
import type { Values } from "../spec/values.js";
import { defined } from "../text/json.js";
import {
  callable,
  checkOptions,
  clientOf,
  type FunctionSpec,
  output,
  type Read,
  type ReadOptions,
  readIn,
  refuseUnresolved,
  replierOf,
} from "./read/call.js";
import {
  type CommonArgs,
  checkArguments,
  common,
  metricRow,
  none,
  type OneArgs,
  type ResultOf,
  resultReader,
} from "./read/reading.js";
import { one } from "./read/rows.js";

/** One row per request (API document, section "Metric"). */
const metric = {
  name: "Metric",
  get: `${metricsPlace.path}/{id}`,
  scope: metricsPlace.scope,
  where: none,
  by: none,
  result: metricRow,
};

/** One recorded request, as returned by {@link getMetric} and {@link metrics}. */
export interface Metric extends ResultOf<typeof metric.result> {}
/** Selects the recorded request that {@link getMetric} reads. */
export type GetMetricArgs = OneArgs<typeof metric>;

const time = z.union([z.iso.datetime({ offset: true }), z.iso.date()], {
  error: "must be an ISO 8601 time such as 2026-11-21T08:00:00Z",
});

const filters = z.object({
  /**
   * Id of a key. Returns only rows for requests that were sent with this key.
   *
   * @default any key
   */
  keyId: z.string().min(1).optional(),
  /**
   * Only rows recorded at this time or later; ISO 8601.
   *
   * @default no lower limit
   */
  startDate: time.optional(),
  /**
   * Only rows recorded at this time or earlier; ISO 8601.
   *
   * @default now
   */
  endDate: time.optional(),
  /**
   * Number of rows per request. The API does not document the maximum. If the gateway rejects the number,
   * half as many rows are requested. All rows are returned in any case.
   *
   * @default 100
   */
  limit: z.int().positive().optional(),
});

/** The filters of {@link metrics} and {@link getMetrics}. Only requests that match all of them are read. */
export interface MetricsArgs extends CommonArgs, z.input<typeof filters> {}

const schema = common.extend(filters.shape);
const toResult = resultReader(metric.result);

/**
 * Reads one recorded request by id. `durationMs` is in milliseconds, and `createdAt`
 * is ISO 8601. The API does not document the unit of `cost`.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const id = new pulumi.Config().require("metricId");
 * export const { cost, durationMs } = await gateway.getMetric({ id });
 * ```
 */
export const getMetric: Read<GetMetricArgs, Metric> = one(metric);
export const getMetricOutput = output(getMetric);

/**
 * Reads the account's recorded requests page by page, in the form that {@link getMetric} returns (scope
 * `usage:read`). Rows recorded after the call, by the gateway's clock, are omitted. Every other row is
 * returned once, even if the pages shift. The gateway determines the order. Fails if the gateway does not
 * send all rows. Fails with a {@link GatewayError} if the gateway rejects a request or cannot be reached.
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
export function metrics(args: MetricsArgs = {}, opts: ReadOptions = {}): AsyncGenerator<Metric, void> {
  const line = programLine();
  try {
    refuseUnresolved("metrics", args);
    checkOptions("metrics", opts);
    const { connection, ...rest } = checkArguments("metrics", schema, args);
    const rows =
      replierOf(metricsSpec, opts) === undefined
        ? rowsOf(rest, () => clientOf(connectionOf({ connection })))
        : servedRows(args, opts);
    return withPlace(rows, line);
  } catch (error) {
    throw asOneLine(error, line);
  }
}

async function* withPlace(rows: AsyncGenerator<Metric, void>, line: string | undefined) {
  try {
    yield* rows;
  } catch (error) {
    throw asOneLine(error, line);
  }
}

const metricsSpec: FunctionSpec = {
  name: "getMetrics",
  takes: schema,
  reading: metric,
  givesList: true,
  read: async (args, client) => {
    const rows: Metric[] = [];
    for await (const row of rowsOf(args, () => client)) {
      rows.push(row);
    }
    return rows;
  },
};

/**
 * Reads all rows of {@link metrics} into one array. Specify `startDate`, `endDate`
 * or `keyId`, because an account may have a row for every request that it has ever sent.
 *
 * @example
 * ```ts
 * const rows = await gateway.getMetrics({ startDate: "2026-11-20", endDate: "2026-11-21" });
 * export const failed = rows.filter(({ statusCode }) => statusCode >= 500).length;
 * ```
 */
export const getMetrics: Read<MetricsArgs, Metric[]> = callable(metricsSpec);
export const getMetricsOutput = output(getMetrics);

/** The plugin and mocks return all rows at once. */
async function* servedRows(args: MetricsArgs, opts: ReadOptions): AsyncGenerator<Metric, void> {
  yield* (await readIn(metricsSpec, args, opts)) as Metric[];
}

async function* rowsOf({ limit, ...filter }: Values, client: () => Client): AsyncGenerator<Metric, void> {
  const size = defined({ limit: limit === undefined ? undefined : Number(limit) });
  for await (const row of client().metricRows(filter, size)) {
    yield toResult(row) as object as Metric;
  }
}
