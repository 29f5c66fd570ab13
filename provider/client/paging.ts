import type { JsonObject } from "../text/json.js";
import { idOf, type Listing, type Rows } from "./answers.js";

/** Asks for a list once more, with these parameters besides its own. Undefined if the gateway refuses that or fails at it. */
type Ask = (parameters: { readonly page?: string; readonly limit: string }) => Promise<Listing | undefined>;

/** Reads all rows of a list whose first answer lacks some; undefined if they do not come to the total. */
type Way = (first: Listing, ask: Ask) => Promise<Rows | undefined>;

/**
 * The rest of lists that the gateway sends in pages. The API document names `page` and `limit` for metrics alone, but
 * a `total` above the number of rows says that there are more.
 */
export class Paging {
  /** Found out by the first list that needs it, for all lists of the connection. */
  private way: Promise<Way> | undefined;

  /** The whole list if the gateway sends its rest when asked; otherwise the first answer. */
  async whole(first: Listing, ask: Ask): Promise<Rows> {
    if (first.complete || first.rows.length === 0) {
      return first;
    }
    this.way ??= findWay(first, ask).catch((error) => {
      this.way = undefined;
      throw error;
    });
    const way: Way = await this.way;
    return (await way(first, ask)) ?? first;
  }
}

async function findWay(first: Listing, ask: Ask): Promise<Way> {
  const second = await ask(pageOf(first, 2));
  if (second !== undefined && isNew(second, byId(first.rows))) {
    return byPage;
  }
  const longer = await ask(allOf(first));
  return longer !== undefined && longer.rows.length > first.rows.length ? byLimit : async () => undefined;
}

async function byPage(first: Listing, ask: Ask): Promise<Rows | undefined> {
  const rows = byId(first.rows);
  let { total = 0 } = first;
  for (let page = 2; rows.size < total; page++) {
    const next = await ask(pageOf(first, page));
    const isNext = next !== undefined && next.rows.length > 0 && isNew(next, rows);
    if (!isNext || (next.total ?? total) < total) {
      return undefined; // a row that comes or goes meanwhile can move another to a page that was read already
    }
    total = next.total ?? total;
    for (const [id, row] of byId(next.rows)) {
      rows.set(id, row);
    }
  }
  return { rows: [...rows.values()], complete: true };
}

async function byLimit(first: Listing, ask: Ask): Promise<Rows | undefined> {
  const { rows = [], total = first.total ?? 0 } = (await ask(allOf(first))) ?? {};
  return byId(rows).size >= total ? { rows, complete: true } : undefined;
}

/** Pages as long as the first answer: with a `page`, the gateway's default may be another one. */
const pageOf = ({ rows }: Listing, page: number) => ({ page: String(page), limit: String(rows.length) });

const allOf = ({ total }: Listing) => ({ limit: String(total) });

const byId = (rows: readonly JsonObject[]) => new Map(rows.map((row) => [idOf(row), row]));

const isNew = ({ rows }: Listing, known: ReadonlyMap<string | undefined, JsonObject>) =>
  !rows.some((row) => known.has(idOf(row)));
