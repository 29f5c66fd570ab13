import { expect, test } from "vitest";
import { scopes } from "../gateway/resources/scopes.ts";
import { endpoints } from "./report.ts";

test("the rows are exactly the rows of api.md", () => {
  const rows = endpoints.filter(({ is }) => is === "row");
  const advice = "if api.md has other numbers now, write them here, in test/api-coverage/coverage.test.ts";
  expect({ endpoints: rows.length, scopes: scopes.length }, advice).toEqual({ endpoints: 50, scopes: 16 });
  expect(new Set(rows.map(({ scope }) => scope))).toEqual(new Set([...scopes, "app credentials"]));
  expect(rows).toContainEqual({ method: "GET", path: "/metrics/{id}", scope: "usage:read", is: "row" });
});
