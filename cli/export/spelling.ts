/** The longest variable and file name that is made of an object's name. */
const longestIdentifier = 40;

/** The longest part of a logical name that is made of one object's name. */
const longestPart = 48;

/** What people call something, without what only machines need: the scheme of an address, the host of an email. */
function spoken(title: string): string {
  return title
    .normalize("NFKC")
    .replace(/^[a-z][a-z0-9+.-]*:\/\/(www\.)?/i, "")
    .replace(/^([^@\s]+)@[^@\s]+\.[^@\s]+$/, "$1");
}

/** Latin letters without their marks, and digits: all that is the same on every keyboard and file system. */
function plainWords(title: string): string[] {
  const plain = spoken(title).normalize("NFKD").replace(/\p{M}/gu, "");
  return plain.match(/[A-Za-z0-9]+/g) ?? [];
}

/** `GPT 4.1` → `gpt41`, `Support assistant` → `supportAssistant`. Empty if the name has no Latin letter or digit. */
export function camelName(title: string): string {
  return camel(withinLength(plainWords(title), longestIdentifier));
}

/** The same with the letters of all scripts. */
export function camelOf(name: string): string {
  return camel(name.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []);
}

function camel(words: readonly string[]): string {
  return words.map((word, index) => (index === 0 ? lowerFirst(word) : upperFirst(word))).join("");
}

/** `Support assistant` → `support-assistant`. Empty if the name has no Latin letter or digit. */
export function fileName(title: string): string {
  return withinLength(plainWords(title), longestIdentifier).join("-").toLowerCase();
}

/** `houseRules` → `house-rules`. Two variables that differ in more than case never have one of these. */
export function dashed(variable: string): string {
  return variable.replace(/(?<=[a-z0-9])[A-Z]/g, "-$&").toLowerCase();
}

/** The part of a logical name that stands for an object: letters and digits of all scripts, and `.`, `_`, `-`. */
export function logicalPart(title: string): string {
  const words = spoken(title)
    .toLowerCase()
    .normalize("NFC")
    .match(/[\p{L}\p{N}\p{M}]+(?:[._][\p{L}\p{N}\p{M}]+)*/gu);
  return withinLength(words ?? [], longestPart).join("-");
}

/** As many words as fit with a sign between each; the first is cut if it does not fit by itself. */
function withinLength(words: readonly string[], most: number): string[] {
  const fitting: string[] = [];
  let length = 0;
  for (const word of words) {
    const room = most - length;
    if (word.length > room) {
      return fitting.length === 0
        ? [
            word
              .slice(0, room)
              .toWellFormed()
              .replace(/\ufffd$/, ""),
          ]
        : fitting;
    }
    fitting.push(word);
    length += word.length + 1;
  }
  return fitting;
}

/** `ModelProvider` → `modelProvider`, `GPT` → `gpt`, `LLaMA` → `llama`. */
export function lowerFirst(word: string): string {
  return /^\p{Lu}{2}/u.test(word) ? word.toLowerCase() : word.charAt(0).toLowerCase() + word.slice(1);
}

export function upperFirst(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
