import { expect, onTestFinished, test, vi } from "vitest";
import { durationWords } from "../../../cli/text/words.js";
import { readUsage, type UsageCell, type UsageReading } from "../../../cli/usage/usage.js";
import { Client } from "../../../provider/client/client.js";
import { systemIo } from "../../../provider/io/io.js";
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

/** What the gateway's table has of that time: requests, tokens and millionths of cost, for each minute, model and status. */
function inTable({ gateway }: Desk): Record<string, number[]> {
  const sums: Record<string, number[]> = {};
  for (const row of gateway.rows("metrics")) {
    const at = Date.parse(String(row.created_at));
    if (at < noon - week.time || at >= noon) continue;
    const name = `${Math.floor(at / 60_000)} ${row.model_id} ${row.provider_id} ${row.key_id} ${row.status_code}`;
    const [requests = 0, tokens = 0, cost = 0] = sums[name] ?? [];
    const micros = Math.round(Number(row.cost) * 1e6);
    sums[name] = [requests + 1, tokens + Number(row.tokens_input) + Number(row.tokens_output), cost + micros];
  }
  return sums;
}

test("each row of the week is counted once, grouped by minute, model, provider, key and status", async () => {
  const desk = await used({ aboveMaxLimit: "silent", maxLimit: 50 });
  const { cells, cut } = await readUsage(desk.client, week);
  expect(cut).toBeUndefined();
  const sums = cells.map(({ minute, modelId, providerId, keyId, status, requests, cost, ...tokens }) => [
    `${minute} ${modelId} ${providerId} ${keyId} ${status}`,
    [requests, tokens.tokensInput + tokens.tokensOutput, Math.round(cost * 1e6)],
  ]);
  expect(sums.toSorted()).toEqual(Object.entries(inTable(desk)).toSorted());
});

const requestsIn = (cells: readonly UsageCell[]) => cells.reduce((all, { requests }) => all + requests, 0);

test("the row limit drops the oldest rows and says so", async () => {
  const desk = await used({});
  const { cells, cut } = await readUsage(desk.client, { ...week, mostRows: 100 });
  expect(requestsIn(cells)).toBe(98); // two rows are at a border of two days, and were read twice
  expect(cut).toBe(
    "Usage before 2026-11-19 00:00 UTC is incomplete: there are more than 100 rows. Choose a shorter period.",
  );
});

test("an error after the first day keeps the rows read so far and says so; an earlier one fails", async () => {
  const desk = await used({});
  const broken = {
    path: "/metrics",
    kind: "status",
    status: 400,
    body: { error: { message: "broken" } },
  } as const;
  desk.gateway.faults.add({ ...broken, skip: 2 });
  const { cells, cut } = await readUsage(desk.client, week);
  expect([requestsIn(cells), cut]).toEqual([82, expect.stringContaining("broken")]);
  desk.gateway.faults.clear();
  desk.gateway.faults.add(broken);
  await expect(readUsage(desk.client, week)).rejects.toThrow("broken");
});

test.each([
  ["a minute before", -60_000],
  ["at", 0],
  ["a minute after", 60_000],
])("7d covers 168 hours %s midnight UTC and is shown as 7 days in any local time zone", async (_, off) => {
  vi.stubEnv("TZ", "Pacific/Kiritimati");
  onTestFinished(() => void vi.unstubAllEnvs());
  const desk = await openDesk({ dateSkewMs: midnight + off - Date.now() });
  for (let half = 0; half < 20; half++) {
    const created = midnight - 20 * 60_000 - (half * dayMs) / 2;
    desk.gateway.seed.metric({ created_at: new Date(created).toISOString() });
  }
  const { cells, since, until } = await readUsage(desk.client, week);
  expect(durationWords(since, until)).toBe("7 days");
  expect(Math.abs(Date.parse(until) - midnight - off)).toBeLessThan(60_000);
  // The next row before these fourteen is as old as the time that is asked for, and 20 minutes more.
  expect(requestsIn(cells)).toBe(14);
  expect(Math.min(...cells.map(({ minute }) => minute * 60_000))).toBeGreaterThanOrEqual(Date.parse(since));
});

test("the read ends if the gateway stops responding, and the newer days are kept", async () => {
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

test("rows without a time are skipped with a note", async () => {
  const desk = await used({ sparse: true });
  const { cells, cut } = await readUsage(desk.client, week);
  expect([cells, cut]).toEqual([[], "Rows without a time were not counted."]);
});
