import { TextTable } from "../../text/text-table.js";

/** A column of a table for people. */
export interface Column<T> {
  readonly title: string;
  /** What stands in it of a row; undefined: nothing is known. */
  text(row: T): string | undefined;
  readonly isNumber?: true;
}

/** Prints rows as they come, so that the whole list is never in memory. */
export interface RowPrinter<T> {
  print(row: T): void;
  end(): void;
}

const widest = 40;
const rowsAhead = 200;

/** Prints a table. It holds back so many rows until their columns are aligned, not all of them. */
export function metricTable<T>(columns: readonly Column<T>[], out: (line: string) => void): RowPrinter<T> {
  const table = new TextTable(columns.map(({ isNumber }) => ({ isNumber, widest })));
  let held = [columns.map(({ title }) => title)];
  const end = () => {
    table.lines(held).forEach(out);
    held = [];
  };
  return {
    print: (row) => {
      held.push(columns.map(({ text }) => text(row) ?? "–"));
      if (held.length > rowsAhead) {
        end();
      }
    },
    end,
  };
}
