import fc from "fast-check";
import { expect, test } from "vitest";
import { declarationTexts, literalProperties } from "../../../../cli/export/print/declaration.js";
import type { Values } from "../../../../provider/spec/values.js";
import { awkwardText, awkwardValues } from "../support/awkward.ts";
import { biomed } from "../support/biome.ts";

/** As many declarations as one run of the formatter shall see, which takes longer to start than to format. */
const many = { minLength: 300, maxLength: 600, size: "max" } as const;

async function printedFile(declared: readonly (readonly [name: string, values: Values])[]): Promise<string> {
  const texts = await declarationTexts(
    declared.map(([name, values], index) => ({
      kind: "Prompt",
      name,
      properties: literalProperties(values),
      variable: index % 2 === 0 ? undefined : "gpt41",
    })),
  );
  return `${texts.join("\n\n")}\n`;
}

test("whatever values objects have, the declarations have the form of the repository", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(awkwardText, awkwardValues), many), async (declared) => {
      const text = await printedFile(assigned(declared));
      expect(biomed(text, "program.ts")).toBe(text);
    }),
    { numRuns: 3, endOnFailure: true },
  );
});

/**
 * The same without the characters that Unicode has not assigned (the class Cn, such as U+1901F). Prettier and Biome each guess
 * their places by a table of their own; they agree on every character that is assigned.
 */
function assigned<T>(declared: T): T {
  return JSON.parse(JSON.stringify(declared).replaceAll(/\p{Cn}/gu, ""));
}

test("every sign takes as many places as the formatter counts", async () => {
  const signs = everySign().filter((sign, index) => index % 40 === 0 || odd.test(sign));
  const declared = signs.flatMap((sign) =>
    // Ten of a sign that takes none, one or two places: with few others, only two places break the line; with more, also one.
    [60, 70].map((start) => [`${"x".repeat(start)}${sign.repeat(10)}`, { a: 1 }] as const),
  );
  const text = await printedFile(declared);
  expect(signs.length).toBeGreaterThan(3000);
  expect(biomed(text, "program.ts")).toBe(text);
});

test("every letter that can begin a name can begin a key", async () => {
  const letters = everySign().filter(
    (sign, index) => /\p{ID_Start}/u.test(sign) && (index % 200 === 0 || drawnOver.test(sign)),
  );
  const declared = letters.map((letter) => ["it", { [letter]: 1, [`${letter}a`]: 2 }] as const);
  const text = await printedFile(declared);
  expect(letters.length).toBeGreaterThan(500);
  expect(biomed(text, "program.ts")).toBe(text);
});

/** Letters of Korean syllables, and others that are drawn over their neighbours or not at all. */
const drawnOver = /[\u0d4e\u1100-\u11ff\ud7b0-\ud7fb\p{Default_Ignorable_Code_Point}\p{Grapheme_Extend}]/u;

/** Emojis that are also plain signs, and what is neither a mark nor takes a place. */
const odd =
  /\p{Emoji_Modifier_Base}|[\u0d4e\u1160-\u1168\u17a4\u17d8\u2d7f\ua8fa\ud7b0\u{111c2}\u{11a84}\u{11f02}]/u;

/** Letters, marks, numbers and symbols of all scripts; of Chinese and Korean, only some. */
function everySign(): string[] {
  const all = Array.from({ length: 0x30000 }, (_, code) =>
    (code & 0xf800) === 0xd800 ? "" : String.fromCodePoint(code),
  );
  return all.filter((sign) => /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(sign) && /[^\0-\x7f]/.test(sign));
}

test("nothing that turns a text around or that nobody sees stands in a declaration", async () => {
  await fc.assert(
    fc.asyncProperty(awkwardText, awkwardValues, async (name, values) => {
      const text = await printedFile([[name, values]]);
      expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/u);
      expect(text).not.toMatch(/(?! )\p{Zs}/u);
    }),
  );
});
