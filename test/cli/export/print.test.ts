import fc from "fast-check";
import { format } from "prettier";
import { expect, test } from "vitest";
import { Code, type Declaration, declarationText } from "../../../cli/export/print.js";
import type { Values } from "../../../provider/spec/values.js";
import type { Json } from "../../../provider/text/json.js";

const printed = (name: string, values: Values, more: Partial<Declaration> = {}) =>
  `${declarationText({ kind: "Prompt", name, properties: Object.entries(values), ...more })}\n`;

const prettier = (text: string) =>
  format(text, { parser: "babel-ts", printWidth: 110, trailingComma: "all" });

/** Invisible characters, half ones, and those that reorder a text. */
const awkwardText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(..."a\r\u202e\u2028\u200b\ud83d\0\ufeff", "שלום", "🇩🇪"), maxLength: 40 }),
);

function objectsWith(text: fc.Arbitrary<string>): fc.Arbitrary<{ [key: string]: Json }> {
  return fc.letrec<{ value: Json; object: { [key: string]: Json } }>((tie) => ({
    value: fc.oneof(
      { depthSize: "medium", withCrossShrink: true },
      ...[
        text,
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constantFrom(true, false, null, 9999),
      ],
      ...[fc.array(fc.integer(), { maxLength: 40 }), fc.array(text, { maxLength: 6 })],
      ...[fc.array(tie("value"), { maxLength: 6 }), fc.array(tie("object"), { maxLength: 3 }), tie("object")],
    ),
    object: fc.dictionary(text, tie("value"), { maxKeys: 6 }),
  })).object;
}

const few =
  "[1] [1,-2] [null,null] [{}] [{'a':1},{'a':1}] [[1],[2]] [{'a':1,'b':2},{'a':1,'b':2}] [[1,2],[3,4]]";
const lists: Json[] = few.split(" ").map((text) => JSON.parse(text.replaceAll("'", '"')));
const texts = ["", "text", "it's", '"', `"'`, "a\\b\n\t`", `$\{a}//`, "größe 👩‍👩‍👧"];
const keys = { "a-b": 1, delete: 1, größe: 1, "1": 1, "01": 1, "": 1, "it's": 1 };
const values: Json[] = [true, null, 0, -1, 12345, 1e21, ...texts, [], {}, ...lists, { a: 1 }, keys];

/** Lengths of keys and names around the places where a line breaks. */
const lengths = [1, 4, 5, ...Array.from({ length: 36 }, (_, index) => 78 + index)];

test("declarations break lines as Prettier does, at every length around the line limit", async () => {
  const texts = lengths.flatMap((length) => {
    const long = "x".repeat(length);
    return [
      ...values.flatMap((value) => [
        printed("it", { [long]: value }),
        printed("it", { a: [{ [long]: value }] }),
        printed("it", { a: [long, value] }),
        printed(long, { a: value }, length % 2 ? {} : { variable: "gpt" }),
        printed("it", { a: value }, { parent: long }),
      ]),
      printed("it", {}, { properties: [["apiKey", new Code("config.requireSecret", long)]] }),
      printed("it", {}, { properties: [["providerId", new Code(`${long}.id`)]] }),
    ];
  });
  const text = texts.join("\n");
  expect(text).toBe(await prettier(text));
});

function run(text: string): unknown[] {
  const seen: unknown[] = [];
  const Class = class {
    constructor(...given: unknown[]) {
      seen.push(...given);
    }
  };
  new Function("gateway", "parent", text)({ Prompt: Class }, "the parent");
  return seen;
}

test("a declaration yields the same values and contains no invisible or text-reordering characters", () => {
  fc.assert(
    fc.property(awkwardText, objectsWith(awkwardText), (name, inputs) => {
      const values = JSON.parse(JSON.stringify(inputs));
      const text = printed(name, values);
      expect(run(text)).toEqual([name, values]);
      expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]|(?! )\p{Zs}/u);
    }),
  );
  const odd = JSON.parse('{ "a-b": { "__proto__": 1, "1": [{}, []] }, "x": "\\u2028`" }');
  expect(JSON.stringify(run(printed("it", odd))[1])).toBe(JSON.stringify(odd));
  expect(run(printed("it", {}, { parent: "parent" }))).toEqual(["it", {}, { parent: "the parent" }]);
});
