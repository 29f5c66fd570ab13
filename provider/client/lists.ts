import type { JsonObject } from "../text/json.js";
import { hasStatus, idOf, type Listing, type Rows } from "./exchange.js";

/** The key of a list: a kind's path template, and the id of the object that the rows belong to. */
export function collectionKey(list: string, parentId?: string): string {
  return `${list} ${parentId ?? ""}`;
}

/** The maximum number of lists per family that are loaded ahead of their readers. */
const mostAhead = 4;

/** The lists of one kind in several workspaces. A reader of one will probably also read the others. */
interface Family {
  readonly asked: Set<string>;
  /** Loaded, but not requested yet. */
  readonly ahead: Set<string>;
  /** Not loaded yet, in the likely order of requests. */
  readonly expected: { readonly collection: string; readonly load: () => Promise<Rows> }[];
}

/**
 * The lists that this process has read, one for each collection (a kind in a workspace).
 *
 * A failed load is not cached. A write invalidates its collection's list, even while the list is being loaded.
 * A gateway's lists may lag behind its writes. After a write, `written` returns true, so that readers read
 * single objects instead.
 *
 * The engine reads objects in the order of its state, a few at a time, so most of these reads wait for the
 * same list. Therefore, lists announced by `expect` are loaded shortly before their readers arrive, but never
 * more than were already requested, so little is lost if no reader arrives.
 */
export class Lists {
  private readonly loads = new Map<string, Promise<Rows>>();
  private readonly writes = new Set<string>();
  /** Changes with every write, because any write may invalidate rows that are outside collections. */
  generation = 0;
  private readonly families = new Map<string, Family>();
  private readonly familyOf = new Map<string, Family>();
  private readonly indexes = new WeakMap<Rows, ReadonlyMap<string | undefined, JsonObject>>();

  read(collection: string, load: () => Promise<Rows>): Promise<Rows> {
    const rows = this.load(collection, load);
    const family = this.familyOf.get(collection);
    if (family !== undefined) {
      family.asked.add(collection);
      family.ahead.delete(collection);
      this.loadAhead(family);
    }
    return rows;
  }

  /** Announces a list that will be read if other lists of its family are read. */
  expect(family: string, collection: string, load: () => Promise<Rows>): void {
    if (this.familyOf.has(collection)) {
      return;
    }
    const known = this.families.get(family) ?? { asked: new Set(), ahead: new Set(), expected: [] };
    this.families.set(family, known);
    this.familyOf.set(collection, known);
    known.expected.push({ collection, load });
  }

  private loadAhead({ asked, ahead, expected }: Family): void {
    while (ahead.size < Math.min(mostAhead, asked.size)) {
      const next = expected.shift();
      if (next === undefined) {
        return;
      }
      if (!asked.has(next.collection) && !this.written(next.collection)) {
        ahead.add(next.collection);
        void this.load(next.collection, next.load); // a failed load is not cached: its reader repeats it
      }
    }
  }

  private load(collection: string, load: () => Promise<Rows>): Promise<Rows> {
    const known = this.loads.get(collection);
    if (known !== undefined) {
      return known;
    }
    const loading = load();
    this.loads.set(collection, loading);
    loading.catch(() => {
      if (this.loads.get(collection) === loading) {
        this.loads.delete(collection);
      }
    });
    return loading;
  }

  /** Uses an index, because a list is searched for every object of its collection. */
  row(list: Rows, id: string): JsonObject | undefined {
    const index = this.indexes.get(list) ?? new Map(list.rows.map((row) => [idOf(row), row]));
    this.indexes.set(list, index);
    return index.get(id);
  }

  known(collection: string): Promise<Rows> | undefined {
    return this.loads.get(collection);
  }

  /** Call this before a write is sent, and again when the write is done. */
  write(collection: string): void {
    this.loads.delete(collection);
    this.writes.add(collection);
    this.generation += 1;
  }

  forget(collection: string): void {
    this.loads.delete(collection);
  }

  written(collection: string): boolean {
    return this.writes.has(collection);
  }
}

/** No list is older than the call: callers that arrive during a request share the next one. */
export class NextLists {
  private readonly underWay = new Map<string, Promise<Rows>>();
  private readonly next = new Map<string, Promise<Rows>>();

  /** `load` must send the same request for every caller of this collection. */
  read(collection: string, load: () => Promise<Rows>): Promise<Rows> {
    const waitedFor = this.next.get(collection);
    const before = this.underWay.get(collection);
    if (waitedFor !== undefined || before === undefined) {
      return waitedFor ?? this.send(collection, load);
    }
    const send = () => this.send(collection, load);
    const next = before.then(send, send); // a failure of the previous request does not matter here
    this.next.set(collection, next);
    return next;
  }

  private send(collection: string, load: () => Promise<Rows>): Promise<Rows> {
    this.next.delete(collection);
    const sent = load();
    this.underWay.set(collection, sent);
    const end = () => {
      this.underWay.delete(collection);
    };
    sent.then(end, end);
    return sent;
  }
}

/** The largest page size that the gateway has accepted so far. The API documents no maximum ("Limits"). */
export class PageBound {
  private most = Number.POSITIVE_INFINITY;

  within(size: number): number {
    return Math.min(size, this.most);
  }

