/** Controls, the direction of writing, what has no width or looks like nothing. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Variation_Selector}\u115f\u1160\u2800\u3164\uffa0]/gu;

/** They join the parts of an emoji, or say how it is drawn. */
const emojiParts = ["\u200d", "\ufe0f"];
const endOfEmoji = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u;

/** A text as one line in which everything can be seen: `⟨U+202E⟩` for what hides or turns the text around. */
export function visible(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r?\n/g, "↵")
    .replaceAll("\t", "  ")
    .replace(unseen, (character, at: number, all: string) =>
      emojiParts.includes(character) && endOfEmoji.test(all.slice(Math.max(0, at - 2), at))
        ? character
        : `⟨U+${hexOf(character)}⟩`,
    );
}

/** The number of a character, as Unicode writes it. */
function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}

/** At most so many characters of a text as it can be seen: no more of it is looked at. */
export function visibly(text: string, most: number, cut = clipped): string {
  return cut(visible(cut(text, most)), most);
}

/** At most so many characters of a name: its beginning and its end, with an ellipsis between them. */
export function abridged(name: string, most = 120): string {
  const end = Math.floor(most / 2);
  return name.length <= most
    ? name
    : `${clipped(name, most - end)}${name
        .slice(-end)
        .toWellFormed()
        .replace(/^\ufffd/, "")}`;
}

/** At most so many characters of a text; an ellipsis stands for the rest. */
export function clipped(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .toWellFormed()
        .replace(/\ufffd$/, "")}…`;
}
