import fc from "fast-check";
import type { Json } from "../../../../provider/text/json.js";

const pieces = [
  ..."ab19 _-.\"'`\\\n\r\t$/*<&äéあ中한ﬁ",
  ...[
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
    `$\{a}`,
  ],
];
const words = "delete constructor 日本 é ・・ é・ a-b 1 01 1e3 -1 toString __proto__ type größe".split(" ");

/** Texts as nobody wants them in a program. */
export const awkwardText = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...pieces), maxLength: 110 }),
  fc.constantFrom("", ...words),
);

const number = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 1e21, 1e300, 5e-324, 1.5e-7, 123456.789, 9999, 10_000, 12345678901234567000),
);

/** Objects of any JSON, with lists that reach the end of a line and keys in any order, `__proto__` among them. */
export function objectsWith(text: fc.Arbitrary<string>): fc.Arbitrary<{ [key: string]: Json }> {
  return fc.letrec<{ value: Json; object: { [key: string]: Json } }>((tie) => ({
    value: fc.oneof(
      { depthSize: "medium", withCrossShrink: true },
      ...[text, number, fc.constantFrom(true, false, null)],
      ...[fc.array(number, { maxLength: 40 }), fc.array(text, { maxLength: 6 })],
      ...[fc.array(tie("value"), { maxLength: 6 }), fc.array(tie("object"), { maxLength: 3 }), tie("object")],
    ),
    object: fc
      .uniqueArray(fc.tuple(text, tie("value")), { maxLength: 6, selector: ([key]) => key })
      .map((entries) => Object.fromEntries(entries)),
  })).object;
}

export const awkwardValues = objectsWith(awkwardText);
