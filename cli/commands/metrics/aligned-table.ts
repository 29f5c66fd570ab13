import { printable } from "pulumi-workspace-gateway/tools";
import { cells, cutToCells, roomBeside } from "../../text/cells.js";

/** A column of a table for people. */
export interface Column<T> {
  readonly title: string;
  /** What stands in it of a row; undefined: nothing is known. */
  text(row: T): string | undefined;
  /** A number: it stands at the right. */
  readonly isNumber?: true;
}

const widest = 40;
const rowsAhead = 200;

/**
 * A table for people. It holds back so many rows until their columns are aligned, not all of them: if a later row is
 * wider, its column is from then on.
 */
export class AlignedTable<T> {
  private readonly widths: number[];
  private held: string[][] = [];

  constructor(
    private readonly columns: readonly Column<T>[],
    private readonly out: (line: string) => void,
  ) {
    this.widths = columns.map(() => 0);
    this.held.push(columns.map(({ title }) => title));
  }

  add(row: T): void {
    this.held.push(this.columns.map(({ text }) => cutToCells(printable(text(row) ?? "–"), widest)));
    if (this.held.length > rowsAhead) {
      this.flush();
    }
  }

  /** Prints what is held back. The table can go on after it. */
  flush(): void {
    for (const row of this.held) {
      row.forEach((text, at) => {
        this.widths[at] = Math.max(this.widths[at] ?? 0, cells(text));
      });
    }
    for (const row of this.held) {
      this.out(
        row
          .map((text, at) => this.padded(text, at))
          .join("  ")
          .trimEnd(),
      );
    }
    this.held = [];
  }

  private padded(text: string, at: number): string {
    const room = roomBeside(text, this.widths[at] ?? 0);
    return this.columns[at]?.isNumber ? room + text : text + room;
  }
}
