import { expect } from "vitest";

/** The errors that people may see. Those of the language itself say nothing to them. */
const known = new Set([
  "Error",
  "GatewayError",
  "SettingsError",
  "PartialFailure",
  "UsageError",
  "PreviewError",
  "PinError",
  "YamlFileError",
  "Undeclarable",
  "NotApplied",
  "WorkFailed",
  "RunError",
]);

const longest = 20_000;

/** Whatever a call does: it succeeds, or it fails with one clear error. Returns its message. */
export async function outcome(call: () => unknown): Promise<string | undefined> {
  try {
    await call();
    return undefined;
  } catch (error) {
    return clear(error);
  }
}

/** Holds that an error says something to people, and is not too long. */
function clear(error: unknown): string {
  if (!(error instanceof Error)) throw new Error(`what was thrown is no error: ${String(error)}`);
  if (!known.has(error.name)) {
    throw new Error(`${error.name} is no error for people: ${error.message.slice(0, 500)}`, { cause: error });
  }
  const { message } = error;
  expect(message.trim()).not.toBe("");
  expect(message.length).toBeLessThan(longest);
  expect(message.slice(0, 2000)).not.toMatch(
    /Cannot read propert|is not a function|call stack|Invalid time value/,
  );
  return message;
}

/** Holds the same of each line: some errors have one for each property that is wrong. */
export function plainLines(message: string): void {
  plainLine(message.replaceAll("\n", " "));
}

/** Holds that a text is one line that no terminal obeys. */
export function plainLine(message: string): void {
  expect(message).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
}
