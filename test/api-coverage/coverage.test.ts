import { expect, test } from "vitest";
import { endpointsOf, readDocument, scopesOf } from "./report.ts";

test("the rows are those of api.md, no more and no fewer", async () => {
  const document = await readDocument();
  const rows = endpointsOf(document).filter(({ is }) => is === "row");
  const advice = "if api.md has other numbers now, write them here, in test/api-coverage/coverage.test.ts";
  const there = { endpoints: rows.length, scopes: scopesOf(document).length };
  expect(there, advice).toEqual({ endpoints: 50, scopes: 16 });
  expect(new Set(rows.map(({ scope }) => scope))).toEqual(
    new Set([...scopesOf(document), "app credentials"]),
  );
  expect(rows).toContainEqual({ method: "GET", path: "/metrics/{id}", scope: "usage:read", is: "row" });
});
