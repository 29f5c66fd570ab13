import type { JsonObject } from "../text/json.js";
import { idOf } from "./answers.js";

export interface Page {
  readonly rows: readonly JsonObject[];
  /** How many rows there are in all, if the gateway says so. */
  readonly total?: number;
  /** Most rows of a page, as the gateway counts; what was asked for, if it does not say. */
  readonly limit: number;
  /** How many pages there are, if the gateway says so. */
  readonly pages?: number;
}

export type ReadPage = (page: number, limit: number) => Promise<Page>;

const mostIdlePasses = 3;

/**
 * Every row of a paged list once, whatever shifts the pages meanwhile.
 *
 * Rows that come or go between two pages move others across the border. So ids are counted. While a pass has met fewer rows
 * than there are, another one follows, with pages as small as the shortest that came, so that a page which was cut comes
 * whole. Passes that bring nothing new end in an error, never in silence.
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
    `the gateway says that there are more rows than the ${seen.size} that its pages hold, however often they are read.`,
  );
}

/**
 * Reads pages until there are no more. A first page that is shorter than it could be is not taken for the last one: it is as
 * long as the gateway's pages are, and the others are asked for in its size.
 */
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
          "the gateway sent a row without an id in a list of several pages, so that rows cannot be counted: " +
            "ask those who run the gateway.",
        );
      }
      met.add(id);
      if (!seen.has(id)) {
        seen.add(id);
        yield row;
      }
    }
    const expected = rowsExpected(page, number);
    // The last page is short also because rows have gone meanwhile: that tells nothing of how long pages are.
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

/** How many rows there are at least, by what a page says of all. */
function rowsAtLeast({ rows, total, limit, pages = 0 }: Page): number {
  const fullPage = Math.min(limit, rows.length);
  return total ?? Math.max(0, pages - 1) * fullPage + Math.min(1, pages);
}

/**
 * How many rows a page should have. Without a total, a last page may have any number, but a first one that is not full is the
 * last only if another one is empty.
 */
function rowsExpected({ limit, total, pages = 0 }: Page, number: number): number {
  if (total !== undefined) {
    return Math.min(limit, total - (number - 1) * limit);
  }
  return number === 1 || number < pages ? limit : 0;
}

/** Whether no page follows. A number of pages that is too small for the rows is not believed. */
function isLast({ limit, pages }: Page, number: number, met: number, atLeast: number): boolean {
  return pages === undefined
    ? atLeast > 0 && met >= atLeast
    : number >= pages && (met >= atLeast || number * limit >= atLeast);
}
