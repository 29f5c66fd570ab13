/** How many cells of a monospaced font a text takes: two for a character that may be a wide one. */
export function cells(text: string): number {
  return [...text].reduce(
    (sum, character) => sum + (/[\u0020-\u04ff\u2010-\u22ff]/.test(character) ? 1 : 2),
    0,
  );
}
