import { expect, test } from "vitest";
import { runCommandLine } from "../../../cli/command-line.js";
import { MetricSums, metricsFilter } from "../../../cli/metrics/command.js";
import type { Values } from "../../../provider/spec/values.js";
import type { Variants } from "../../gateway/index.ts";
import { openDesk } from "../support/desk.ts";

/** A gateway with metrics of two keys: 120 of one, and 3 of the other, which failed and cost more. */
async function measured(variants: Partial<Variants> = {}) {
  const desk = await openDesk(variants);
  const { gateway } = desk;
  gateway.seed.metrics(120, { key_id: "key-a" });
  gateway.seed.metrics(3, { key_id: "key-b", status_code: 500, cost: 1 });
  const run = (...args: string[]) => desk.run("metrics", ...args);
  const idsOf = (key?: string) =>
    gateway
      .rows("metrics")
      .filter(({ key_id }) => key === undefined || key_id === key)
      .map(({ id }) => String(id))
      .sort();
  const writes = () => gateway.log.entries().filter(({ method }) => method !== "GET");
  return { ...desk, run, idsOf, writes };
}

test.each<[string, Partial<Variants>]>([
  ["no total", { total: false }],
  ["pages of at most 7", { maxLimit: 7 }],
  ["pages that are cut", { cut: 30 }],
  ["numbers as strings", { numbers: "string" }],
  ["nulls and times left out", { sparse: true }],
  ["a clock that is an hour behind", { dateSkewMs: -3_600_000 }],
])("list and sum read every row once and write nothing: %s", async (_name, variants) => {
  const { run, idsOf, writes } = await measured(variants);
  const rows: { id: string }[] = JSON.parse((await run("list", "--json")).stdout);
  expect(rows.map(({ id }) => id).sort()).toEqual(idsOf());
  const { groups, total } = JSON.parse((await run("sum", "--json", "--by", "key")).stdout);
  const sums = { requests: 123, errors: 3, tokensInput: 14_760, cost: 4.476, meanDurationMs: 840 };
  expect(total).toMatchObject(sums);
  expect(groups.map(({ key, requests }: { key: string; requests: number }) => [key, requests])).toEqual([
    ["key-b", 3],
    ["key-a", 120],
  ]);
  expect(writes()).toEqual([]);
});

test("tables show row ids, or groups and a total, and an empty list is not an error", async () => {
  const { run, idsOf } = await measured();
  const { stdout, stderr } = await run("list", "--key-id", "key-b");
  const [head, ...lines] = stdout.split("\n");
  expect(head).toMatch(/^Time +Status +Method/);
  expect(lines.map((line) => line.split(/ +/).at(-1)).sort()).toEqual(idsOf("key-b"));
  expect(stderr).toBe("3 rows.");
  expect(await run("list", "--key-id", "nobody", "--json")).toMatchObject({ code: 0, stdout: "[]" });
  expect((await run("sum", "--by", "key")).stdout.split("\n")).toEqual([
    "Key    Requests  Errors  Tokens in  Tokens out      Cost  Mean ms",
    "key-b         3       3        360         192  3.000000      840",
    "key-a       120       0     14,400       7,680  1.476000      840",
    "Total       123       3     14,760       7,872  4.476000      840",
  ]);
});

test("the gateway filters with inclusive times, and a row that does not match is an error", async () => {
  const { run, gateway, idsOf } = await measured();
  const ofA = gateway.rows("metrics").filter(({ key_id }) => key_id === "key-a");
  const times = ofA.map(({ created_at }) => String(created_at));
  const [start = "", , end = ""] = times.sort();
  const args = ["--key-id", "key-a", "--start-date", start, "--end-date", end];
  expect(JSON.parse((await run("list", ...args, "--json")).stdout)).toHaveLength(3);
  expect(gateway.log.entries({ path: "/metrics" }).at(-1)?.query).toMatchObject({ key_id: "key-a" });
  const body = { data: gateway.rows("metrics"), total: 123 };
  gateway.faults.add({ method: "GET", path: "/metrics", kind: "status", status: 200, body });
  for (const command of ["list", "sum", "delete --yes"]) {
    const refused = { code: 1, stdout: "", stderr: expect.stringContaining("do not match the filter") };
    expect(await run(...command.split(" "), "--key-id", "key-b"), command).toEqual(refused);
  }
  expect(idsOf()).toHaveLength(123);
});

