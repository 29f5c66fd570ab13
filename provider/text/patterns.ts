export function looksRegular(text: string): boolean {
  return /\.[*+?]|[\\^$()[\]{}|+]/.test(text);
}

/** Leading flags, atomic groups, named groups and possessive quantifiers of other dialects, in JavaScript. */
const spellings = [
  [/^\(\?[a-zA-Z]+\)/, ""],
  [/\(\?>/g, "(?:"],
  [/\(\?P</g, "(?<"],
  [/([*+?}])\+/g, "$1"],
] as const;

/** Accepts all common dialects, including lookahead and lookbehind. */
function isRegularExpression(text: string): boolean {
  const spelled = spellings.reduce((known, [sign, here]) => known.replace(sign, here), text);
  try {
    return new RegExp(spelled) !== undefined;
  } catch (error) {
    if (error instanceof SyntaxError) {
      return false;
    }
    throw error;
  }
}

/** Describes a probable mistake in a rule's name or name pattern. */
export function oddSource(name: string, isPattern: boolean): string | undefined {
  if (isPattern) {
    return looksRegular(name) && !isRegularExpression(name)
      ? "is not a valid regular expression, so it is unlikely to match any name"
      : undefined;
  }
  return /\.[*+]|[\\^$|]/.test(name)
    ? "looks like a pattern, but isPattern is not true, so it matches only this exact text"
    : undefined;
}
