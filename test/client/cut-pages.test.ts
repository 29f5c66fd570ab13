import { expect, test } from "vitest";
import { everyRow, type Page, type ReadPage } from "../../provider/client/pages.js";

const ids = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Reads all of a list of ids, and tells what came and which pages were asked for. */
async function walk(
  read: (number: number, limit: number) => Omit<Page, "rows"> & { ids: readonly number[] },
) {
  const asked: { number: number; limit: number }[] = [];
  const met: number[] = [];
  const reading: ReadPage = async (number, limit) => {
    asked.push({ number, limit });
    const { ids: shown, ...extent } = read(number, limit);
    return { rows: shown.map((id) => ({ id: String(id) })), ...extent };
  };
  for await (const { id } of everyRow(reading, 10)) {
    met.push(Number(id));
  }
  return { asked, met };
}

const pageOf = (all: readonly number[], number: number, limit: number): readonly number[] =>
  all.slice((number - 1) * limit, number * limit);

test("where the last row of every page is lost, all are found, however many passes it takes", async () => {
  const { met } = await walk((number, limit) => {
    const page = pageOf(ids(32), number, limit);
    return { ids: limit > 1 ? page.slice(0, limit - 1) : page, atLeast: 32, limit };
  });
  expect(met.toSorted((a, b) => a - b)).toEqual(ids(32));
});

test("a page that comes empty once is asked for again with as many rows", async () => {
  let requests = 0;
  const { asked, met } = await walk((number, limit) => {
    requests++;
    return { ids: requests === 2 ? [] : pageOf(ids(25), number, limit), atLeast: 25, limit };
  });
  expect(met).toEqual(ids(25));
  expect(new Set(asked.map(({ limit }) => limit))).toEqual(new Set([10]));
});

test("a list that changed while it was read is read again in pages as large as before", async () => {
  let requests = 0;
  const { asked, met } = await walk((number, limit) => {
    requests++;
    const all = requests === 1 ? ids(25) : [100, 101, ...ids(25)].slice(0, requests === 2 ? 20 : 27);
    return { ids: pageOf(all, number, limit), atLeast: 27, limit, pages: 3 };
  });
  expect(met.toSorted((a, b) => a - b)).toEqual([...ids(25), 100, 101]);
  expect(asked).toHaveLength(6);
  expect(new Set(asked.map(({ limit }) => limit))).toEqual(new Set([10]));
});

test("all pages that the gateway counts are read, though its total says less", async () => {
  const { met } = await walk((number, limit) => ({
    ids: pageOf(ids(25), number, limit),
    atLeast: 5,
    limit,
    pages: 3,
  }));
  expect(met).toEqual(ids(25));
});

test.each([20, 25])(
  "where only the total %i is known, no page is asked for once it has come",
  async (count) => {
    const { asked, met } = await walk((number, limit) => ({
      ids: pageOf(ids(count), number, limit),
      atLeast: count,
      limit,
    }));
    expect(met).toEqual(ids(count));
    expect(asked).toHaveLength(Math.ceil(count / 10));
  },
);

test("a gateway that shows the first page over and over is given up after three passes in vain", async () => {
  let requests = 0;
  const reading = walk((_number, limit) => {
    requests++;
    return { ids: ids(10), atLeast: 25, limit };
  });
  await expect(reading).rejects.toThrow("more rows than the 10");
  const ofOnePass = 2; // the first page, and one that brings nothing new
  expect(requests).toBe((1 + 3) * ofOnePass);
});