test("no partial result is printed if a later page fails", async () => {
  const { run, gateway } = await measured({ maxLimit: 50 });
  gateway.faults.add({ method: "GET", path: "/metrics", kind: "status", status: 403, skip: 1 });
  for (const command of ["list", "sum"]) {
    expect(await run(command)).toMatchObject({ code: 1, stdout: "" });
  }
});

test("a filter checks key and inclusive UTC times, and leaves rows without these fields undecided", () => {
  const filter = metricsFilter({ keyId: "k", startDate: "2026-01-01", endDate: "2026-02-01T01:00:00+01:00" });
  const [startDate, endDate] = ["2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"];
  expect(filter.values).toEqual({ keyId: "k", startDate, endDate });
  const matches = (created_at: string | null, key_id = "k") => filter.matches({ key_id, created_at });
  expect(["2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"].map((at) => matches(at))).toEqual([true, true]);
  const outside = ["2025-12-31T23:59:59.999Z", "2026-02-01T00:00:00.001Z", "at some time"];
  expect(outside.map((at) => matches(at))).toEqual([false, false, false]);
  expect([matches("2026-01-15T00:00:00Z", "other"), filter.matches({ key_id: "other" })]).toEqual([
    false,
    false,
  ]);
  expect(filter.matches({ created_at: "2025-12-31T00:00:00Z" })).toBe(false);
  expect([matches(null), filter.matches({ created_at: "2026-01-15T00:00:00Z" })]).toEqual([
    undefined,
    undefined,
  ]);
});

test.each([
  ["2026-01-31", "2026-01-31T23:59:59.999Z"],
  ["2026-01-31T12:00:00Z", "2026-01-31T12:00:00.000Z"],
])("the end date %s includes times up to %s", (endDate, last) => {
  const { values, matches } = metricsFilter({ startDate: "2026-01-31", endDate });
  expect(values).toEqual({ startDate: "2026-01-31T00:00:00.000Z", endDate: last });
  expect(matches({ created_at: last })).toBe(true);
  expect(matches({ created_at: new Date(Date.parse(last) + 1).toISOString() })).toBe(false);
});

test("delete removes the matching rows from all pages, and no other rows", async () => {
  const { run, idsOf } = await measured({ maxLimit: 7, total: false });
  expect(await run("delete", "--key-id", "key-a", "--yes")).toEqual({
    ...{ code: 0, stdout: "Deleted 120 of 120." },
    stderr: expect.stringMatching(/^120 metrics to delete, recorded from \S+ to \S+\.$/),
  });
  expect([idsOf("key-a"), idsOf("key-b").length]).toEqual([[], 3]);
});

test("nothing is deleted if a row lacks the fields that the filter needs", async () => {
  const { run, writes } = await measured({ sparse: true });
  expect(await run("delete", "--end-date", "2999-01-01", "--yes")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("nothing was deleted"),
  });
  expect(writes()).toEqual([]);
});

test("a dry run deletes nothing and shows what would be deleted", async () => {
  const { run, idsOf, writes } = await measured();
  const { code, stdout } = await run("delete", "--key-id", "key-b", "--dry-run", "--json");
  const { found, dryRun, deleted } = JSON.parse(stdout);
  expect([code, found.sort(), dryRun, deleted, writes()]).toEqual([0, idsOf("key-b"), true, [], []]);
});

test("metrics are deleted by id, and missing ids are reported", async () => {
  const { run, idsOf, gateway } = await measured();
  const [first = "", second = "", third] = idsOf("key-b");
  const { code, stdout, stderr } = await run("delete", "--id", first, second, "nothing", "--yes");
  expect([code, stdout]).toEqual([1, "Deleted 2 of 2."]);
  expect(stderr).toContain("no such metric: nothing");
  expect(idsOf("key-b")).toEqual([third]);
  expect(gateway.log.entries({ path: /^\/metrics$/ })).toEqual([]);
});

