import { printable } from "pulumi-workspace-gateway/tools";
import stringWidth from "string-width";

export interface TableColumn {
  readonly isNumber?: boolean | undefined;
  readonly widest?: number;
  readonly narrowest?: number;
  /** Colors the text of a cell. */
  readonly paint?: (cell: string) => string;
}

/** Aligns columns. Control characters in cells are replaced. */
export class TextTable {
  private readonly widths: number[];

  constructor(private readonly columns: readonly TableColumn[]) {
    this.widths = columns.map(({ narrowest = 0 }) => narrowest);
  }

  /** Keeps the column widths for later rows, and widens a column if needed. */
  lines(rows: readonly (readonly string[])[]): string[] {
    const shown = rows.map((row) => row.map((text, at) => this.cell(text, at)));
    return shown.map((row) =>
      row
        .map((text, at) => this.padded(text, at))
        .join("  ")
        .trimEnd(),
    );
  }

  private cell(text: string, at: number): string {
    const { widest } = this.columns[at] ?? {};
    const cell = widest === undefined ? printable(text) : cutToCells(printable(text), widest);
    this.widths[at] = Math.max(this.widths[at] ?? 0, cells(cell));
    return cell;
  }

  private padded(text: string, at: number): string {
    const { isNumber, paint = String } = this.columns[at] ?? {};
    const room = " ".repeat((this.widths[at] ?? 0) - cells(text));
    return isNumber ? room + paint(text) : paint(text) + room;
  }
}

export function cells(text: string): number {
  return stringWidth(text);
}

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Truncates text to a width in terminal cells, and appends `end` if the text was truncated. */
export function cutToCells(text: string, widest: number, end = "…"): string {
  const start = text.slice(0, 10 * widest); // measuring long text is slow
  if (cells(start) <= widest) {
    return start;
  }
  let room = widest - cells(end);
  let cut = "";
  for (const { segment } of characters.segment(start)) {
    room -= cells(segment);
    if (room < 0) {
      break;
    }
    cut += segment;
  }
  return `${cut}${end}`;
}
