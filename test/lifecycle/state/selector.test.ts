import { expect, test } from "vitest";
import { mapping } from "../../../provider/kinds/mapping.js";
import { member } from "../../../provider/kinds/member.js";
import { quota } from "../../../provider/kinds/quota.js";
import { matches, selectorsOf, valueAt } from "../../../provider/lifecycle/rows.js";
import type { Field } from "../../../provider/spec/field.js";
import type { Json, JsonObject } from "../../../provider/text/json.js";

const row = {
  id: "m-1",
  name: "burst",
  user: { id: "u-1", email: "ada@example.com", tags: ["a"] },
  role: null,
};

test.each([
  ["", row],
  ["id", "m-1"],
  ["user.email", "ada@example.com"],
  ["user.id.deeper", undefined],
  ["user.tags.0", undefined],
  ["role.id", undefined],
  ["nowhere.at.all", undefined],
])("the place %j of a row is found key by key, and nothing is found beside objects", (place, value) => {
  expect(valueAt(row, place)).toEqual(value);
});

test("selectors are the inputs that say which object is meant, in the order of the kind", () => {
  expect(selectorsOf(member).map(({ name }) => name)).toEqual(["userId", "email", "username"]);
  expect(selectorsOf(quota).map(({ name }) => name)).toEqual(["match"]);
  expect(selectorsOf(mapping)).toEqual([]);
});

const [userId, email] = selectorsOf(member);
const [match] = selectorsOf(quota);

test.each<[string, Field | undefined, Json | undefined, boolean, JsonObject?]>([
  ["the value at its place", email, "ada@example.com", true],
  ["another value", email, "eve@example.com", false],
  ["the same value at another place", userId, "m-1", false],
  ["an object whose keys all agree", match, { name: "burst" }, true],
  ["an object of which a key disagrees", match, { id: "m-1", name: "daily" }, false],
  ["an object with a key that the row lacks", match, { title: "burst" }, false],
  ["nothing declared, which means any", email, undefined, true],
  ["a row without its place", email, "ada@example.com", false, { id: "m-1" }],
])("a selector is compared with a row: %s", (_what, field, wanted, expected, live = row) => {
  expect(matches(field ?? expect.unreachable("no such selector"), wanted, live)).toBe(expected);
});
