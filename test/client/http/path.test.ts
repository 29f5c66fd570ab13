import fc from "fast-check";
import { expect, test } from "vitest";
import { fillPath, path } from "../../../provider/client/exchange.js";

const anyId = fc.string({ unit: "grapheme", minLength: 1 }).filter((id) => id !== "." && id !== "..");

test("every id comes back from a path as it went in", () => {
  fc.assert(
    fc.property(anyId, (id) => {
      const { pathname } = new URL(`http://gateway.test${path`/models/${id}/x`}`);
      const segments = pathname.split("/");
      expect(segments).toHaveLength(4);
      expect(decodeURIComponent(segments[2] ?? "")).toBe(id);
    }),
  );
});

test("an id cannot add a query, a fragment or a segment", () => {
  expect(path`/models/${"a/../b?c#d"}`).toBe("/models/a%2F..%2Fb%3Fc%23d");
});

test.each(["", ".", "..", "\ud800", "a\udc00b"])("%j is refused as an id", (id) => {
  expect(() => path`/models/${id}`).toThrow("an id is expected");
  expect(() => fillPath("/models/{id}", { id })).toThrow("an id is expected");
});

test("a template is filled by name, encoded", () => {
  expect(fillPath("/workspaces/{workspaceId}/members/{id}", { workspaceId: "a b", id: "c/d", more: 1 })).toBe(
    "/workspaces/a%20b/members/c%2Fd",
  );
});

test("a place of a template that has no value is refused", () => {
  expect(() => fillPath("/models/{id}", {})).toThrow("an id is expected");
});
