/** A file that a new part adds; the text is that of `templates`. */
export interface NewFile {
  readonly file: string;
  readonly template: string;
}

/** What a new part puts into a file that is there. */
export interface Edit {
  readonly file: string;
  /** Has to match at one place. */
  readonly at: RegExp;
  /** What stands there afterwards, from what was found. */
  readonly put: (found: string) => string;
  /** Whether it is rows of a table that stand in order. */
  readonly sorted?: true;
}

export type Change = NewFile | Edit;

export function before(file: string, at: RegExp, text: string): Edit {
  return { file, at, put: (found) => `${text}${found}` };
}

export function after(file: string, at: RegExp, text: string): Edit {
  return { file, at, put: (found) => `${found}${text}` };
}

/** A row of a table whose rows stand in order. */
export function inSortedTable(file: string, rows: RegExp, row: string): Edit {
  return { ...after(file, rows, row), sorted: true };
}

/** A line under "Unreleased", which is made if the last release has taken it. */
export function inChangelog(line: string): Edit {
  return {
    file: "CHANGELOG.md",
    at: /^# Changelog\n\n(?:## Unreleased\n\n)?/,
    put: (found) => `${found}${found.includes("Unreleased") ? "" : "## Unreleased\n\n"}${line}\n\n`,
  };
}
