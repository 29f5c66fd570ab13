import { expect, test } from "vitest";
import { z } from "zod";
import {
  costs,
  labels,
  meanings,
  prose,
  ranks,
  switches,
  units,
} from "../../../../cli/review/facts/field-words.js";
import { kindNotes } from "../../../../cli/review/facts/notes.js";
import { kinds } from "../../../../provider/every-kind.js";

const fields = new Map(
  kinds.flatMap(({ name, schema }) =>
    Object.entries(schema.shape).map(([field, type]) => [`${name}.${field}`, type as z.ZodType]),
  ),
);

test("words are only for kinds that there are", () => {
  const names = kinds.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(kindNotes)));
});

test("words are only for properties that there are, and of the type that they speak of", () => {
  const lists = {
    number: [...Object.keys(units), ...ranks],
    boolean: Object.keys(switches),
    string: [...Object.keys(meanings), ...prose],
  };
  for (const [type, places] of Object.entries(lists))
    for (const place of places)
      expect({ place, types: typesOf(place) }).toEqual({ place, types: expect.arrayContaining([type]) });
  const names = [...fields.keys()].map((place) => place.split(".")[1]);
  expect(names).toEqual(expect.arrayContaining([...labels, ...costs]));
});

test("where one word of the API has a meaning for people, all that can be declared in its place have one", () => {
  for (const [place, words] of Object.entries(meanings)) {
    const declared = partsOf(place).flatMap(({ enum: some = [] }) => some);
    expect({ place, words: Object.keys(words) }).toEqual({ place, words: expect.arrayContaining(declared) });
    expect(declared.length).toBeGreaterThan(1);
  }
});

interface SchemaPart {
  readonly type?: string | string[];
  readonly enum?: unknown[];
}

/** What a property may be, as JSON Schema says it: one part for each of its types. */
function partsOf(place: string): SchemaPart[] {
  const type = fields.get(place) ?? expect.unreachable(`there is no property ${place}`);
  const { anyOf, ...one } = z.toJSONSchema(type, { io: "input", unrepresentable: "any" });
  return (anyOf ?? [one]) as SchemaPart[];
}

function typesOf(place: string): (string | undefined)[] {
  return partsOf(place)
    .flatMap(({ type }) => type)
    .map((type) => (type === "integer" ? "number" : type));
}
