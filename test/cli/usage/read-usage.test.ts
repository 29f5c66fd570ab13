import { expect, test, vi } from "vitest";
import { readUsage, type UsageCell, type UsageReading } from "../../../cli/usage/usage.js";
import { Client } from "../../../provider/client/client.js";
import type { Exchange, Reply } from "../../../provider/client/exchange.js";
import { reply, testSettings } from "../../client/support/reply.ts";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import { createRandom as seeded } from "../../gateway/faults/random.ts";
import { runs } from "../../harness/tests/depth.ts";

const dayMs = 86_400_000;

type Row = ReturnType<typeof randomRows>[number];

/** A gateway that holds rows in no order, and whose pages shift: between any two of them, rows come and go. */
class Shifting {
  readonly asked: Exchange[] = [];
  readonly shown = new Map<string, Row>();
  readonly io = new VirtualIo();
  readonly client = new Client(testSettings(), this.io, async (exchange) => this.answer(exchange));

  /** @param shift - called after each page */
  constructor(
    readonly rows: Row[],
    private readonly mostOfPage = 100,
    private readonly shift: (rows: Row[]) => void = () => {},
  ) {}

  private answer(exchange: Exchange): Reply {
    const date = new Date(this.io.now()).toUTCString();
    if (exchange.path === "/user") return reply(200, { data: { id: "u1" } }, { date });
    this.asked.push(exchange);
    const { page = "1", limit = "10", start_date = "", end_date = "" } = exchange.query ?? {};
    const [from, until] = [Date.parse(start_date), Date.parse(end_date)];
    const meant = this.rows.filter(({ at }) => at >= from && at <= until);
    const size = Math.min(Number(limit), this.mostOfPage);
    const data = meant.slice((Number(page) - 1) * size, Number(page) * size);
    for (const row of data) this.shown.set(row.id, row);
    this.shift(this.rows);
    const total_pages = Math.ceil(meant.length / size);
    return reply(200, { data, total: meant.length, page: Number(page), limit: size, total_pages });
  }
}

function randomRows(count: number, random: () => number, now: number) {
  const one = (name: string, of: number) => `${name}-${Math.floor(random() * of)}`;
  return Array.from({ length: count }, (_, index) => {
    const at = now - Math.floor(random() * 7 * dayMs);
    return {
      id: `row-${index}-${Math.floor(random() * 1e9)}`,
      key_id: one("key", 5),
      model_id: one("model", 12),
      provider_id: one("provider", 3),
      status_code: random() < 0.9 ? 200 : 500,
      tokens_input: Math.floor(random() * 9000),
      tokens_output: Math.floor(random() * 900),
      cost: random() < 0.95 ? Math.round(random() * 1e6) / 1e6 : null,
      created_at: new Date(at).toISOString(),
      at,
    };
  });
}

/** Requests, tokens and cost of each group. */
function sumsBy<T>(items: Iterable<T>, groupOf: (item: T) => string, figuresOf: (item: T) => number[]) {
  const sums: Record<string, number[]> = {};
  for (const item of items) {
    const before = sums[groupOf(item)];
    sums[groupOf(item)] = figuresOf(item).map((figure, at) => Math.round(figure * 1e6) + (before?.[at] ?? 0));
  }
  return sums;
}

const ofCell = ({ requests, tokensInput, tokensOutput, cost }: UsageCell) => [
  ...[requests, tokensInput + tokensOutput, cost],
];
const ofRow = ({ tokens_input, tokens_output, cost }: Row) => [1, tokens_input + tokens_output, cost ?? 0];
const requestsIn = (cells: readonly UsageCell[]) => cells.reduce((all, { requests }) => all + requests, 0);

const week: UsageReading = { time: 7 * dayMs, mostRows: 1e9, mostTime: 1e9 };

vi.setConfig({ testTimeout: 120_000 }); // so many rows take a while on a busy machine

test("the sums of random rows are those of a naive reading, over pages that shift while rows come and go", async () => {
  const random = seeded(11);
  const io = new VirtualIo();
  const rows = randomRows(runs(100_000), random, io.now());
  let shifts = 0;
  const gateway = new Shifting(rows, 1000, (all) => {
    if (shifts++ % 3 !== 0 || shifts > 200) return;
    all.splice(Math.floor(random() * all.length), 1);
    const [late] = randomRows(1, random, io.now());
    if (late) all.unshift({ ...late, id: `late-${shifts}` });
  });
  const usage = await readUsage(gateway.client, week);
  expect(usage.cut).toBeUndefined();
  const meant = [...gateway.shown.values()].filter(({ created_at }) => created_at >= usage.since);
  const minuteOf = ({ at }: Row) => Math.floor(at / 60_000);
  expect(
    sumsBy(usage.cells, ({ modelId, keyId, status }) => `${modelId} ${keyId} ${status}`, ofCell),
  ).toEqual(sumsBy(meant, (row) => `${row.model_id} ${row.key_id} ${row.status_code}`, ofRow));
  expect(sumsBy(usage.cells, ({ minute, providerId }) => `${minute} ${providerId}`, ofCell)).toEqual(
    sumsBy(meant, (row) => `${minuteOf(row)} ${row.provider_id}`, ofRow),
  );
});

test("a bound cuts off the oldest rows, and says so", async () => {
  const io = new VirtualIo();
  const gateway = new Shifting(randomRows(2_000, seeded(5), io.now()));
  const usage = await readUsage(gateway.client, { ...week, mostRows: 1_000 });
  expect(requestsIn(usage.cells)).toBe(1_000);
  expect(usage.cut).toMatch(
    /^Usage before \d{4}-\d\d-\d\d \d\d:\d\d UTC is incomplete: there are more than 1,000 rows; choose a shorter time\.$/,
  );
  const end = Date.parse(`${/\d{4}-\d\d-\d\d \d\d:\d\d/.exec(usage.cut ?? "")?.[0].replace(" ", "T")}Z`);
  expect(requestsIn(usage.cells.filter(({ minute }) => minute * 60_000 >= end))).toBe(
    gateway.rows.filter(({ at }) => at >= end).length,
  );
});

test("an error after the first day leaves what was read, and says so; before that, it is an error", async () => {
  const io = new VirtualIo();
  const failing = (after: number) => {
    const gateway = new Shifting(randomRows(2_000, seeded(6), io.now()));
    return new Client(testSettings(), gateway.io, async (exchange) => {
      const failed = exchange.path !== "/user" && gateway.asked.length >= after;
      return failed ? reply(400, { error: { message: "broken" } }) : gateway.client.send(exchange);
    });
  };
  const usage = await readUsage(failing(9), week);
  expect(usage.cut).toContain("broken");
  expect(usage.cells.length).toBeGreaterThan(100);
  await expect(readUsage(failing(0), week)).rejects.toThrow("broken");
});
