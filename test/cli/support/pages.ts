import { expect } from "vitest";

/** Compares a recorded page with one that has a part for each row: its name as the title, and its text. */
export async function expectPage<Row>(
  file: string,
  rows: Readonly<Record<string, Row>>,
  textOf: (row: Row, what: string) => string,
): Promise<void> {
  const parts = Object.entries(rows).map(([what, row]) => `## ${what}\n\n${textOf(row, what)}\n`);
  await expect(parts.join("\n")).toMatchFileSnapshot(file);
}
