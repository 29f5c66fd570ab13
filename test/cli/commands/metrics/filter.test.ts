import { expect, test } from "vitest";
import { type FilterOptions, readFilter, rowFilter } from "../../../../cli/commands/metrics/filter.js";

const now = Date.parse("2026-11-21T12:00:00.000Z");

function pagedFilter(options: FilterOptions) {
  const filter = readFilter(options, now);
  return "ids" in filter ? expect.unreachable("a filter by ids") : filter;
}

test("ids are taken once each, and as they are", () => {
  expect(readFilter({ id: ["b", "a", "b"] }, now)).toEqual({ ids: ["b", "a"] });
});

test("without an end the filter ends now", () => {
  const { values, matches } = pagedFilter({ keyId: "k" });
  expect(values).toEqual({ keyId: "k", endDate: "2026-11-21T12:00:00.000Z" });
  expect(matches({ key_id: "k", created_at: "2026-11-21T12:00:00.001Z" })).toBe(false);
});

test("a date is the moment at which it begins, in UTC", () => {
  expect(pagedFilter({ startDate: "2026-01-31", endDate: "2026-02-01T01:00:00+01:00" }).values).toEqual({
    startDate: "2026-01-31T00:00:00.000Z",
    endDate: "2026-02-01T00:00:00.000Z",
  });
});

test.each([
  [{ key_id: "k", created_at: "2026-01-01T00:00:00Z" }, true],
  [{ key_id: "k", created_at: "2026-02-01T00:00:00Z" }, true],
  [{ key_id: "k", created_at: "2025-12-31T23:59:59.999Z" }, false],
  [{ key_id: "k", created_at: "2026-02-01T00:00:00.001Z" }, false],
  [{ key_id: "other", created_at: "2026-01-15T00:00:00Z" }, false],
  [{ key_id: "k", created_at: "at some time" }, false],
  [{ key_id: "k" }, undefined],
  [{ key_id: "k", created_at: null }, undefined],
  [{ created_at: "2026-01-15T00:00:00Z" }, undefined],
  [{ key_id: "other" }, false],
  [{ created_at: "2025-12-31T00:00:00Z" }, false],
])("of the key, and from the first to the last moment: %j %s", (row, is) => {
  const { matches } = pagedFilter({ keyId: "k", startDate: "2026-01-01", endDate: "2026-02-01" });
  expect(matches(row)).toBe(is);
});

test("what only reads may mean all rows, and leaves the end to the pager", () => {
  const { values, matches } = rowFilter({});
  expect(values).toEqual({});
  expect([matches({}), matches({ key_id: "k", created_at: "2999-01-01T00:00:00Z" })]).toEqual([true, true]);
  expect(rowFilter({ keyId: "k" }).matches({ key_id: "k", created_at: "at some time" })).toBe(true);
});