  /** If no smaller page works after a 400, the size is not the cause, and the first error is thrown. */
  async settled<T>(wanted: number, ask: (size: number) => Promise<T>): Promise<T> {
    const first = this.within(wanted);
    let refusal: unknown;
    for (let size = first; size >= 1; size = Math.floor(size / 2)) {
      try {
        const answer = await ask(size);
        this.most = size < first ? size : this.most;
        return answer;
      } catch (error) {
        if (!mayBeTheSize(error)) {
          throw error;
        }
        refusal ??= error;
      }
    }
    throw refusal;
  }
}

/** A 400 with a remedy has a different cause, such as the pinned version. */
const mayBeTheSize = (error: unknown) => hasStatus(error, 400) && error.failure.remedy === undefined;

export interface Page {
  readonly rows: readonly JsonObject[];
  readonly total?: number;
  /** The gateway's limit of rows per page, or the requested limit if the gateway does not report one. */
  readonly limit: number;
  readonly pages?: number;
}

export type ReadPage = (page: number, limit: number) => Promise<Page>;

const mostIdlePasses = 3;

/**
 * Rows that are added or removed between two requests move other rows across page boundaries, so ids are
 * counted, and another pass follows if rows are missing. Its pages are as small as the shortest page so far,
 * so that no page is truncated.
 */
export async function* everyRow(read: ReadPage, limit: number): AsyncGenerator<JsonObject, void> {
  const seen = new Set<string>();
  let size = limit;
  for (let idle = 0; idle < mostIdlePasses; ) {
    const before = seen.size;
    const { missing, shortest } = yield* pass(read, size, seen);
    if (missing <= 0) {
      return;
    }
    idle = seen.size > before || shortest < size ? 0 : idle + 1;
    size = shortest;
  }
  throw new Error(
    `the gateway reports more rows than the ${seen.size} on its pages, even after repeated reads.`,
  );
}

/** A short first page is not treated as the last one: it shows the page size for the other pages. */
async function* pass(
  read: ReadPage,
  asked: number,
  seen: Set<string>,
): AsyncGenerator<JsonObject, { missing: number; shortest: number }> {
  const met = new Set<string>();
  let atLeast = 0;
  let size = asked;
  let shortest = asked;
  for (let number = 1; ; number++) {
    const page = await read(number, size);
    atLeast = Math.max(atLeast, rowsAtLeast(page));
    const before = met.size;
    for (const row of page.rows) {
      const id = idOf(row);
      if (id === undefined) {
        throw new Error(
          "the gateway sent a row without an id in a paged list, so the rows cannot be counted. " +
            "Contact the operators of the gateway.",
        );
      }
      met.add(id);
      if (!seen.has(id)) {
        seen.add(id);
        yield row;
      }
    }
    const expected = rowsExpected(page, number);
    // The last page may be short because rows have been removed, so it does not show the page size.
    const cut =
      page.rows.length > 0 && page.rows.length < expected && (number === 1 || expected === page.limit);
    if (cut) {
      shortest = Math.min(shortest, page.rows.length);
    }
    if (cut && number === 1) {
      size = shortest;
    } else if (isLast(page, number, met.size, atLeast) || met.size === before) {
      return { missing: atLeast - met.size, shortest };
    }
  }
}

function rowsAtLeast({ rows, total, limit, pages = 0 }: Page): number {
  const fullPage = Math.min(limit, rows.length);
  return total ?? Math.max(0, pages - 1) * fullPage + Math.min(1, pages);
}

/** Without a total, the last page may have any number of rows, and a short first page may not be the last. */
function rowsExpected({ limit, total, pages = 0 }: Page, number: number): number {
  if (total !== undefined) {
    return Math.min(limit, total - (number - 1) * limit);
  }
  return number === 1 || number < pages ? limit : 0;
}

/** Whether this is the last page. A reported page count that is too small for the rows is ignored. */
function isLast({ limit, pages }: Page, number: number, met: number, atLeast: number): boolean {
  return pages === undefined
    ? atLeast > 0 && met >= atLeast
    : number >= pages && (met >= atLeast || number * limit >= atLeast);
}

/** Repeats a list request with these additional parameters. Undefined if it is rejected or fails. */
type Ask = (parameters: { readonly page?: string; readonly limit: string }) => Promise<Listing | undefined>;

/** Reads all rows of a list whose first response is incomplete. Undefined if some rows are still missing. */
type Way = (first: Listing, ask: Ask) => Promise<Rows | undefined>;

/** The API documents pages only for metrics, but a `total` above the number of rows means that more exist. */
export class Paging {
  /** Determined by the first paged list, and used for all lists of the connection. */
  private way: Promise<Way> | undefined;

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
      return undefined; // an added or removed row can move another row to a page that was already read
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

/** As long as the first response, because the gateway's default limit may differ if `page` is set. */
const pageOf = ({ rows }: Listing, page: number) => ({ page: String(page), limit: String(rows.length) });

const allOf = ({ total }: Listing) => ({ limit: String(total) });

const byId = (rows: readonly JsonObject[]) => new Map(rows.map((row) => [idOf(row), row]));

const isNew = ({ rows }: Listing, known: ReadonlyMap<string | undefined, JsonObject>) =>
  !rows.some((row) => known.has(idOf(row)));
