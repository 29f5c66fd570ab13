import fc from "fast-check";
import { expect, test } from "vitest";
import { everyRow, type Page } from "../../provider/client/lists.js";

const ids = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const sorted = (met: readonly number[]) => met.toSorted((a, b) => a - b);

interface Shown extends Omit<Page, "rows"> {
  readonly ids: readonly number[];
}

/** Reads all of a list of ids, of which the gateway shows this; tells what came and which pages were asked for. */
async function walk(show: (page: number, limit: number, request: number) => Shown, limit = 10) {
  const asked: { page: number; limit: number }[] = [];
  const met: number[] = [];
  const reading = async (page: number, limit: number) => {
    asked.push({ page, limit });
    const { ids: shown, ...extent } = show(page, limit, asked.length);
    return { rows: shown.map((id) => ({ id: String(id) })), ...extent };
  };
  for await (const { id } of everyRow(reading, limit)) met.push(Number(id));
  return { asked, met };
}

interface Habits {
  /** Most rows of a page, whatever is asked for. */
  readonly most?: number;
  /** Rows of a page that are lost on the way. */
  readonly cut?: number;
  readonly total?: boolean;
  readonly pages?: boolean;
}

/** A page of a list, by a gateway with these habits. */
function pageOf(all: readonly number[], page: number, asked: number, habits: Habits = {}): Shown {
  const { most = asked, cut = asked, total = true, pages = true } = habits;
  const limit = Math.min(asked, most);
  const count = Math.ceil(all.length / limit);
  return {
    ids: all.slice((page - 1) * limit, page * limit).slice(0, cut),
    limit,
    ...(total ? { total: all.length } : {}),
    ...(pages ? { pages: count } : {}),
  };
}

const ways: Habits[] = [true, false].flatMap((total) => [true, false].map((pages) => ({ total, pages })));

test.each<[number, Habits, number?]>([
  [25, { pages: true }],
  [20, { pages: false }],
  [25, { pages: false }],
  [5, { pages: false }],
  [25, { total: false, most: 10 }, 100],
])("no unnecessary page is requested for %i rows (%j)", async (count, habits, wanted = 10) => {
  const read = (page: number, limit: number) => ({ ...pageOf(ids(count), page, limit, habits), limit });
  const { asked, met } = await walk(read, wanted);
  expect(met).toEqual(ids(count));
  expect(asked.map(({ page }) => page)).toEqual([1, 2, 3].slice(0, Math.ceil(count / 10)));
});

test("all pages that the gateway counts are read, even if its total is lower", async () => {
  const { met } = await walk((page, limit) => ({ ...pageOf(ids(25), page, limit), total: 5 }));
  expect(met).toEqual(ids(25));
});

test.each(ways)("all rows are found even if the pages are truncated, with %j", async (habits) => {
  for (const count of [4, 8, 25]) {
    const { asked, met } = await walk((page, limit) =>
      pageOf(ids(count), page, limit, { ...habits, cut: 3 }),
    );
    expect(sorted(met)).toEqual(ids(count));
    const afterTheLast = habits.total || habits.pages ? 0 : 1;
    expect(asked).toHaveLength(Math.ceil(count / 3) + afterTheLast);
  }
});

test("a page count that is too small for the total hides no row", async () => {
  const { asked, met } = await walk((page, limit) => ({
    ...pageOf(ids(25), page, limit, { most: 5 }),
    pages: 3,
  }));
  expect(met).toEqual(ids(25));
  expect(asked).toHaveLength(5);
});

test("all rows are found even if the last row of every page is lost", async () => {
  const { met } = await walk((page, limit) =>
    pageOf(ids(32), page, limit, { cut: Math.max(1, limit - 1), pages: false }),
  );
  expect(sorted(met)).toEqual(ids(32));
});

