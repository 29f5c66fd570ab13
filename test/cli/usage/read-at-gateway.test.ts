import { expect, onTestFinished, test, vi } from "vitest";
import { usageFolder } from "../../../cli/commands/usage/usage-folder.js";
import { durationWords } from "../../../cli/text/time-words.js";
import { readUsage, type UsageReading } from "../../../cli/usage/read-usage.js";
import { Client } from "../../../provider/client/client.js";
import { systemIo } from "../../../provider/io/io.js";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import type { Variants } from "../../gateway/index.ts";
import { type Desk, openDesk } from "../commands/support/desk.ts";

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** Noon at the gateway, whenever the test runs: the week began at noon, too. */
const noon = Date.UTC(2026, 10, 20, 12);
const midnight = noon - 12 * hourMs;
const week: UsageReading = { time: 7 * dayMs, mostRows: 1e6, mostTime: 1e9 };

/** A desk at a gateway with 40 requests in each of ten days, the last half a day, and one at each of their borders. */
async function used(variants: Partial<Variants>): Promise<Desk> {
  const desk = await openDesk({ dateSkewMs: noon - Date.now(), ...variants });
  for (let day = 0; day < 10; day++) {
    for (let at = 0; at < 40; at++) {
      const created = noon - hourMs - day * dayMs - at * 997_000;
      desk.gateway.seed.metric({
        model_id: `model-${at % 3}`,
        tokens_input: 10 * day + at,
        cost: (day + 1) / 10,
        created_at: new Date(created).toISOString(),
      });
    }
    desk.gateway.seed.metric({ created_at: new Date(noon - (day + 0.5) * dayMs).toISOString() });
  }
  return desk;
}

const asked = ({ gateway }: Desk) => gateway.log.entries({ path: "/metrics" });

/** What the gateway's table has of that time, added up. */
function inTable({ gateway }: Desk) {
  const rows = gateway.rows("metrics").filter(({ created_at }) => {
    const at = Date.parse(String(created_at));
    return at >= noon - week.time && at < noon;
  });
  const sum = (field: string) => rows.reduce((all, row) => all + Number(row[field]), 0);
  const times = rows.map(({ created_at }) => Date.parse(String(created_at)));
  return { times, requests: rows.length, tokensInput: sum("tokens_input"), cost: sum("cost") };
}

async function reads(desk: Desk, days: UsageReading["days"], client = desk.client) {
  const before = asked(desk).length;
  const { cells, cut, lastSeen } = await readUsage(client, { ...week, days });
  const sum = (field: "requests" | "tokensInput" | "cost") =>
    cells.reduce((all, cell) => all + cell[field], 0);
  const right = inTable(desk);
  expect([cut, sum("requests"), sum("tokensInput")]).toEqual([undefined, right.requests, right.tokensInput]);
  expect(Math.abs(sum("cost") - right.cost)).toBeLessThan(1e-9);
  const newest = Math.max(...right.times);
  expect(Math.max(...[...lastSeen.key.values()].map(Date.parse))).toBe(newest);
  return asked(desk).slice(before);
}

/** How many rows the gateway shows for each day, also of the first, which is read from its start to be kept: a day ends where the next one begins, so one at the border is in both. */
function shownByDay({ gateway }: Desk): number[] {
  const times = gateway.rows("metrics").map(({ created_at }) => Date.parse(String(created_at)));
  const starts = Array.from({ length: 8 }, (_, day) => midnight - day * dayMs);
  return starts.map(
    (start) => times.filter((at) => at >= start && at <= Math.min(noon, start + dayMs)).length,
  );
}

/** What is refused, and in pages of how many rows the rest then comes. */
const limits: [Variants["aboveMaxLimit"], number, { refused: number; size: number }][] = [
  ["lowered", 10, { refused: 0, size: 10 }],
  ["lowered", 50, { refused: 0, size: 50 }],
  ["lowered", 100, { refused: 0, size: 100 }],
  ["refused", 10, { refused: 4, size: 6 }],
  ["refused", 50, { refused: 1, size: 50 }],
  ["silent", 10, { refused: 0, size: 10 }],
  ["silent", 50, { refused: 0, size: 50 }],
];

test.each(limits)(
  "of a gateway where a limit that is too large is %s, to %i rows, each page is asked for once; then today's alone",
  async (aboveMaxLimit, maxLimit, { refused, size }) => {
    const desk = await used({ aboveMaxLimit, maxLimit });
    const days = await usageFolder(desk.client, desk.terminal.env);
    const pages = shownByDay(desk).map((rows) => Math.ceil(rows / size));
    const cold = await reads(desk, days);
    expect(cold.filter(({ status }) => status === 400)).toHaveLength(refused);
    expect(cold).toHaveLength(refused + pages.reduce((all, each) => all + each, 0));
    const warm = await reads(desk, days);
    const today = new Date(midnight).toISOString();
    expect(warm.map(({ query }) => query.start_date)).toEqual(Array(pages[0]).fill(today));
  },
);

