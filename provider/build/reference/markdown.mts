export function code(text: string): string {
  return `\`${text}\``;
}

/** Several names, each as code: `a`, `b`. */
export function codes(names: readonly string[]): string {
  return names.map(code).join(", ");
}

/** Joins blocks. Empty ones are left out. */
export function blocks(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}

export function bullets(entries: Iterable<readonly [label: string, text: string]>): string {
  return [...entries].map(([label, text]) => `- **${label}**: ${text}`).join("\n");
}

/** A table; an empty text if there are no rows. An empty cell shows a dash. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return rows.length === 0
    ? ""
    : [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

function cell(text: string): string {
  return text.replace(/\s+/g, " ").trim().replaceAll("|", "\\|") || "–";
}
