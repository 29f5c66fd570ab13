/** A column of a table: its title, what it says of a row, and how many digits a number has; without these, it holds texts. */
export type Column<Row> = readonly [
  title: string,
  cell: (row: Row) => string | number | undefined,
  digits?: number,
];

/** A table of Markdown: texts left, numbers right. */
export function table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const head = columns.map(([title]) => title);
  const rule = columns.map(([, , digits]) => (digits === undefined ? "---" : "---:"));
  const body = rows.map((row) => columns.map(([, cell, digits]) => text(cell(row), digits)));
  return [head, rule, ...body].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Grouped by thousands; a dash where nothing was measured. */
export function text(figure: string | number | undefined, digits = 0): string {
  if (typeof figure === "string") return figure;
  if (figure === undefined || !Number.isFinite(figure)) return "–";
  return figure.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
