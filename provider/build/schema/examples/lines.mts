/** Parts between brackets, each on lines of its own and one step further in. */
export function bracketed(open: string, parts: readonly string[], close: string, step = "    "): string {
  return parts.length === 0
    ? open + close
    : [open, ...parts.map((part) => indented(part, step)), close].join("\n");
}

export function indented(text: string, step: string): string {
  return text.replace(/^(?=.)/gm, step);
}
