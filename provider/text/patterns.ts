/** Whether a text has signs that only a regular expression has. */
export function looksRegular(text: string): boolean {
  return /\.[*+?]|[\\^$()[\]{}|+]/.test(text);
}

/** Signs of other syntaxes than JavaScript's, and what they are there: flags at the start, atomic groups, names of groups. */
const spellings = [
  [/^\(\?[a-zA-Z]+\)/, ""],
  [/\(\?>/g, "(?:"],
  [/\(\?P</g, "(?<"],
  [/([*+?}])\+/g, "$1"],
] as const;

/** Whether a text is a regular expression in any of the usual syntaxes, also in those that look ahead or back. */
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

/** Says what is odd about the name, or the pattern of names, that a rule is for. */
export function oddSource(name: string, isPattern: boolean): string | undefined {
  if (isPattern) {
    return looksRegular(name) && !isRegularExpression(name)
      ? "is no valid regular expression: it can hardly match any name"
      : undefined;
  }
  return /\.[*+]|[\\^$|]/.test(name)
    ? "is written like a pattern, but isPattern is not true, so it matches this very text alone"
    : undefined;
}
