import { expect, test } from "vitest";
import { Client } from "../../provider/client/client.js";
import type { Exchange, Reply, Send } from "../../provider/client/exchange.js";
import { networkError, reply, testSettings } from "./support/reply.ts";
import { VirtualIo } from "./support/virtual-io.ts";

/** What a request asks of a list; without `page` and `limit` both are undefined. */
interface Asked {
  readonly page: number | undefined;
  readonly limit: number | undefined;
  /** How many requests came before it. */
  readonly before: number;
}

const ids = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

const rowsOf = (shown: readonly number[]) => shown.map((id) => ({ id: String(id) }));

const list = (shown: readonly number[], total?: number): Reply =>
  reply(200, { data: rowsOf(shown), ...(total === undefined ? {} : { total }) });

/** The rows from 1 to `count` in pages, for a gateway that obeys both parameters. */
const pages =
  (count: number, size = 20) =>
  ({ page = 1, limit = size }: Asked): Reply =>
    list(ids(1, count).slice((page - 1) * limit, page * limit), count);

const numberOf = (query: Exchange["query"], name: string) =>
  query?.[name] === undefined ? undefined : Number(query[name]);

/** A client of a gateway whose lists answer so, and the queries that it sent. */
function clientOf(answer: (asked: Asked, path: string) => Reply | Promise<Reply>) {
  const queries: string[] = [];
  const wire: Send = async ({ query, path }) => {
    const before = queries.length;
    queries.push(new URLSearchParams(query).toString());
    return answer({ page: numberOf(query, "page"), limit: numberOf(query, "limit"), before }, path);
  };
  const client = new Client(testSettings({ retryBudget: 1 }), new VirtualIo(), wire);
  const read = (path = "/prompts") => client.rows({ method: "GET", path, query: { workspace_id: "w" } });
  return { read, queries: () => queries.splice(0).map((query) => query.replace(/^workspace_id=w&?/, "")) };
}

/** The first 20 of 28 rows. */
const first = list(ids(1, 20), 28);

const whole = (count: number) => ({ rows: rowsOf(ids(1, count)), complete: true });

test("a list of several pages is read completely, each page once after paging is detected", async () => {
  const { read, queries } = clientOf(pages(48));
  expect(await read()).toEqual(whole(48));
  expect(queries()).toEqual(["", "page=2&limit=20", "page=2&limit=20", "page=3&limit=20"]);
  expect(await read("/mappings")).toEqual(whole(48));
  expect(queries()).toEqual(["", "page=2&limit=20", "page=3&limit=20"]);
});

test.each([
  ["has all rows", list(ids(1, 20), 20)],
  ["says nothing of a total", list(ids(1, 20))],
  ["counts fewer than it has", list(ids(1, 20), 5)],
])("a list that %s takes one request", async (_what, answer) => {
  const { read, queries } = clientOf(() => answer);
  expect(await read()).toMatchObject(whole(20));
  expect(queries()).toEqual([""]);
});

test.each<[string, number, (asked: Asked) => Reply]>([
  [
    "are of another size than the parameter asks for",
    28,
    ({ page = 1 }) => list(ids(1, 28).slice((page - 1) * 7, page * 7), 28),
  ],
  [
    "tell the total on the first one alone",
    48,
    ({ page }) =>
      page === undefined
        ? list(ids(1, 20), 48)
        : reply(200, rowsOf(ids(21, 48).slice((page - 2) * 20, (page - 1) * 20))),
  ],
  [
    "get a row at the end meanwhile",
    29,
    ({ page = 1, before }) =>
      list(page === 1 ? ids(1, 20) : ids(21, 28 + Math.min(before, 1)), 28 + Math.min(before, 1)),
  ],
])("a list whose pages %s is read completely", async (_what, count, answer) => {
  expect(await clientOf(answer).read()).toEqual(whole(count));
});

test("all rows are requested at once if the gateway supports only the limit", async () => {
  const { read, queries } = clientOf(({ limit = 20 }) => list(ids(1, Math.min(limit, 28)), 28));
  expect(await read()).toEqual(whole(28));
  queries();
  expect(await read("/mappings")).toEqual(whole(28));
  expect(queries()).toEqual(["", "limit=28"]);
});

const cut = { rows: rowsOf(ids(1, 20)), complete: false };

test.each<[string, Reply]>([
  ["ignores page and limit", first],
  ["fails at page and limit", reply(500)],
  ["has no path with page and limit", reply(404)],
])("a gateway that %s is tried only once, and its lists stay truncated", async (_what, answer) => {
  const { read, queries } = clientOf(({ limit }) => (limit === undefined ? first : answer));
  expect(await read()).toMatchObject(cut);
  expect(new Set(queries())).toEqual(new Set(["", "page=2&limit=20", "limit=28"]));
  expect(await read("/mappings")).toMatchObject(cut);
  expect(queries()).toEqual([""]);
});

test.each<[string, (asked: Asked) => Reply]>([
  ["repeats its last page", ({ page = 1 }) => list(page === 1 ? ids(1, 20) : ids(21, 40), 48)],
  ["ends before the total", ({ page = 1 }) => list([ids(1, 20), ids(21, 28)][page - 1] ?? [], 30)],
  [
    "ends with an error",
    ({ page = 1 }) => (page > 2 ? reply(404) : list(page === 1 ? ids(1, 20) : ids(21, 40), 48)),
  ],
  [
    "loses a row between two pages",
    ({ page = 1 }) => list(page === 1 ? ids(1, 20) : ids(22, 28), page === 1 ? 28 : 27),
  ],
  [
    "has rows twice in what the limit brings",
    ({ page, limit = 20 }) =>
      list(page === undefined && limit > 20 ? [...ids(1, 20), ...ids(1, 8)] : ids(1, 20), 28),
  ],
  [
    "brings more by the limit, but not all",
    ({ page, limit = 20 }) => list(ids(1, page === undefined ? Math.min(limit, 25) : 20), 28),
  ],
  [
    "is sent whole by the limit only once",
    ({ page, limit = 20, before }) =>
      before > 2 ? reply(404) : list(ids(1, page === undefined ? limit : 20), 28),
  ],
])("a list that %s stays truncated", async (_what, answer) => {
  const { read } = clientOf(answer);
  expect(await read()).toMatchObject(cut);
});

test("lists that are read at the same time detect paging only once", async () => {
  const { read, queries } = clientOf(() => first);
  await Promise.all(["/prompts", "/mappings", "/models"].map(read));
  expect(queries().filter((query) => query !== "")).toEqual(["page=2&limit=20", "limit=28"]);
});

test("an empty first page has no size, so no other page is requested", async () => {
  const { read, queries } = clientOf(() => list([], 28));
  expect(await read()).toMatchObject({ rows: [], complete: false });
  expect(queries()).toEqual([""]);
});

test("a lost page fails the list, and the next read tries paging again", async () => {
  let isLost = true;
  const { read } = clientOf((asked) => {
    if (asked.page !== undefined && isLost) {
      throw networkError({ method: "GET", path: "/prompts" }, "unknown");
    }
    return pages(28)(asked);
  });
  await expect(read()).rejects.toThrow("GET /prompts failed");
  isLost = false;
  expect(await read()).toEqual(whole(28));
});

test("a row without an id on a later page is an error, as on the first page", async () => {
  const { read } = clientOf((asked) =>
    asked.page === undefined ? list(ids(1, 20), 21) : reply(200, { data: [{ name: "x" }], total: 21 }),
  );
  await expect(read()).rejects.toThrow("the response contains an object without an id");
});
