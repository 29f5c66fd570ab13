import { printable } from "pulumi-workspace-gateway/tools";
import stringWidth from "string-width";

export interface TableColumn {
  readonly isNumber?: boolean | undefined;
  readonly widest?: number;
  readonly narrowest?: number;
  readonly paint?: (cell: string) => string;
}

/** Aligns columns. Control characters in cells are replaced. */
export class TextTable {
  private readonly widths: number[];

  /** @param width - the terminal's width. If it is undefined, lines are never wrapped. */
  constructor(
    private readonly columns: readonly TableColumn[],
    private readonly width?: number,
  ) {
    this.widths = columns.map(({ narrowest = 0 }) => narrowest);
  }

  /** One text per row, with line breaks if it is wrapped. Keeps the column widths for later rows. */
  lines(rows: readonly (readonly string[])[]): string[] {
    const shown = rows.map((row) => row.map((text, at) => this.cell(text, at)));
    return shown.map((row) => {
      const [first, ...more] = this.lastCell(row.at(-1) ?? "");
      const cells = [...row.slice(0, -1), first ?? ""].map((text, at) => this.padded(text, at));
      return [cells.join("  ").trimEnd(), ...more].join("\n");
    });
  }

  /** Wraps the last cell below its column, or below the whole row if its column is narrow. */
  private lastCell(text: string): string[] {
    const offset = this.widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0);
    const { width = Number.POSITIVE_INFINITY } = this;
    if (offset + (this.widths.at(-1) ?? 0) <= width) {
      return [text];
    }
    const indent = offset > width / 2 ? 4 : offset;
    const lines = wrapped(text, width - indent);
    const [beside = "", ...below] = indent === offset ? lines : ["", ...lines];
    return [beside, ...below.map((line) => " ".repeat(indent) + line)];
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

/** Breaks text between words. A longer word gets a line of its own. */
function wrapped(text: string, widest: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && cells(line) + 1 + cells(word) <= widest) {
      lines[lines.length - 1] = `${line} ${word}`;
    } else {
      lines.push(word);
    }
  }
  return lines;
}

export function cells(text: string): number {
  return stringWidth(text);
}

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

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
