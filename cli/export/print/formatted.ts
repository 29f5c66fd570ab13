import type { Options } from "prettier";

/** The form that this repository's own code has. */
const form: Options = { printWidth: 110, trailingComma: "all" };

const foreign = /[^\0-\x7f]/gu;

/** A text in quotes, or a sign of a name. Quotes that nobody closes end with the program. */
const places = /"(?:[^"\\]|\\[\s\S])*(?:"|$)|[^\0-\x7f]/gu;

/** What stands for a sign that takes no place, one or two: in a name, and where nothing is to be taken for a name. */
const inNames = ["\u0301", "\u00e9", "\u3042"];
const inTexts = ["\u20dd", "\ue000", "\u3002"];

/** A sign that is drawn over, within or before another one: it takes no place. */
const joined =
  /[\p{Grapheme_Extend}\p{Default_Ignorable_Code_Point}\u1160-\u11ff\ud7b0-\ud7fb]|\u0d4e|\ua8fa|[\u{111c2}\u{111c3}\u{113d1}\u{1193f}\u{11941}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}]/u;

/** A hand or a person that is an emoji only if more is said. */
const plainPictograph = /(?!\p{Emoji_Presentation})\p{Emoji_Modifier_Base}/u;

/**
 * A text as Biome leaves it, which formats this repository: a program, or a file of settings.
 *
 * Prettier does the same, but for the places that it counts for some signs, and for emojis of several. So each sign is
 * formatted as another that takes as many places as Biome counts for it.
 */
export async function formatted(text: string, parser: "babel-ts" | "json" = "babel-ts"): Promise<string> {
  // It is large: only what prints programs loads it.
  const { format, util } = await import("prettier");
  const signs = text.match(foreign) ?? [];
  const standIns = (part: string, signs: readonly string[]) =>
    part.replace(foreign, (sign) => signs[placesOf(sign, util)] ?? sign);
  const replaced = text.replace(places, (part) => standIns(part, part.startsWith('"') ? inTexts : inNames));
  const done = await format(replaced, { ...form, parser });
  let next = 0;
  return done.replace(foreign, () => signs[next++] ?? "");
}

function placesOf(sign: string, { getStringWidth }: { getStringWidth(text: string): number }): number {
  if (joined.test(sign)) {
    return 0;
  }
  return plainPictograph.test(sign) ? 1 : getStringWidth(sign);
}
