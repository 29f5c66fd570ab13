import { expect, test } from "vitest";
import { listMetrics } from "../../../../cli/commands/metrics/list-metrics.js";
import { sumMetrics } from "../../../../cli/commands/metrics/sum-metrics.js";
import type { Variants } from "../../../gateway/index.ts";
import { type Desk, openDesk } from "../support/desk.ts";
import { measured } from "./measured.ts";

const variants: [string, Partial<Variants>][] = [
  ["as documented", {}],
  ["no total", { total: false }],
  ["pages of at most 7", { maxLimit: 7 }],
  ["pages that are cut", { cut: 30 }],
  ["numbers as strings", { numbers: "string" }],
  ["nulls and times left out", { sparse: true }],
  ["odd ids", { ids: "odd" }],
  ["a clock that is an hour behind", { dateSkewMs: -3_600_000 }],
  ["a clock that is an hour ahead", { dateSkewMs: 3_600_000 }],
];

const idsIn = ({ gateway }: Desk) =>
  gateway
    .rows("metrics")
    .map(({ id }) => id)
    .sort();

test.each(variants)("every row is listed once, and nothing is written: %s", async (_name, variant) => {
  const desk = await measured(variant);
  await listMetrics({ json: true }, desk.terminal);
  const rows: { id: string; cost: number }[] = JSON.parse(desk.out.join("\n"));
  expect(rows.map(({ id }) => id).sort()).toEqual(idsIn(desk));
  expect(rows.filter(({ cost }) => cost === 1)).toHaveLength(3);
  expect(desk.out).toHaveLength(rows.length + 2);
  expect(desk.gateway.log.entries().filter(({ method }) => method !== "GET")).toEqual([]);
});

test.each(variants)("every row is added up once: %s", async (_name, variant) => {
  const { terminal, out } = await measured(variant);
  await sumMetrics({ json: true, by: ["key"] }, terminal);
  const { groups, total } = JSON.parse(out.join("\n"));
  const sums = { requests: 123, errors: 3, tokensInput: 14_760, cost: 4.476, meanDurationMs: 840 };
  expect(total).toMatchObject(sums);
  expect(groups).toEqual([
    expect.objectContaining({ key: "key-b", requests: 3, errors: 3, cost: 3 }),
    expect.objectContaining({ key: "key-a", requests: 120, errors: 0, cost: 1.476 }),
  ]);
});

test("rows that come in meanwhile move no page, and are not listed", async () => {
  const desk = await measured({ maxLimit: 40, dateSkewMs: -3_600_000 });
  const before = idsIn(desk);
  const progress = () => {
    desk.gateway.seed.metric({ created_at: new Date(Date.now() - 3_600_000 + 5000).toISOString() });
  };
  await listMetrics({ json: true }, { ...desk.terminal, progress });
  const rows: { id: string }[] = JSON.parse(desk.out.join("\n"));
  expect(rows.map(({ id }) => id).sort()).toEqual(before);
});

test("the filter is the gateway's work, and is held to", async () => {
  const desk = await measured();
  await listMetrics({ json: true, keyId: "key-b" }, desk.terminal);
  expect(JSON.parse(desk.out.join("\n"))).toHaveLength(3);
  expect(desk.gateway.log.entries({ path: "/metrics" })[0]?.query).toMatchObject({ key_id: "key-b" });
  const body = { data: desk.gateway.rows("metrics"), total: 123 };
  desk.gateway.faults.add({ method: "GET", path: "/metrics", kind: "status", status: 200, body });
  await expect(sumMetrics({ keyId: "key-b" }, desk.terminal)).rejects.toThrow("do not match the filter");
});

test("both ends of a time are part of it", async () => {
  const { gateway, terminal, out } = await measured();
  const ofKey = gateway.rows("metrics").filter(({ key_id }) => key_id === "key-a");
  const [startDate = "", , endDate = ""] = ofKey.map(({ created_at }) => String(created_at)).sort();
  await sumMetrics({ keyId: "key-a", startDate, endDate, json: true }, terminal);
  expect(JSON.parse(out.join("\n")).total.requests).toBe(3);
});

test("each wait for a page shows how many rows have been read, and nothing of it stays", async () => {
  const { terminal } = await measured({ maxLimit: 50 });
  const shown: string[] = [];
  await sumMetrics({}, { ...terminal, progress: (line) => void shown.push(line) });
  const lines = [0, 50, 100, 123].map((count) => `${count} rows read`);
  expect(shown.filter((line) => line !== "")).toEqual(lines);
  expect(shown.at(-1)).toBe("");
});

