/** A count and its noun, in the singular or plural: "1 prompt", "2 indexes". */
export function howMany(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : plural(noun)}`;
}

/** What people call an object of a kind: `ModelProvider` is a "model provider". */
export function nounOf({ name }: { readonly name: string }): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, " $&").toLowerCase();
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function withPeriod(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}

/** The plural of a noun: "indexes", "quotas". */
export function plural(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) {
    return noun.replace(/y$/, "ies");
  }
  return /(s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

const longest = 80;

/** A text of an object in a sentence: one line, not too long, in back-ticks that it cannot end. */
export function quoted(text: string): string {
  const line = printable(text).replaceAll("`", "'");
  return `\`${line.length > longest ? `${line.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "")}…` : line}\``;
}

/** Longer texts are not compared: no name is longer, and the time grows with the length. */
const longestName = 200;

/**
 * The end of a message about an unknown name, with a leading space: a question with the closest name, otherwise a list of all names.
 *
 * @param list The subject of the list, such as "The settings". Without it, the result is empty if no name is close.
 * @param prefix A text to print before each name.
 */
export function didYouMean(written: string, names: readonly string[], list?: string, prefix = ""): string {
  const closest = closestName(written, names);
  if (closest !== undefined) {
    return ` Did you mean ${quoted(prefix + closest)}?`;
  }
  return list === undefined ? "" : ` ${list} are ${names.map((name) => prefix + name).join(", ")}.`;
}

/**
 * The one of the `names` that is closest to a `written` one: spelled differently, with a few wrong letters, or abbreviated.
 * Undefined if none is close.
 */
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
  return part.length < 3 ? undefined : known.find(({ name }) => plain(name).includes(part))?.name;
}

/** A name as far as all spellings of it agree: `source_name` and `sourceName`. A name without letters and digits stays as it is. */
export function plain(name: string): string {
  return name.replace(/[^\p{L}\p{M}\p{N}]/gu, "").toLowerCase() || name;
}

/** How many letters must be added, removed or replaced (Levenshtein). */
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

/** Writes a text as one word of a command line that a person copies, in quotes if the shell needs them. */
export function shellWord(text: string): string {
  return /^[\w./+=:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

const esc = String.fromCharCode(27);
const bell = String.fromCharCode(7);

/** What controls a terminal: `ESC [ … m` and similar, and `ESC ] … BEL`, which sets titles and links. */
const controlSequences = new RegExp(
  `${esc}\\[[0-?]*[ -/]*[@-~]?|${esc}[\\]P^_X][^${bell}${esc}]*(?:${bell}|${esc}\\\\)?`,
  "g",
);

/** Control characters, line breaks of all kinds, and characters that change the direction of writing. */
const unprintable = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

/** Makes one line of a text that came from elsewhere, without anything that controls a terminal. */
export function printable(text: string): string {
  return text.replace(controlSequences, " ").replace(unprintable, " ");
}

/** Whether a text has only characters of credentials (RFC 6749, Appendix A): every header can carry them. */
export function isPrintableAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

/** A text without the slashes at its end. A regular expression would look at every slash of a long text many times. */
export function withoutEndSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "/") {
    end--;
  }
  return text.slice(0, end);
}
