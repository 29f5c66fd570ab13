/** A Node error's code, such as `ENOENT`. Empty if the error has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Ignores errors with one of these codes: `rename(file, aside).catch(unless("ENOENT"))`. */
export function unless(...codes: readonly string[]): (error: unknown) => undefined {
  return (error) => {
    if (!codes.includes(codeOf(error))) {
      throw error;
    }
  };
}

export function tolerating<T>(codes: readonly string[], work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    return unless(...codes)(error);
  }
}
