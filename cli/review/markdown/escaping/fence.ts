/** Lines as a block of code that none of them can close. They must be without line breaks. */
export function fence(language: string, lines: readonly string[]): string {
  const longest = Math.max(
    2,
    ...lines.flatMap((line) => line.match(/`+/g) ?? []).map(({ length }) => length),
  );
  const ticks = "`".repeat(longest + 1);
  return [`${ticks}${language}`, ...lines, ticks].join("\n");
}