test("the progress is taken away before a row is printed", async () => {
  const { terminal } = await measured({ maxLimit: 50 });
  const screen: string[] = [];
  const show = (line: string) => void screen.push(line);
  await listMetrics({ csv: true }, { ...terminal, progress: show, out: show });
  const before = screen.map((line, at) => (line.endsWith("rows read") ? screen[at + 1] : ""));
  expect(before).toEqual(screen.map(() => ""));
});

test("the table of sums has a line for each group, and one for the total", async () => {
  const { terminal, out, notes } = await measured();
  await sumMetrics({ by: ["key"] }, terminal);
  expect(out).toEqual([
    "key    requests  errors  tokens in    out      cost  mean ms",
    "key-b         3       3        360    192  3.000000      840",
    "key-a       120       0     14,400  7,680  1.476000      840",
    "total       123       3     14,760  7,872  4.476000      840",
  ]);
  expect(notes).toEqual([]);
});

test("without a group there is the total, and rows without a cost are told", async () => {
  const { terminal, gateway, out, notes } = await openDesk();
  const [row] = gateway.seed.metrics(1);
  const { cost: _cost, ...bare } = row ?? {};
  const body = { data: [row, { ...bare, id: "other" }], total: 2 };
  gateway.faults.add({ method: "GET", path: "/metrics", kind: "status", status: 200, body });
  await sumMetrics({}, terminal);
  expect(out[1]).toMatch(/^total +2 +0 +240 +128 +0\.012300 +840$/);
  expect(notes).toEqual(["1 of 2 rows do not say what they cost: they count as 0."]);
});

test("CSV of sums has the groups alone, and of rows all fields", async () => {
  const { terminal, out, gateway } = await measured();
  gateway.seed.metrics(1, { key_id: '=cmd|"x"', cost: 9 });
  await sumMetrics({ by: ["key", "day"], csv: true, keyId: '=cmd|"x"' }, terminal);
  expect(out[0]).toBe("key,day,requests,errors,tokensInput,tokensOutput,cost,meanDurationMs,withoutCost\r");
  expect(out[1]).toMatch(/^"'=cmd\|""x""",\d{4}-\d\d-\d\d,1,0,120,64,9,840,0\r$/);
  expect(out).toHaveLength(2);
  out.length = 0;
  await listMetrics({ csv: true, keyId: "key-b" }, terminal);
  expect(out[0]).toBe(
    "id,userId,keyId,method,endpoint,statusCode,durationMs,tokensInput,tokensOutput,cost,providerId,modelId,createdAt\r",
  );
  expect(out).toHaveLength(4);
});

test("the table of rows has their ids, and no rows are no error", async () => {
  const { terminal, out, notes, gateway } = await measured();
  await listMetrics({ keyId: "key-b" }, terminal);
  for (const { id } of gateway.rows("metrics").filter(({ key_id }) => key_id === "key-b")) {
    expect(out.filter((line) => line.endsWith(String(id)))).toHaveLength(1);
  }
  expect(notes).toEqual(["3 rows."]);
  out.length = 0;
  await listMetrics({ keyId: "nobody", json: true }, terminal);
  expect(JSON.parse(out.join("\n"))).toEqual([]);
});

test.each([
  ["fails", { status: 403 }, "usage:read"],
  [
    "no longer shows what it counts",
    { status: 200, body: { data: [], total: 123 } },
    "more rows than the 50",
  ],
])("of a gateway that %s midway, no part is printed as JSON", async (_what, answer, reason) => {
  const { terminal, out, gateway } = await measured({ maxLimit: 50 });
  const progress = (line: string) => {
    if (line.startsWith("50 ")) {
      gateway.faults.add({ method: "GET", path: "/metrics", kind: "status", ...answer });
    }
  };
  await expect(listMetrics({ json: true }, { ...terminal, progress })).rejects.toThrow(reason);
  expect(out).toEqual([]);
});

test.each([
  [{ json: true, csv: true }, "--json cannot be used with --csv"],
  [{ startDate: "yesterday" }, "--start-date must be an ISO 8601 date"],
  [{ startDate: "2026-02-01", endDate: "2026-01-01" }, "--start-date is later"],
] as const)("%j makes no sense, so nothing is asked", async (options, reason) => {
  const { terminal, gateway } = await measured();
  const wrong = { name: "UsageError", message: expect.stringContaining(reason) };
  await expect(listMetrics(options, terminal)).rejects.toMatchObject(wrong);
  await expect(sumMetrics(options, terminal)).rejects.toMatchObject(wrong);
  expect(gateway.log.entries()).toEqual([]);
});
