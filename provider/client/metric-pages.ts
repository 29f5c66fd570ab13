import type { Values } from "../spec/values.js";
import { defined, type Json, type JsonObject } from "../text/json.js";
import type { Client } from "./client.js";
import { listOf, numberIn, queryOf, unlessAnswer } from "./exchange.js";
import { everyRow, type Page, type ReadPage } from "./lists.js";

/** Where the recorded requests are (the API's section "Metrics"). */
export const metricsPlace = { path: "/metrics", scope: "usage:read" } as const;

const rowsPerPage = 100;

export interface MetricReading {
  /** How many rows to ask for in one request. A gateway that refuses so many is asked for fewer. */
  readonly limit?: number | undefined;
  /** Gets the number of rows that have come, before each page and at the end. */
  onRows?(rows: number): void;
}

/**
 * Every recorded request that a filter means, once, up to this moment or to an earlier `endDate`. Fails if the gateway
 * does not send all of them.
 */
export async function* metricRows(
  client: Client,
  filter: Values,
  { limit = rowsPerPage, onRows }: MetricReading = {},
): AsyncGenerator<JsonObject, void> {
  const read = await pagesUntilNow(client, filter);
  let rows = 0;
  const countedRead: ReadPage = (page, size) => {
    onRows?.(rows);
    return read(page, size);
  };
  for await (const row of everyRow(countedRead, limit)) {
    rows++;
    yield row;
  }
  onRows?.(rows);
}

async function pagesUntilNow(client: Client, { endDate, ...filter }: Values): Promise<ReadPage> {
  const pinned = { ...filter, endDate: await lastMoment(client, endDate) };
  return async (page, limit) => {
    const send = (size: number) => readPage(client, { ...pinned, page, limit: size });
    return page === 1 ? client.pageBound.settled(limit, send) : send(client.pageBound.within(limit));
  };
}

async function readPage(client: Client, query: Values & { readonly limit: number }): Promise<Page> {
  const reply = await client.send({ method: "GET", ...metricsPlace, query: queryOf(query) });
  const list = listOf(reply);
  if (list === undefined) {
    throw new Error(
      `GET ${metricsPlace.path} answered with no list of rows: is this the management API of the gateway?`,
    );
  }
  const { body } = reply;
  const counts = defined({ total: list.total, pages: numberIn(body, "total_pages") });
  return { rows: list.rows, limit: numberIn(body, "limit") ?? query.limit, ...counts };
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
