import { snakeCase } from "../spec/field.js";
import type { Values } from "../spec/values.js";
import { isJsonObject, type Json } from "../text/json.js";
import { listOf } from "./answers.js";
import type { Client } from "./client.js";
import { isAnswer } from "./http/errors.js";
import type { Page, ReadPage } from "./pages.js";

/** Makes what reads a page of rows up to this moment, or to an earlier `endDate` (api.md, "Metrics"). */
export async function pagesUntilNow(
  client: Client,
  { path, scope }: { path: string; scope: string },
  { endDate, ...filter }: Values,
): Promise<ReadPage> {
  const pinned = { ...filter, endDate: await lastMoment(client, endDate) };
  return async (page, limit) => {
    const query = queryOf({ ...pinned, page, limit });
    const reply = await client.send({ method: "GET", path, query, scope });
    const list = listOf(reply);
    if (list === undefined) {
      throw new Error(
        `GET ${path} answered with no list of rows: is this the management API of the gateway?`,
      );
    }
    return { rows: list.rows, ...extentOf(reply.body, limit) };
  };
}

function queryOf(values: Values): Readonly<Record<string, string>> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [snakeCase(name), String(value)]));
}

/** Rows that come later would shift the pages. Whole seconds are all that the gateway's clock tells, so the current one counts. */
async function lastMoment(client: Client, endDate: Json | undefined): Promise<Json> {
  await hearTheClock(client);
  const now = client.serverTime(client.io.now()) + 1000;
  return endDate !== undefined && Date.parse(String(endDate)) <= now ? endDate : new Date(now).toISOString();
}

/** Any answer tells the gateway's time; this one is asked for once and needed by others, and its no is an answer too. */
async function hearTheClock(client: Client): Promise<void> {
  try {
    await client.account();
  } catch (error) {
    if (!isAnswer(error)) {
      throw error;
    }
  }
}

/** What a page says of all pages; any of it may be missing (api.md, "Response shape": `total` is often present). */
function extentOf(body: unknown, asked: number): Pick<Page, "atLeast" | "limit" | "pages"> {
  const said = (key: string) => {
    const value = isJsonObject(body) ? Number(body[key] ?? Number.NaN) : Number.NaN;
    return Number.isNaN(value) ? undefined : value;
  };
  const limit = said("limit") ?? asked;
  const pages = said("total_pages");
  const fullPages = Math.max(0, (pages ?? 0) - 1);
  const atLeast = said("total") ?? fullPages * limit + Math.min(1, pages ?? 0);
  return { atLeast, limit, ...(pages === undefined ? {} : { pages }) };
}
