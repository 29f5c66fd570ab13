import { describe, expect, test } from "vitest";
import { readFilter } from "../../../../cli/commands/metrics/filter.js";
import { findMetrics } from "../../../../cli/commands/metrics/find.js";
import { listMetrics } from "../../../../cli/commands/metrics/list-metrics.js";
import { sumMetrics } from "../../../../cli/commands/metrics/sum-metrics.js";
import { defined } from "../../../../provider/text/defined.js";
import type { Variants } from "../../../gateway/index.ts";
import type { Desk } from "../support/desk.ts";
import { measured } from "./measured.ts";

const count = 123;
const sums = { requests: count, errors: 3, tokensInput: 14_760, cost: 4.476 };

const limitsAsked = ({ gateway }: Desk) =>
  gateway.log.entries({ path: "/metrics" }).map(({ query }) => Number(query.limit));

const refusals = ({ gateway }: Desk) =>
  gateway.log.entries({ path: "/metrics" }).filter(({ status }) => status === 400);

const idsIn = ({ gateway }: Desk) => gateway.rows("metrics").map(({ id }) => String(id));

async function listedIds(desk: Desk, progress: () => void, pageSize?: number): Promise<string[]> {
  const rows: { id: string }[] = await printed(desk, () =>
    listMetrics({ json: true, ...defined({ pageSize }) }, { ...desk.terminal, progress }),
  );
  return rows.map(({ id }) => id).sort();
}

async function printed(desk: Desk, run: () => Promise<void>) {
  desk.out.length = 0;
  await run();
  return JSON.parse(desk.out.join("\n"));
}

/** A gateway that says nothing of its pages but their rows. */
const wordless: Partial<Variants> = { total: false, pageCounts: false };

/** How many requests read `count` rows, a hundred asked for: those that are refused, and those that bring a page. */
const ways: [string, Partial<Variants>, Record<10 | 50 | 100, { refused: number; pages: number }>][] = [
  [
    "tells the lower limit",
    { aboveMaxLimit: "lowered" },
    { 10: { refused: 0, pages: 13 }, 50: { refused: 0, pages: 3 }, 100: { refused: 0, pages: 2 } },
  ],
  [
    "answers 400",
    { aboveMaxLimit: "refused" },
    { 10: { refused: 4, pages: 21 }, 50: { refused: 1, pages: 3 }, 100: { refused: 0, pages: 2 } },
  ],
  [
    "cuts without a word",
    { aboveMaxLimit: "silent" },
    { 10: { refused: 0, pages: 13 }, 50: { refused: 0, pages: 3 }, 100: { refused: 0, pages: 2 } },
  ],
  [
    "cuts without a word, and tells no total",
    { aboveMaxLimit: "silent", total: false },
    { 10: { refused: 0, pages: 13 }, 50: { refused: 0, pages: 3 }, 100: { refused: 0, pages: 2 } },
  ],
  [
    "cuts without a word, and tells neither total nor pages: the last page is an empty one",
    { aboveMaxLimit: "silent", ...wordless },
    { 10: { refused: 0, pages: 14 }, 50: { refused: 0, pages: 4 }, 100: { refused: 0, pages: 3 } },
  ],
];

describe.each(ways)("a gateway that above its maximum %s", (_way, variants, requests) => {
  test.each([10, 50, 100] as const)(
    "of %i rows gives all rows and sums, and no request too many",
    async (maxLimit) => {
      const desk = await measured({ ...variants, maxLimit });
      const before = idsIn(desk).sort();
      const { refused, pages } = requests[maxLimit];
      expect(await listedIds(desk, () => {})).toEqual(before);
      expect(refusals(desk)).toHaveLength(refused);
      expect(limitsAsked(desk)).toHaveLength(refused + pages);

      const { total } = await printed(desk, () => sumMetrics({ json: true }, desk.terminal));
      expect(total).toMatchObject(sums);
    },
  );

  test.each([10, 50, 100] as const)(
    "of %i rows gives the same rows while others arrive",
    async (maxLimit) => {
      const desk = await measured({ ...variants, maxLimit });
      const before = idsIn(desk).sort();
      const arrives = () => {
        desk.gateway.seed.metric({ created_at: new Date(Date.now() + 3_600_000).toISOString() });
      };
      expect(await listedIds(desk, arrives)).toEqual(before);
      const { refused, pages } = requests[maxLimit];
      expect(limitsAsked(desk)).toHaveLength(refused + pages);

      const terminal = { ...desk.terminal, progress: arrives };
      const { total } = await printed(desk, () => sumMetrics({ json: true }, terminal));
      expect(total).toMatchObject(sums);
    },
  );
});

