/** Whether an error of the system has one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}

/** What was read; undefined if it is not there. That it could not be read, for any other reason, stays an error. */
export async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch((error: unknown) => (hasCode(error, "ENOENT") ? undefined : Promise.reject(error)));
}