test.each([
  ["a minute before", -60_000, "Pacific/Kiritimati"],
  ["at", 0, "America/Los_Angeles"],
  ["a minute after", 60_000, "UTC"],
] as const)(
  "7d is 7 times 24 hours %s midnight UTC, and is told as 7 days, wherever the reader is",
  async (_, off, zone) => {
    vi.stubEnv("TZ", zone);
    onTestFinished(() => void vi.unstubAllEnvs());
    const desk = await openDesk({ dateSkewMs: midnight + off - Date.now() });
    for (let half = 0; half < 20; half++) {
      desk.gateway.seed.metric({
        created_at: new Date(midnight - 20 * 60_000 - (half * dayMs) / 2).toISOString(),
      });
    }
    const days = await usageFolder(desk.client, desk.terminal.env);
    for (const kept of [days, days, undefined]) {
      const { cells, since, until, lastSeen } = await readUsage(desk.client, { ...week, days: kept });
      expect(durationWords(since, until)).toBe("7 days");
      expect(Math.abs(Date.parse(until) - midnight - off)).toBeLessThan(60_000);
      // The next row before these fourteen is as old as the time that is asked for, and 20 minutes more.
      expect(cells.reduce((all, { requests }) => all + requests, 0)).toBe(14);
      expect(Math.min(...cells.map(({ minute }) => minute * 60_000))).toBeGreaterThanOrEqual(
        Date.parse(since),
      );
      expect(lastSeen.model.size).toBe(1);
    }
  },
);

test("a clock that goes back counts what had been recorded by then, and takes no day for over that is not", async () => {
  const desk = await used({});
  const days = await usageFolder(desk.client, desk.terminal.env);
  const { variants } = desk.gateway;
  variants.dateSkewMs += 2 * dayMs;
  await readUsage(new Client(desk.settings, systemIo), { ...week, days });
  variants.dateSkewMs -= 2 * dayMs;
  const again = await reads(desk, days, new Client(desk.settings, systemIo));
  expect(again.map(({ query }) => query.start_date?.slice(0, 10))).toEqual([
    "2026-11-20",
    "2026-11-14",
    "2026-11-13",
  ]);
});

/** Waits for a rate limit at once, and never so long that the time of the reading is over. */
class Patient extends VirtualIo {
  override sleep(milliseconds: number): Promise<void> {
    return milliseconds < week.mostTime ? super.sleep(milliseconds) : new Promise(() => {});
  }
}

test("a 429 in the middle loses nothing: that page alone is asked for again", async () => {
  const desk = await used({});
  const busy = { status: 429, headers: { "retry-after": "0" } };
  const fault = desk.gateway.faults.add({ path: "/metrics", kind: "status", ...busy, skip: 3, count: 2 });
  const client = new Client(desk.settings, new Patient());
  const all = await reads(desk, undefined, client);
  expect([fault.hits, all.length]).toEqual([2, 8 + 2]);
});

test("a gateway that answers no more, or makes us wait for longer, ends nothing but the reading: the days before are kept", async () => {
  const desk = await used({});
  const days = await usageFolder(desk.client, desk.terminal.env);
  const hanging = desk.gateway.faults.add({ path: "/metrics", kind: "hang-before", skip: 3 });
  const io = { ...systemIo, sleep: () => vi.waitUntil(() => hanging.hits > 0).then(() => {}) };
  const client = new Client(desk.settings, io);
  const { cells, cut } = await readUsage(client, { ...week, mostTime: 60_000, days });
  expect(cut?.why).toBe("It is not whole before 2026-11-18 00:00 UTC: 60 seconds were over (--usage-time).");
  expect(new Set(cells.map(({ minute }) => Math.floor(minute / 1440))).size).toBe(3);
  desk.gateway.faults.clear();
  const kept = new Set(["2026-11-18T00:00:00.000Z", "2026-11-19T00:00:00.000Z"]);
  const again = await reads(desk, days);
  expect(again.filter(({ query }) => kept.has(query.start_date ?? ""))).toEqual([]);
});

test("rows that do not say when they were recorded are not counted, which is said, and no day is kept without them", async () => {
  const desk = await used({ sparse: true });
  const days = await usageFolder(desk.client, desk.terminal.env);
  const { cells, cut } = await readUsage(desk.client, { ...week, days });
  expect([cells, cut?.why]).toEqual([[], "Rows that do not say when they were recorded are not counted."]);
  desk.gateway.variants.sparse = false;
  await reads(desk, days);
});
