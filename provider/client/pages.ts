import type { JsonObject } from "../text/json.js";
import { idOf } from "./answers.js";

export interface Page {
  readonly rows: readonly JsonObject[];
  /** How many rows there are at least, by what the gateway says of all pages. */
  readonly atLeast: number;
  /** Most rows of a page, as the gateway counts. */
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

async function* pass(
  read: ReadPage,
  size: number,
  seen: Set<string>,
): AsyncGenerator<JsonObject, { missing: number; shortest: number }> {
  const met = new Set<string>();
  let atLeast = 0;
  let shortest = size;
  for (let number = 1; ; number++) {
    const page = await read(number, size);
    atLeast = Math.max(atLeast, page.atLeast);
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
    const isLast = page.pages === undefined ? met.size >= atLeast && atLeast > 0 : number >= page.pages;
    if (page.rows.length > 0 && isCut(page, number)) {
      shortest = Math.min(shortest, page.rows.length);
    }
    if (isLast || met.size === before) {
      return { missing: atLeast - met.size, shortest };
    }
  }
}

function isCut({ rows, limit, atLeast }: Page, number: number): boolean {
  return rows.length < Math.min(limit, atLeast - (number - 1) * limit);
}
