import type { Drawing } from "../../graph/drawing.js";
import type { ObjectChange, Risk, TextLine } from "../facts/review.js";

/** A piece of a line: text as it is, or text with a look. Whatever it holds, no printer takes it for markup. */
export type LinePiece =
  | string
  | {
      /** `mark` refers to a note; `old` and `new`: the one stands where the other stood. */
      readonly look: "code" | "strong" | "small" | "mark" | "old" | "new";
      readonly text: string;
    };

export type Line = readonly LinePiece[];

/** A point of a list. */
export interface Item {
  readonly risk?: Risk;
  readonly line: Line;
}

/** A row of a difference: `!` changes in place, `~` stands for lines that are left out because they stay. */
export interface DiffRow {
  readonly sign: TextLine["sign"] | "!";
  readonly parts: TextLine["parts"];
}

/** What differs of a long text or of a graph. */
export interface Diff {
  readonly name: string;
  readonly rows: readonly DiffRow[];
  /** Words that stand for others, for printers that cannot mark them in a row. */
  readonly reworded: readonly Line[];
  /** If nothing but white space differs, which kind of it. */
  readonly whiteSpace?: "line ends" | "white space";
}

/** A property that changes, with what it was if it had a value. */
export interface ChangedValue {
  readonly name: string;
  readonly before?: Line;
  readonly after: Line;
}

/** What changes of one object. */
export interface ShownChange {
  /** Its place among all: what comes first is more important. */
  readonly rank: number;
  readonly operation: ObjectChange["operation"];
  readonly risk?: Risk;
  readonly noun: string;
  readonly name: string;
  /** What the gateway calls it, and its workspace, where they say more. */
  readonly title?: string;
  readonly place?: string;
  /** Where the program declares it. */
  readonly source?: string;
  readonly notes: readonly Line[];
  readonly values: readonly ChangedValue[];
  readonly diffs: readonly Diff[];
}

/** Changes under one title. One that is not open is opened by those whom it concerns. */
export interface ChangeGroup {
  readonly title?: string;
  readonly isOpen: boolean;
  readonly changes: readonly ShownChange[];
}

export type Block =
  | { readonly is: "line"; readonly line: Line }
  | { readonly is: "list"; readonly items: readonly Item[] }
  | {
      readonly is: "table";
      readonly head: readonly string[];
      readonly rows: readonly (readonly Line[])[];
    }
  | { readonly is: "changes"; readonly groups: readonly ChangeGroup[] }
  | { readonly is: "drawing"; readonly drawing: Drawing }
  | {
      readonly is: "fold";
      readonly title: string;
      readonly blocks: readonly Block[];
      /** A comment has only the title. */
      readonly isForPage?: true;
    };

/** A part under a title of its own. In titles, back-ticks enclose code. */
export interface Section {
  readonly title: string;
  /** How much of all room it may take at most. What the others leave is for the one without. */
  readonly share?: number;
  /** Few need it: in a comment it is opened by those. */
  readonly isFolded?: true;
  readonly blocks: readonly Block[];
}

/** What is printed as a comment and as a page. */
export interface Document {
  /** What it is about, and of which stack. */
  readonly subject: { readonly what: string; readonly name: string };
  readonly sign: string;
  readonly words: string;
  readonly headline: readonly Line[];
  /** How much changes. */
  readonly about: readonly Line[];
  /** Nothing changes: the line of `about` says it all. */
  readonly isQuiet: boolean;
  readonly sections: readonly Section[];
}
