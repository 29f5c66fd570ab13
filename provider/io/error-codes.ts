/** The code of an error of Node, such as `ENOENT`; empty for an error without one. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Undefined in place of an error with one of these codes: `rename(file, aside).catch(unless("ENOENT"))`. */
export function unless(...codes: readonly string[]): (error: unknown) => undefined {
  return (error) => {
    if (!codes.includes(codeOf(error))) {
      throw error;
    }
  };
}

/** The same for work that is done at once. */
export function tolerating<T>(codes: readonly string[], work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    return unless(...codes)(error);
  }
}
