/** A count and its noun, in the singular or plural: "1 prompt", "2 indexes". */
export function howMany(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : plural(noun)}`;
}

/** What people call an object of a kind: `ModelProvider` is a "model provider". */
export function nounOf({ name }: { readonly name: string }): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, " $&").toLowerCase();
}

/** What went wrong, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Adds the period to a sentence that lacks one. */
export function withPeriod(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}

/** The plural of a noun: "indexes", "quotas". */
export function plural(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) {
    return noun.replace(/y$/, "ies");
  }
  return /(s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}
