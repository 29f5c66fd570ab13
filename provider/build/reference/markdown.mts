export function code(text: string): string {
  return `\`${text}\``;
}

/** What one name stands for beside others: `a`, `b`. */
export function codes(names: readonly string[]): string {
  return names.map(code).join(", ");
}

/** Blocks, those that say nothing left out. */
export function blocks(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}

export function bullets(entries: Iterable<readonly [label: string, text: string]>): string {
  return [...entries].map(([label, text]) => `- **${label}**: ${text}`).join("\n");
}

/** A table, and nothing at all without rows. What has no value is a dash. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return rows.length === 0
    ? ""
    : [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

function cell(text: string): string {
  return text.replace(/\s+/g, " ").trim().replaceAll("|", "\\|") || "–";
}
