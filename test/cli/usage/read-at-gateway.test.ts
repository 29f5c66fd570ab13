import { expect, onTestFinished, test, vi } from "vitest";
import { durationWords } from "../../../cli/text/words.js";
import { readUsage, type UsageReading } from "../../../cli/usage/usage.js";
import { Client } from "../../../provider/client/client.js";
import { systemIo } from "../../../provider/io/io.js";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import type { Variants } from "../../gateway/index.ts";
import { type Desk, openDesk } from "../support/desk.ts";

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

async function reads(desk: Desk, client = desk.client) {
  const before = asked(desk).length;
  const { cells, cut } = await readUsage(client, week);
  const sum = (field: "requests" | "tokensInput" | "cost") =>
    cells.reduce((all, cell) => all + cell[field], 0);
  const right = inTable(desk);
  expect([cut, sum("requests"), sum("tokensInput")]).toEqual([undefined, right.requests, right.tokensInput]);
  expect(Math.abs(sum("cost") - right.cost)).toBeLessThan(1e-9);
  const newest = Math.floor(Math.max(...right.times) / 60_000);
  expect(Math.max(...cells.map(({ minute }) => minute))).toBe(newest);
  return asked(desk).slice(before);
}

test.each<Partial<Variants>>([
  { aboveMaxLimit: "lowered", maxLimit: 10 },
  { aboveMaxLimit: "refused", maxLimit: 10 },
  { aboveMaxLimit: "silent", maxLimit: 50 },
])("all rows of the week are counted once if the gateway limits its pages: %j", async (variants) => {
  await reads(await used(variants));
});

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
    const { cells, since, until } = await readUsage(desk.client, week);
    expect(durationWords(since, until)).toBe("7 days");
    expect(Math.abs(Date.parse(until) - midnight - off)).toBeLessThan(60_000);
    // The next row before these fourteen is as old as the time that is asked for, and 20 minutes more.
    expect(cells.reduce((all, { requests }) => all + requests, 0)).toBe(14);
    expect(Math.min(...cells.map(({ minute }) => minute * 60_000))).toBeGreaterThanOrEqual(Date.parse(since));
  },
);

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
  const all = await reads(desk, client);
  expect([fault.hits, all.length]).toEqual([2, 8 + 2]);
});

test("a gateway that stops answering ends the reading, and the newer days are kept", async () => {
  const desk = await used({});
  const hanging = desk.gateway.faults.add({ path: "/metrics", kind: "hang-before", skip: 3 });
  // Only the time of the reading passes: a wait before another try would outlive the test.
  const sleep = (milliseconds: number) =>
    milliseconds === 60_000
      ? vi.waitUntil(() => hanging.hits > 0).then(() => {})
      : new Promise<void>(() => {});
  const io = { ...systemIo, sleep };
  const client = new Client(desk.settings, io);
  const { cells, cut } = await readUsage(client, { ...week, mostTime: 60_000 });
  expect(cut).toBe(
    "Usage before 2026-11-18 00:00 UTC is incomplete: reading took more than 60 seconds (--usage-time).",
  );
  expect(new Set(cells.map(({ minute }) => Math.floor(minute / 1440))).size).toBe(3);
});

test("rows without a time are not counted, which is said", async () => {
  const desk = await used({ sparse: true });
  const { cells, cut } = await readUsage(desk.client, week);
  expect([cells, cut]).toEqual([[], "Rows without a time are not counted."]);
});
