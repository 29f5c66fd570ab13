import { quoted } from "./quoted.js";

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
