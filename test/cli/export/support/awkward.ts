import fc from "fast-check";
import type { Json } from "../../../../provider/text/json.js";

const pieces = [
  ..."ab19 _-.\"'`\\\n\r\t$/*<&äéあ中한ﬁ",
  `$\{a}`,
  "👍🏽",
  "👨‍👩‍👧",
  "🇩🇪",
  "✌",
  "☺️",
  "e\u0301",
  "கா",
  "שלום",
  "\u202e",
  "\u2028",
  "\u200b",
  "\ud83d",
  "\0",
];

/** Texts as nobody wants them in a program. */
export const awkwardText = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...pieces), maxLength: 110 }),
  fc.constantFrom(
    "",
    "delete",
    "constructor",
    "日本",
    "é",
    "・・",
    "é・",
    "a-b",
    "1",
    "01",
    "1e3",
    "-1",
    "toString",
  ),
);

const awkwardKey = fc.oneof(awkwardText, fc.constant("__proto__"));

const awkwardNumber = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, 1e21, 1e300, 5e-324, 1.5e-7, 123456.789, 9999, 10_000, 12345678901234567000),
);

/** Any JSON, with lists that reach the end of a line. */
const awkwardValue = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    awkwardText,
    awkwardNumber,
    fc.constantFrom(true, false, null),
    fc.array(awkwardNumber, { maxLength: 40 }),
    fc.array(awkwardText, { maxLength: 6 }),
    fc.array(tie("value"), { maxLength: 6 }),
    awkwardObject(tie("value")),
  ),
})).value;

/** An object with its keys in any order, `__proto__` among them. */
function awkwardObject(value: fc.Arbitrary<Json>): fc.Arbitrary<{ [key: string]: Json }> {
  return fc
    .uniqueArray(fc.tuple(awkwardKey, value), { maxLength: 6, selector: ([key]) => key })
    .map((entries) => Object.fromEntries(entries));
}

export const awkwardValues = awkwardObject(awkwardValue);
