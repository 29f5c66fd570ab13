import { expect, test } from "vitest";
import { z } from "zod";
import { meanings } from "../../../../cli/review/facts/field-words.js";
import { kinds } from "../../../../provider/every-kind.js";

const fields = new Map(
  kinds.flatMap(({ name, schema }) =>
    Object.entries(schema.shape).map(([field, type]) => [`${name}.${field}`, type as z.ZodType]),
  ),
);

test("where one word of the API has a meaning for people, all that can be declared in its place have one", () => {
  for (const [place, words] of Object.entries(meanings)) {
    const declared = partsOf(place).flatMap(({ enum: some = [] }) => some);
    expect({ place, words: Object.keys(words) }).toEqual({ place, words: expect.arrayContaining(declared) });
    expect(declared.length).toBeGreaterThan(1);
  }
});

/** What a property may be, as JSON Schema says it: one part for each of its types. */
function partsOf(place: string): { readonly enum?: unknown[] }[] {
  const type = fields.get(place) ?? expect.unreachable(`there is no property ${place}`);
  const { anyOf, ...one } = z.toJSONSchema(type, { io: "input", unrepresentable: "any" });
  return (anyOf ?? [one]) as { enum?: unknown[] }[];
}