test("pages are requested again in the shortest size if only later ones are truncated", async () => {
  const { asked, met } = await walk((page, limit) =>
    pageOf(ids(30), page, limit, { cut: page === 1 ? limit : 5 }),
  );
  expect(sorted(met)).toEqual(ids(30));
  expect(asked.map(({ limit }) => limit)).toEqual([...Array(3).fill(10), ...Array(6).fill(5)]);
});

test.each<[number, number, Habits]>([
  [2, 0, { pages: false }],
  [3, 0, { total: false }],
  [3, 2, {}],
])("if page %i has only %i rows once, it is requested again with the same limit: %j", async (...row) => {
  const [short, cut, habits] = row;
  const { asked, met } = await walk((page, limit, request) =>
    pageOf(ids(25), page, limit, { ...habits, cut: request === short ? cut : limit }),
  );
  expect(met).toEqual(ids(25));
  expect(new Set(asked.map(({ limit }) => limit))).toEqual(new Set([10]));
});

test("a list that changes during the read is read again with the same page size", async () => {
  const { asked, met } = await walk((page, limit, request) => {
    const all = request === 1 ? ids(25) : [100, 101, ...ids(25)].slice(0, request === 2 ? 20 : 27);
    return { ...pageOf(all, page, limit), total: 27, pages: 3 };
  });
  expect(sorted(met)).toEqual([...ids(25), 100, 101]);
  expect(asked).toHaveLength(6);
  expect(new Set(asked.map(({ limit }) => limit))).toEqual(new Set([10]));
});

test("the read fails after three futile passes if the gateway keeps returning the first page", async () => {
  let requests = 0;
  const reading = walk((_page, limit, request) => {
    requests = request;
    return { ids: ids(10), total: 25, limit };
  });
  await expect(reading).rejects.toThrow("more rows than the 10");
  const ofOnePass = 2; // the first page, and one that brings nothing new
  expect(requests).toBe((1 + 3) * ofOnePass);
});

test("a row without an id is an error, because duplicates could not be detected", async () => {
  const page = { rows: [{ name: "x" }], total: 1, limit: 10, pages: 1 };
  await expect(everyRow(async () => page, 10).next()).rejects.toThrow("without an id");
});

test("all rows are read once, in few requests, whatever page size the gateway has or reports", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(60),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 20 }),
      fc.record({ tells: fc.boolean(), total: fc.boolean(), pages: fc.boolean() }),
      async (count, limit, most, { tells, total, pages }) => {
        const { asked, met } = await walk((page, size) => {
          const shown = pageOf(ids(count), page, size, { most, total, pages });
          const untold = { limit: size, ...(pages ? { pages: Math.ceil(count / size) } : {}) };
          return tells ? shown : { ...shown, ...untold };
        }, limit);
        expect(met).toEqual(ids(count));
        expect(asked.length).toBeLessThanOrEqual(Math.ceil(count / Math.min(limit, most)) + 1);
      },
    ),
  );
});

test("a change between pages never hides a row that stays, or returns a row twice", async () => {
  const step = fc.record({ request: fc.integer({ min: 1, max: 8 }), comes: fc.boolean(), at: fc.nat(30) });
  await fc.assert(
    fc.asyncProperty(
      fc.nat(40),
      fc.integer({ min: 1, max: 12 }),
      fc.array(step, { maxLength: 6 }),
      async (count, limit, steps) => {
        let next = 1000;
        const all = ids(count);
        const gone = new Set<number>();
        const { met } = await walk((page, asked, request) => {
          for (const { comes, at } of steps.filter((each) => each.request === request)) {
            if (comes) all.unshift(next++);
            else for (const id of all.splice(at, 1)) gone.add(id);
          }
          return pageOf(all, page, asked);
        }, limit);
        expect(new Set(met).size).toBe(met.length);
        const stayed = ids(count).filter((id) => !gone.has(id));
        expect(met).toEqual(expect.arrayContaining(stayed));
      },
    ),
  );
});
