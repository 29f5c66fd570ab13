/** A count and its noun, in the singular or plural: "1 prompt", "2 indexes". */
export function howMany(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : plural(noun)}`;
}

/** `ModelProvider` becomes "model provider". */
export function nounOf({ name }: { readonly name: string }): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, " $&").toLowerCase();
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function withPeriod(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}

/** Joins with "or": `a`, `a or b`, `a, b, or c`. */
export function anyOf(items: readonly string[]): string {
  return new Intl.ListFormat("en-US", { type: "disjunction" }).format(items);
}

/** Joins with "and": `a`, `a and b`, `a, b, and c`. */
export function allOf(items: readonly string[]): string {
  return new Intl.ListFormat("en-US", { type: "conjunction" }).format(items);
}

export function plural(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) {
    return noun.replace(/y$/, "ies");
  }
  return /(s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

const longest = 80;

/** Text in backticks for use in a sentence: one line, truncated, without backticks of its own. */
export function quoted(text: string): string {
  const line = printable(text).replaceAll("`", "'");
  return `\`${line.length > longest ? `${line.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "")}…` : line}\``;
}

/** Longer text is not compared, because that takes too long. No name is longer than this. */
const longestName = 200;

/**
 * The end of a message about an unknown name, with a leading space: the closest name, or else all names.
 *
 * @param list The subject of the list, such as "The settings". Without it, only a close name is shown.
 * @param prefix Text to print before each name.
 */
export function didYouMean(written: string, names: readonly string[], list?: string, prefix = ""): string {
  const closest = closestName(written, names);
  if (closest !== undefined) {
    return ` Did you mean ${quoted(prefix + closest)}?`;
  }
  return list === undefined ? "" : ` ${list} are ${names.map((name) => prefix + name).join(", ")}.`;
}

/** A name in another spelling or with a few other letters, or one with a word that starts with the written text. */
export function closestName(written: string, names: Iterable<string>): string | undefined {
  if (written.length > longestName) {
    return undefined;
  }
  const known = [...names].map((name) => ({ name, off: distance(plain(written), plain(name)) }));
  const [nearest] = known.toSorted((a, b) => a.off - b.off);
  if (nearest !== undefined && nearest.off <= written.length / 4) {
    return nearest.name;
  }
  const part = plain(written);
  return part.length < 3 ? undefined : known.find(({ name }) => hasWord(name, part))?.name;
}

function hasWord(name: string, start: string): boolean {
  const words = name.split(/[^\p{L}\p{M}\p{N}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);
  return words.some((_, at) => plain(words.slice(at).join("")).startsWith(start));
}

/** Makes `source_name` and `sourceName` equal. A name without letters or digits is unchanged. */
export function plain(name: string): string {
  return name.replace(/[^\p{L}\p{M}\p{N}]/gu, "").toLowerCase() || name;
}

/** Levenshtein distance. */
function distance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...from].entries()) {
    const line = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const [diagonal = 0, over = 0] = above.slice(column);
      line.push(Math.min(diagonal + (letter === other ? 0 : 1), over + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}

export function shellWord(text: string): string {
  return /^[\w./+=:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

const esc = String.fromCharCode(27);
const bell = String.fromCharCode(7);

/** Terminal sequences: `ESC [ … m` and similar, and `ESC ] … BEL`, which sets titles and links. */
const controlSequences = new RegExp(
  `${esc}\\[[0-?]*[ -/]*[@-~]?|${esc}[\\]P^_X][^${bell}${esc}]*(?:${bell}|${esc}\\\\)?`,
  "g",
);

/** Control characters, all line breaks, and characters that change the writing direction. */
const unprintable = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

/** Turns untrusted text into one line that cannot control the terminal. */
export function printable(text: string): string {
  return text.replace(controlSequences, " ").replace(unprintable, " ");
}

/** Credentials contain only these characters (RFC 6749, Appendix A), and every header can carry them. */
export function isPrintableAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

/** Does not use a regular expression, because it would take quadratic time on text with many slashes. */
export function withoutEndSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "/") {
    end--;
  }
  return text.slice(0, end);
}
