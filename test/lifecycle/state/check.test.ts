import { describe, expect, test } from "vitest";
import { kinds } from "../../../provider/every-kind.js";
import { mapping } from "../../../provider/kinds/mapping.js";
import { member } from "../../../provider/kinds/member.js";
import { quota } from "../../../provider/kinds/quota.js";
import { workspace } from "../../../provider/kinds/workspace.js";
import { matches, selectorsOf, valueAt } from "../../../provider/lifecycle/rows.js";
import { checkInputs } from "../../../provider/lifecycle/state.js";
import type { Field } from "../../../provider/spec/field.js";
import type { Kind } from "../../../provider/spec/kind.js";
import type { Json, JsonObject } from "../../../provider/text/json.js";
import { note } from "../support/note.ts";

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

function told(kind: Kind, inputs: { [name: string]: Json }): string {
  return checkInputs(kind, inputs).join("\n");
}

function fieldsOf(kind: Kind) {
  return [...kind.fields.values()];
}

describe.each(kinds.map((kind) => [kind.name, kind] as const))("%s", (_name, kind: Kind) => {
  test("a resource whose inputs are all unknown passes the check", () => {
    const [, ...others] = selectorsOf(kind);
    const declared = fieldsOf(kind).filter((field) => !others.includes(field));
    expect(checkInputs(kind, Object.fromEntries(declared.map(({ name }) => [name, unknown])))).toEqual([]);
  });

  test("null is refused exactly for properties that are not nullable", () => {
    for (const { name, nullable, expected } of fieldsOf(kind)) {
      const problems = checkInputs(kind, { [name]: null }).filter((each) => each.startsWith(`${name} `));
      expect(problems).toHaveLength(nullable ? 0 : 1);
      expect(problems.every((problem) => problem.includes(expected))).toBe(true);
    }
  });

  test("no failure reason contains a value", () => {
    for (const value of ["canary", ["canary"], { key: "canary" }, 123_456.5]) {
      const all = Object.fromEntries([...kind.fields.keys(), "colour"].map((name) => [name, value]));
      expect(told(kind, all)).not.toMatch(/canary|123456/);
    }
  });

  test("the API's spelling of a property is refused with our spelling as a suggestion", () => {
    for (const { name, sendAs } of fieldsOf(kind).filter((field) => field.name !== field.sendAs)) {
      expect(checkInputs(kind, { [sendAs]: "x" })).toContain(
        `${kind.name} has no property \`${sendAs}\`. Did you mean \`${name}\`?`,
      );
    }
  });
});

test.each([
  ["none", {}, "none is set"],
  ["two", { email: "ada@example.com", userId: "u-1" }, "2 are set"],
])("a resource must declare exactly one selector, not %s", (_how, selectors, count) => {
  expect(told(member, { workspaceId: "w", role: "ADMIN", ...selectors })).toBe(
    `set exactly one of userId, email, and username to select the Member (${count})`,
  );
});

test.each([
  ["ModelProvider", "baseUrl"],
  ["Index", "url"],
])("an address with a user name or a password is refused: %s.%s", (name, property) => {
  const kind = kinds.find((each) => each.name === name) ?? expect.unreachable(name);
  for (const address of ["https://user:secret@host.example/", "https://api.openai.com@evil.example/v1"]) {
    expect(checkInputs(kind, { [property]: address })).toContain(
      `${property} must not have a user name or password`,
    );
  }
});

test("a misspelled or shortened property name is refused with a suggestion", () => {
  expect(told(note, { ...soundNote, pateince: 1 })).toBe(
    "Note has no property `pateince`. Did you mean `patience`?",
  );
  expect(told(note, { ...soundNote, work: "w" })).toBe(
    "Note has no property `work`. Did you mean `workspaceId`?",
  );
});

const soundNote = { workspaceId: "w", name: "n" };

test("an unknown value in a list or object does not hide a mistake next to it", () => {
  expect(checkInputs(note, { ...soundNote, steps: ["a", unknown], graph: { a: { b: [unknown] } } })).toEqual(
    [],
  );
  expect(checkInputs(note, { ...soundNote, steps: [unknown, 7] })).toEqual(["steps.1 must be a string"]);
});

test.each([
  ["", "must have at least 1 character"],
  ["x".repeat(129), "must have at most 128 characters"],
])("a length limit from api.md is checked and reported", (name, reason) => {
  expect(checkInputs(workspace, { name })).toEqual([`name ${reason}`]);
});

const user = { id: "u-1", email: "ada@example.com", tags: ["a"] };
const row = { id: "m-1", name: "burst", user, role: null };

test.each([
  ["", row],
  ["id", "m-1"],
  ["user.email", "ada@example.com"],
  ["user.id.deeper", undefined],
  ["user.tags.0", undefined],
  ["role.id", undefined],
  ["nowhere.at.all", undefined],
])("the path %j in a row is resolved key by key, and only through objects", (place, value) => {
  expect(valueAt(row, place)).toEqual(value);
});

test("selectors are the inputs that select an object, in the order of the kind", () => {
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
