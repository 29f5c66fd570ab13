import fc from "fast-check";
import { jsonIn } from "../../../provider/text/json.js";
import { nastyJson, nastyText } from "./nasty.ts";

const at = fc.nat(1_000_000);
const length = fc.integer({ min: 1, max: 200 });

/** What happens to a file between the one who writes it and the one who reads it. */
const damage = fc.oneof(
  fc.record({ is: fc.constant("flip" as const), at, by: nastyText }),
  fc.record({ is: fc.constant("cut" as const), at }),
  fc.record({ is: fc.constant("without" as const), at, length }),
  fc.record({ is: fc.constant("twice" as const), at, length }),
  fc.record({ is: fc.constant("value" as const), at, by: nastyJson }),
  fc.record({ is: fc.constant("key" as const), at, by: nastyText }),
);
type Damage = typeof damage extends fc.Arbitrary<infer Value> ? Value : never;

const whole = fc.constantFrom(
  ...["", "\u0000", "\ufeff", "null", "[]", "{}", "1e400", '"text"', "[".repeat(100_000)],
  `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
  `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`,
  ...["- ", "? ", "{a: "].map((part) => part.repeat(20_000)),
  `a: &a [x,x,x,x,x,x,x,x,x]\n${[..."bcdefghij"].map((name, index) => `${name}: &${name} [${`*${"abcdefghi"[index]},`.repeat(9)}]`).join("\n")}`,
  ...["a: &a\n  b: *a\n", "<<: *missing", "!!js/function 'x'", "%YAML 9.9\n---\na: 1\n---\nb: 2\n"],
  `key: ${"x".repeat(1_000_000)}`,
  `${"x".repeat(1_000_000)}: 1`,
  `${"# comment\n".repeat(50_000)}`,
  `${"'".repeat(100_000)}`,
  `a: "${"\\x".repeat(50_000)}"`,
  "key: [1, 2\n\u001b[2Jx: }",
);

/** Texts of files: damaged forms of sound ones, and such as were never sound. */
export function damaged(...sound: readonly string[]): fc.Arbitrary<string> {
  const hurt = fc
    .tuple(fc.constantFrom(...sound), fc.array(damage, { minLength: 1, maxLength: 3 }))
    .map(([text, all]) => all.reduce(hurtBy, text));
  return fc.oneof(
    { weight: 30, arbitrary: hurt },
    { weight: 1, arbitrary: whole },
    { weight: 1, arbitrary: nastyText },
  );
}

function hurtBy(text: string, what: Damage): string {
  const place = text === "" ? 0 : what.at % text.length;
  switch (what.is) {
    case "flip":
      return text.slice(0, place) + what.by + text.slice(place + 1);
    case "cut":
      return text.slice(0, place);
    case "without":
      return text.slice(0, place) + text.slice(place + what.length);
    case "twice":
      return text.slice(0, place + what.length) + text.slice(place);
    default:
      return inJson(text, what);
  }
}

function inJson(text: string, { at: chosen, by, is }: Damage & { is: "value" | "key" }): string {
  const tree = { tree: jsonIn(text) };
  const place = placeIn(tree, chosen);
  if (tree.tree === undefined || place === undefined) return `${text}${JSON.stringify(by)}`;
  if (is === "value") Object.defineProperty(place.holder, place.key, { value: by, enumerable: true });
  else Object.defineProperty(place.holder, String(by), { value: 1, enumerable: true, configurable: true });
  return JSON.stringify(tree.tree);
}

/** The n-th place of JSON, by what holds it and its key; undefined if it has none. */
function placeIn(tree: object, at: number): { holder: object; key: string } | undefined {
  const places = [...placesOf(tree)];
  return places[at % places.length];
}

function* placesOf(holder: object): Generator<{ holder: object; key: string }> {
  for (const [key, inside] of Object.entries(holder)) {
    yield { holder, key };
    if (typeof inside === "object" && inside !== null) yield* placesOf(inside);
  }
}
