import { describe, expect, test } from "vitest";
import { any } from "./any.ts";
import { differences } from "./differences.ts";
import type { Known } from "./fill.ts";
import { groups } from "./groups.ts";
import { type Envelope, render } from "./render.ts";
import { absent, ending, item, rows, type Template } from "./template.ts";

const problems = (expected: Template, actual: unknown, known: Known = new Map()): number =>
  differences(expected, actual, known).length;

describe("a response departs from its template when", () => {
  test.each<[string, Template, unknown, unknown]>([
    ["a value differs", { a: 1 }, { a: 1 }, { a: 2 }],
    ["a number is spelled as a string", { a: 1 }, { a: 1 }, { a: "1" }],
    ["a key is missing", { a: null }, { a: null }, {}],
    ["a key is there that must be absent", { a: absent }, { b: 1 }, { a: null }],
    ["a value is of another type", { a: any.integer }, { a: 3 }, { a: 3.5 }],
    ["a timestamp is a date alone", any.timestamp, "2026-01-31T00:00:00Z", "2026-01-31"],
    ["a list has a row too many", [{ a: 1 }], [{ a: 1 }], [{ a: 1 }, { a: 1 }]],
    ["one row stands for two", [{ a: 1 }, { a: 1 }], [{ a: 1 }, { a: 1 }], [{ a: 1 }, { a: 2 }]],
    ["strings are in another order", ["a", "b"], ["a", "b"], ["b", "a"]],
    ["a row is missing", rows([{ a: 1 }]), [{ a: 2 }, { a: 1 }], [{ a: 2 }]],
    ["an unwanted row is left", rows([], [{ a: 1 }]), [{ a: 2 }], [{ a: 2 }, { a: 1 }]],
    ["a wrapped item differs", item({ a: 1 }), { data: { a: 1 } }, { data: { a: 2 } }],
    ["a bare item differs", item({ a: 1 }), { a: 1 }, { a: 2 }],
    ["a text ends in something else", ending("/b"), "a/b", "a/b/"],
  ])("%s", (_, expected, fitting, departing) => {
    expect(problems(expected, fitting)).toBe(0);
    expect(problems(expected, departing)).toBeGreaterThan(0);
  });
});

test("rows of a list may come in any order", () => {
  expect(problems([{ a: 1 }, { a: 2 }], [{ a: 2 }, { a: 1 }])).toBe(0);
});

test("a kept value must come back, and a row that did not fit keeps nothing", () => {
  const known: Known = new Map();
  const expected = rows([{ kind: "x", id: any.id.as("x") }]);
  expect(
    problems(
      { data: expected },
      {
        data: [
          { kind: "y", id: "1" },
          { kind: "x", id: "2" },
        ],
      },
      known,
    ),
  ).toBe(0);
  expect(known.get("x")).toBe("2");
  expect(problems({ id: "{x}" }, { id: "1" }, known)).toBe(1);
});

describe.each<Envelope>(["wrapped", "bare"])("rendered %s", (envelope) => {
  test.each(groups)("the responses of $about fit their own templates", ({ setup, life }) => {
    const known: Known = new Map([
      ["site", "https://docs.example.com"],
      ["me", "me"],
    ]);
    for (const { response, law } of [...setup, ...life]) {
      const body = response.body ?? null;
      expect(differences(body, render(body, known, envelope), known), law).toEqual([]);
    }
  });
});
