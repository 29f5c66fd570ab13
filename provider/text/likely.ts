/** No name is longer, and to compare longer texts takes long. */
const longestName = 200;

/**
 * Which of the `names` was probably meant by a `written` one that does not exist: spelled in another way,
 * with a few wrong letters, or cut short.
 */
export function likely(written: string, names: Iterable<string>): string | undefined {
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

/** A name as far as all spellings of it agree: `source_name` and `sourceName`. */
export function plain(name: string): string {
  return name.replace(/[^a-zA-Z0-9]/g, "").toLowerCase();
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
