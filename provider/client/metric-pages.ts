import type { Values } from "../spec/values.js";
import { defined } from "../text/defined.js";
import type { Json, JsonObject } from "../text/json.js";
import { listOf, numberIn } from "./answers.js";
import type { Client } from "./client.js";
import { unlessAnswer } from "./http/errors.js";
import { queryOf } from "./http/path.js";
import { everyRow, type Page, type ReadPage } from "./pages.js";

/** Where the recorded requests are (api.md, "Metrics"). */
export const metricsPlace = { path: "/metrics", scope: "usage:read" } as const;

const rowsPerPage = 100;

export interface MetricReading {
  /** How many rows to ask for in one request. */
  readonly limit?: number;
  /** Gets the number of rows that have come, before each page and at the end. */
  told?(rows: number): void;
}

/**
 * Every recorded request that a filter means, once, up to this moment or to an earlier `endDate`. Fails if the gateway
 * does not send all of them.
 */
export async function* metricRows(
  client: Client,
  filter: Values,
  { limit = rowsPerPage, told }: MetricReading = {},
): AsyncGenerator<JsonObject, void> {
  const read = await pagesUntilNow(client, filter);
  let rows = 0;
  const toldRead: ReadPage = (page, size) => {
    told?.(rows);
    return read(page, size);
  };
  for await (const row of everyRow(toldRead, limit)) {
    rows++;
    yield row;
  }
  told?.(rows);
}

/** Makes what reads a page of rows up to this moment, or to an earlier `endDate`. */
async function pagesUntilNow(client: Client, { endDate, ...filter }: Values): Promise<ReadPage> {
  const pinned = { ...filter, endDate: await lastMoment(client, endDate) };
  return async (page, limit) => {
    const query = queryOf({ ...pinned, page, limit });
    const reply = await client.send({ method: "GET", ...metricsPlace, query });
    const list = listOf(reply);
    if (list === undefined) {
      throw new Error(
        `GET ${metricsPlace.path} answered with no list of rows: is this the management API of the gateway?`,
      );
    }
    return { rows: list.rows, ...extentOf(reply.body, limit) };
  };
}

/** No date is later than this one, in the year 275760 (ECMA-262, 21.4.1.1); the clock of a gateway may say that it is then. */
const latestDate = 8.64e15;

/** Rows that come later would shift the pages. Whole seconds are all that the gateway's clock tells, so the current one counts. */
async function lastMoment(client: Client, endDate: Json | undefined): Promise<Json> {
  // Any answer tells the gateway's time; this one is asked for once and needed by others, and its no is an answer too.
  await client.account().catch(unlessAnswer);
  const now = Math.min(client.serverTime(client.io.now()) + 1000, latestDate);
  return endDate !== undefined && Date.parse(String(endDate)) <= now ? endDate : new Date(now).toISOString();
}

/** What a page says of all pages; any of it may be missing (api.md, "Response shape": `total` is often present). */
function extentOf(body: unknown, asked: number): Pick<Page, "atLeast" | "limit" | "pages"> {
  const limit = numberIn(body, "limit") ?? asked;
  const pages = numberIn(body, "total_pages");
  const fullPages = Math.max(0, (pages ?? 0) - 1);
  const atLeast = numberIn(body, "total") ?? fullPages * limit + Math.min(1, pages ?? 0);
  return { atLeast, limit, ...defined({ pages }) };
}