test("a deletion stops at the first error, and the next run deletes the rest", async () => {
  const { run, idsOf, gateway, writes } = await measured();
  gateway.faults.add({ method: "DELETE", kind: "status", status: 403, skip: 1 });
  const { code, stdout, stderr } = await run("delete", "--key-id", "key-b", "--yes", "--json");
  const { deleted, failed } = JSON.parse(stdout);
  expect([code, deleted.length, idsOf("key-b").includes(failed.id)]).toEqual([1, 1, true]);
  expect(failed.error).toContain("403");
  expect(stderr).toContain("2 metrics not deleted. ");
  expect([idsOf("key-b").length, writes().length]).toEqual([2, 2]);
  gateway.faults.clear();
  expect((await run("delete", "--key-id", "key-b", "--yes")).stdout).toBe("Deleted 2 of 2.");
});

test("a deletion whose response is lost counts as done", async () => {
  const { run, idsOf, gateway } = await measured();
  gateway.faults.add({ method: "DELETE", kind: "reset-after", count: 1 });
  expect((await run("delete", "--key-id", "key-b", "--yes")).stdout).toBe("Deleted 3 of 3.");
  expect(idsOf("key-b")).toEqual([]);
});

test("delete asks for confirmation, and nothing is deleted without a yes", async () => {
  const { terminal, idsOf, out } = await measured();
  const asked: string[] = [];
  const answer = (yes: boolean) => ({
    ...terminal,
    interactive: true,
    confirm: async (question: string) => asked.push(question) > 0 && yes,
  });
  const args = ["metrics", "delete", "--key-id", "key-b"];
  expect(await runCommandLine(args, answer(false))).toBe(0);
  expect([out, idsOf("key-b").length]).toEqual([["Deleted 0 of 3."], 3]);
  expect(await runCommandLine(args, answer(true))).toBe(0);
  expect([asked, idsOf("key-b")]).toEqual([["Delete permanently?", "Delete permanently?"], []]);
});

type Part = ConstructorParameters<typeof MetricSums>[0][number];

function summed(by: readonly Part[], rows: readonly Values[]): MetricSums {
  const sums = new MetricSums(by);
  for (const row of rows) sums.add(row);
  return sums;
}

const row = (over: Values): Values => ({
  ...{ modelId: "m", providerId: "p", keyId: "k", createdAt: "2026-11-21T10:00:00Z" },
  ...{ statusCode: 200, durationMs: 100, tokensInput: 10, tokensOutput: 5, cost: 0.1 },
  ...over,
});

test("missing and invalid values count as 0, and rows without a cost are counted", () => {
  const odd = row({ cost: "much", tokensInput: "many", durationMs: null, statusCode: "bad" });
  const failed = row({ statusCode: 400, durationMs: 201, cost: 0.2 });
  expect(summed([], [{ id: "x" }, odd, row({ statusCode: 399 }), failed]).total.toJSON()).toEqual({
    ...{ requests: 4, errors: 1, tokensInput: 20, tokensOutput: 15 },
    ...{ cost: 0.3, meanDurationMs: 151, withoutCost: 2 },
  });
  expect(summed([], [{ id: "x" }]).total.meanDurationMs).toBeNull();
});

test.each<[Part, Values, string]>([
  ["model", { modelId: "other" }, "other"],
  ["provider", { providerId: "other" }, "other"],
  ["key", { keyId: "other" }, "other"],
  ["day", { createdAt: "2026-11-21T23:30:00-01:00" }, "2026-11-22"],
])("groups by %s start with the most expensive one, and days with the earliest", (part, over, name) => {
  const rows = [row({}), row({}), row({ ...over, cost: 5 })];
  const groups = summed([part], rows).groups();
  const cheap = [part === "day" ? "2026-11-21" : part.charAt(0), 2, 0.2];
  const ordered = part === "day" ? [cheap, [name, 1, 5]] : [[name, 1, 5], cheap];
  expect(groups.map(({ key, sums }) => [key[part], sums.requests, sums.cost])).toEqual(ordered);
  expect(summed([part], [{ id: "x" }]).groups()[0]?.key).toEqual({ [part]: null });
});
