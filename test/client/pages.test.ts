import fc from "fast-check";
import { expect, test } from "vitest";
import { everyRow, type Page } from "../../provider/client/pages.js";

interface Habits {
  /** Most rows of a page, whatever is asked for. */
  readonly most?: number;
  /** Rows of a page that are lost on the way. */
  readonly cut?: number;
  readonly total?: boolean;
  readonly pages?: boolean;
}

/** A paged list of ids, the newest first, which changes as the test says before a page is served. */
class List {
  asked: { page: number; limit: number }[] = [];

  constructor(
    public ids: number[],
    private readonly habits: Habits = {},
    private readonly before: (request: number, list: List) => void = () => {},
  ) {}

  readonly read = async (page: number, asked: number): Promise<Page> => {
    this.asked.push({ page, limit: asked });
    this.before(this.asked.length, this);
    const { most = asked, cut = asked, total = true, pages = true } = this.habits;
    const limit = Math.min(asked, most);
    const count = Math.ceil(this.ids.length / limit);
    const known = pages ? Math.max(0, count - 1) * limit + Math.min(1, count) : 0;
    const rows = this.ids.slice((page - 1) * limit, page * limit).slice(0, cut);
    return {
      rows: rows.map((id) => ({ id: String(id) })),
      atLeast: total ? this.ids.length : known,
      limit,
      ...(pages ? { pages: count } : {}),
    };
  };

  async walk(limit = 10): Promise<number[]> {
    const met: number[] = [];
    for await (const { id } of everyRow(this.read, limit)) {
      met.push(Number(id));
    }
    return met;
  }
}

function ids(count: number, first = 0): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

const ways: Habits[] = [true, false].flatMap((total) => [true, false].map((pages) => ({ total, pages })));

test.each(ways)("every row comes once, in the gateway's order, with %j", async (habits) => {
  for (const count of [0, 1, 9, 10, 11, 25]) {
    expect(await new List(ids(count), habits).walk()).toEqual(ids(count));
  }
});

test.each(ways)("pages that are smaller than asked for hide nothing, with %j", async (habits) => {
  expect(await new List(ids(25), { ...habits, most: 4 }).walk()).toEqual(ids(25));
});

test("no more pages are asked for than there are", async () => {
  const list = new List(ids(25));
  await list.walk();
  expect(list.asked.map(({ page }) => page)).toEqual([1, 2, 3]);
});

test("rows that come while pages are turned hide none that were there", async () => {
  const list = new List(ids(25), {}, (request, { ids }) => {
    if (request <= 3) ids.unshift(100 + request);
  });
  const met = await list.walk();
  expect(met).toEqual(expect.arrayContaining(ids(25)));
  expect(new Set(met).size).toBe(met.length);
});

test("rows that go while pages are turned hide none that stay", async () => {
  const list = new List(ids(25), {}, (request, { ids }) => {
    if (request === 2) ids.splice(0, 3);
  });
  expect((await list.walk()).sort((a, b) => a - b)).toEqual(ids(25));
});

test.each([true, false])("rows of pages that are cut are all found (total: %s)", async (total) => {
  const met = await new List(ids(25), { cut: 3, total }).walk();
  expect(met.sort((a, b) => a - b)).toEqual(ids(25));
});

test("a gateway that does not turn pages ends in an error that says how much is missing", async () => {
  const list = new List(ids(25));
  const walk = async () => {
    const met = [];
    for await (const row of everyRow((_page, limit) => list.read(1, limit), 10)) met.push(row);
    return met;
  };
  await expect(walk()).rejects.toThrow("more rows than the 10");
  expect(list.asked.length).toBeLessThan(12);
});

test("a row without an id is an error, because it could come twice", async () => {
  const page = { rows: [{ name: "x" }], atLeast: 1, limit: 10, pages: 1 };
  await expect(everyRow(async () => page, 10).next()).rejects.toThrow("without an id");
});

test("no change between pages hides a row that was there all the time, or shows one twice", async () => {
  const step = fc.record({ request: fc.integer({ min: 1, max: 8 }), comes: fc.boolean(), at: fc.nat(30) });
  await fc.assert(
    fc.asyncProperty(
      fc.nat(40),
      fc.integer({ min: 1, max: 12 }),
      fc.array(step, { maxLength: 6 }),
      async (count, limit, steps) => {
        let next = 1000;
        const gone = new Set<number>();
        const list = new List(ids(count), {}, (request, { ids }) => {
          for (const { comes, at } of steps.filter((each) => each.request === request)) {
            if (comes) ids.unshift(next++);
            else for (const id of ids.splice(at, 1)) gone.add(id);
          }
        });
        const met = await list.walk(limit);
        expect(new Set(met).size).toBe(met.length);
        const stayed = ids(count).filter((id) => !gone.has(id));
        expect(met).toEqual(expect.arrayContaining(stayed));
      },
    ),
  );
});
