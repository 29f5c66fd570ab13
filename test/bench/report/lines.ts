/** Columns for a terminal: the first left, numbers right. */
export function aligned(rows: readonly (readonly string[])[], left: number): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  const line = (row: readonly string[]) =>
    row.map((cell, column) =>
      column < left ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
  return rows.map((row) => line(row).join("  ").trimEnd()).join("\n");
}

/** The same for Markdown. */
export function markdown(rows: readonly (readonly string[])[], left: number): string {
  const [head = [], ...body] = rows;
  const rule = head.map((_, column) => (column < left ? "---" : "---:"));
  return [head, rule, ...body].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
