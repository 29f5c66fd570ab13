/** A chart as rows below each other. Each has what it is of and its figures in words: a reader needs no colour, and no drawing. */
export interface Chart {
  readonly title: string;
  /** What is drawn, as sentences. */
  readonly about: string;
  readonly rows: readonly ChartRow[];
  /** What stands below, from the left to the right. */
  readonly axis: readonly string[];
  /** All figures that are drawn. */
  readonly table: ChartTable;
}

export interface ChartTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface ChartRow {
  readonly name: string;
  readonly figures: string;
  /** What all rows, a single one, or those that have no row of their own come to. */
  readonly of: "all" | "one" | "others";
  readonly shape: ChartShape;
}

/** Sizes are shares of the room, from 0 to 1. */
type ChartShape =
  | { readonly is: "columns"; readonly heights: readonly number[] }
  | { readonly is: "bars"; readonly bars: readonly ChartBar[] };

/** A bar that is surely so long as `least`, and perhaps as `most`. */
export interface ChartBar {
  readonly label: string;
  readonly least: number;
  readonly most: number;
}

/** How long something is beside the longest. What is less than nothing is not drawn. */
export function shareOf(amount: number, most: number): number {
  return most > 0 ? Math.max(0, amount) / most : 0;
}