test.each([1, 7, 123, 5000])("in pages of %i rows all rows come", async (pageSize) => {
  const desk = await measured();
  expect(await listedIds(desk, () => {}, pageSize)).toEqual(idsIn(desk).sort());
  expect(new Set(limitsAsked(desk))).toEqual(new Set([pageSize]));
  expect(limitsAsked(desk)).toHaveLength(Math.ceil(count / pageSize));
});

test.each([
  [undefined, [100, 50, 25, 12, 6, 3, 1]],
  [5, [5, 2, 1]],
  [1, [1]],
])(
  "a 400 that is not about the size stays that error, after a few smaller pages than %s",
  async (size, asked) => {
    const desk = await measured();
    const body = { error: { message: "there is no such key" } };
    desk.gateway.faults.add({ method: "GET", path: "/metrics", kind: "status", status: 400, body });
    await expect(listedIds(desk, () => {}, size)).rejects.toThrow(
      "GET /metrics answered 400: there is no such key",
    );
    expect(limitsAsked(desk)).toEqual(asked);
  },
);

test("a 400 for a later page is that error at once", async () => {
  const desk = await measured();
  desk.gateway.faults.add({ method: "GET", path: "/metrics", kind: "status", status: 400, skip: 1 });
  await expect(listedIds(desk, () => {})).rejects.toThrow("GET /metrics answered 400");
  expect(limitsAsked(desk)).toEqual([100, 100]);
});

test("another refusal of a smaller page is that error", async () => {
  const desk = await measured({ maxLimit: 10, aboveMaxLimit: "refused" });
  desk.gateway.faults.add({ method: "GET", path: "/metrics", kind: "status", status: 403, skip: 2 });
  await expect(listedIds(desk, () => {})).rejects.toThrow("GET /metrics answered 403");
  expect(limitsAsked(desk)).toEqual([100, 50, 25]);
});

test("metrics are found for a deletion in the pages that are asked for", async () => {
  const desk = await measured({ maxLimit: 20, aboveMaxLimit: "refused" });
  const filter = readFilter({ keyId: "key-a" }, Date.now());
  const { rows } = await findMetrics(desk.client, filter, () => {}, 40);
  expect(rows.size).toBe(120);
  expect(limitsAsked(desk)).toEqual([40, ...Array.from({ length: 6 }, () => 20)]);
});

describe("--count", () => {
  const counted = (desk: Desk, keyId?: string) =>
    printed(desk, () => listMetrics({ count: true, ...defined({ keyId }) }, desk.terminal));

  test.each<[Partial<Variants>, number]>([
    [{}, 1],
    [{ maxLimit: 10, aboveMaxLimit: "refused" }, 1],
    [{ pageCounts: false }, 1],
    [{ numbers: "string" }, 1],
    [{ total: false }, 1 + 2],
    [wordless, 1 + 3],
  ])("of a gateway with %j takes %i requests", async (variants, requests) => {
    const desk = await measured(variants);
    expect(await counted(desk)).toBe(count);
    expect(limitsAsked(desk)).toHaveLength(requests);
    expect(desk.out).toEqual([String(count)]);
  });

  test("counts what the filter means, also where there is nothing", async () => {
    const desk = await measured();
    expect([await counted(desk, "key-b"), await counted(desk, "nobody")]).toEqual([3, 0]);
    desk.gateway.variants.total = false;
    expect([await counted(desk, "key-b"), await counted(desk, "nobody")]).toEqual([3, 0]);
  });

  test("as JSON is an object, and CSV has none", async () => {
    const desk = await measured();
    const json = printed(desk, () => listMetrics({ count: true, json: true }, desk.terminal));
    expect(await json).toEqual({ count });
    const wrong = { name: "UsageError", message: "--csv cannot be used with --count" };
    await expect(listMetrics({ count: true, csv: true }, desk.terminal)).rejects.toMatchObject(wrong);
  });

  test("fails for a row that the filter does not mean", async () => {
    const desk = await measured();
    const body = { data: desk.gateway.rows("metrics").slice(0, 1), total: 1 };
    desk.gateway.faults.add({ method: "GET", path: "/metrics", kind: "status", status: 200, body });
    await expect(counted(desk, "key-b")).rejects.toThrow("do not match the filter");
  });
});
