import fc from "fast-check";
import type { Json, JsonObject } from "../../../provider/text/json.js";

const long = 1024 * 1024;

const paths = [
  "",
  " ",
  ..."., .., ../.., a/b, a/../../../admin, ..%2f..%2fadmin, %2e%2e, %2f, %, %zz".split(", "),
];
const addresses = ["/", "//evil.example/x", "http://evil.example/", "@evil.example", ":80"];
const queries = ["?", "a?workspace_id=other", "#", "a#b", "a\\b", "a;b", "a&b=c"];
const controls = ["\u0000", "a\u0000b", "line\nbreak\r\nX-Injected: 1", "\u001b[2J\u001b]0;title\u0007"];
const signs = ["\u202eright to left", "\ud800", "a\udc00b", "\ud83d\ude00", "e\u0301", "\ufeff", "\u2028"];
const ofObjects = ["__proto__", "constructor", "toString", "hasOwnProperty"];
const literals = ["null", "undefined", "NaN", "1e400", "-0", "true"];
// biome-ignore lint/suspicious/noTemplateCurlyInString: the signs of templates as they are
const ofTemplates = ["$&", "$1", "${name}", "{id}"];
/** What stands for a secret, and for an unknown value. */
const placeholders = ["[secret]", "04da6b54-80e4-46f7-96ec-b56ff0331ba9"];
const ofLanguages = ["<script>alert(1)</script>", "```", "| a | b |", "'; drop table workspaces; --"];
const patterns = ["(a+)+$", "((((((((((", "x".repeat(200)];

/** Texts that have broken programs before. */
const ill: readonly string[] = [
  ...[paths, addresses, queries, controls, signs, ofObjects, literals, ofTemplates, placeholders],
  ...[ofLanguages, patterns],
].flat();

/** Signs that readers look at: what costs more than its length shows where one comes again and again. */
export const costly = [..."x /\\\n[<\ud800", "%2f", "&#1"];
const huge = costly.map((part) => part.repeat(long / part.length));

/** Numbers as people and gateways write them, and what is nearly one. */
export const oddNumbers: readonly string[] = [
  ...[0, -1, 0.0005, 0.5, 1, 1.005, 1e-300, 1e9, 1e10, 1e300, 2147483.648, 1_700_000_000_000].map(String),
  ...["1e400", "Infinity", "NaN", "0x10", "9007199254740993", "9".repeat(400)],
];

export const nastyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...ill) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ maxLength: 20 }) },
  {
    weight: 2,
    arbitrary: fc.array(fc.constantFrom(...ill), { maxLength: 4 }).map((parts) => parts.join("")),
  },
);

/** Also what has a megabyte, now and then. */
const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 200, arbitrary: nastyText },
  { weight: 1, arbitrary: fc.constantFrom(...huge) },
);

const nastyNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, -0, -1, 0.1, 1e308, -1e308, 5e-324, 2 ** 53, 2 ** 31, 1e21, 2 ** 60 + 1),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
);

/** JSON of a given depth. */
function nested(levels: number, inside: Json = 1): Json {
  let value: Json[] | JsonObject = [inside];
  for (let level = 1; level < levels; level++) {
    value = level % 2 === 0 ? [value] : { a: value };
  }
  // A failing case is printed by a function that calls itself.
  return Object.defineProperty(value, fc.toStringMethod, { value: () => `nested(${levels})` });
}

const many: readonly Json[] = [
  nested(180),
  Array.from({ length: 10_000 }, (_, index) => `model-${index}`),
  Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`key ${index}`, index])),
];

const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    nastyNumber,
    nastyText,
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.dictionary(nastyText, tie("tree"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

/** Any JSON, however it is formed. */
export const nastyJson: fc.Arbitrary<Json> = fc.oneof(
  { weight: 60, arbitrary: tree },
  { weight: 3, arbitrary: anyText },
  { weight: 1, arbitrary: fc.constantFrom(...many) },
);
