import { howMany } from "pulumi-workspace-gateway/tools";
import type { Drawing } from "../../graph/drawing.js";
import { abridged, clipped } from "../../text/words.js";
import type { ObjectChange, Risk, TextLine } from "../facts/review.js";
import { operationWords } from "../plan/plan.js";

/** A piece of a line. Printers never interpret its text as markup. */
export type LinePiece =
  | string
  | {
      /** `mark` refers to a note. `new` replaces `old`. */
      readonly look: "code" | "strong" | "small" | "mark" | "old" | "new";
      readonly text: string;
    };

export type Line = readonly LinePiece[];

export interface Item {
  readonly risk?: Risk;
  readonly line: Line;
}

/** A row of a diff. `!` marks a change in place, and `~` stands for `count` omitted unchanged lines. */
export interface DiffRow extends Pick<TextLine, "count"> {
  readonly sign: TextLine["sign"] | "!";
  readonly parts: TextLine["parts"];
}

export interface Diff {
  readonly name: string;
  readonly rows: readonly DiffRow[];
  /** Replaced words and their replacements, for printers that cannot mark them within a diff row. */
  readonly reworded: readonly Line[];
  readonly whiteSpace?: "Only line endings differ." | "Only whitespace differs.";
}

export interface ChangedValue {
  readonly name: string;
  readonly before?: Line;
  readonly after: Line;
}

export interface ShownChange {
  /** The position among all changes, most important first. */
  readonly rank: number;
  readonly operation: ObjectChange["operation"];
  readonly risk?: Risk;
  readonly noun: string;
  readonly name: string;
  /** `title`: the name on the gateway. `place`: the workspace. Undefined if they add nothing. */
  readonly title?: string;
  readonly place?: string;
  readonly source?: string;
  readonly notes: readonly Line[];
  readonly values: readonly ChangedValue[];
  readonly diffs: readonly Diff[];
}

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
      /** A comment shows only the title. */
      readonly isForPage?: true;
    };

/** In titles, backticks enclose code. */
export interface Section {
  readonly title: string;
  /** A comment folds the section, because few readers need it. */
  readonly isFolded?: true;
  readonly blocks: readonly Block[];
}

/** A review, a drift report or an apply, in the form that all printers show. */
export interface ReviewDocument {
  /** `what` is the command, such as `review`. `name` is the stack, or both accounts of a comparison. */
  readonly subject: { readonly what: string; readonly name: string };
  readonly sign: string;
  /** The outcome, such as "High risk". The headline follows after a colon. */
  readonly verdict: string;
  readonly headline: readonly Line[];
  readonly about: readonly Line[];
  /** Nothing changes, so only the `about` line is shown. */
  readonly isQuiet: boolean;
  readonly sections: readonly Section[];
}

const longestSentence = 600;

/** Text between backticks becomes code. */
export function asLine(text: string): Line {
  return shortened(text)
    .split(/`([^`]+)`/)
    .map((part, at) => (at % 2 === 0 ? part : code(part)))
    .filter((part) => part !== "");
}

/** Keeps both ends, because a list states at its end how many items it omits. */
function shortened(text: string): string {
  if (text.length <= longestSentence) {
    return text;
  }
  const [start, end] = [
    clipped(text, (longestSentence * 2) / 3),
    text.slice(-longestSentence / 3).toWellFormed(),
  ];
  const tears = (part: string) => part.split("`").length % 2 === 0;
  const head = tears(start) ? `${start.slice(0, start.lastIndexOf("`"))}…` : start;
  return `${head}${tears(end) ? end.slice(end.indexOf("`") + 1) : end}`;
}

export function code(text: string): LinePiece {
  return { look: "code", text: plain(text) };
}

export function called(text: string): string {
  return `“${plain(text)}”`;
}

export function mark(...numbers: readonly number[]): LinePiece {
  return { look: "mark", text: numbers.join(", ") };
}

export function small(text: string): LinePiece {
  return { look: "small", text: plain(text) };
}

export function plain(text: string): string {
  return abridged(text);
}

export function point(text: string): Item {
  return { line: asLine(text) };
}

export function listSection(title: string, items: readonly Item[]): readonly Section[] {
  return items.length === 0 ? [] : [{ title, blocks: [{ is: "list", items }] }];
}

export function headText(
  { sign, verdict, headline, about, isQuiet }: ReviewDocument,
  print: (line: Line) => string,
  mark = "",
): string {
  const size = about.map(print).join(" · ");
  const lead = headline.length === 0 ? "" : `: ${headline.map(print).join(", ")}`;
  return isQuiet ? `${sign} ${size}` : `${mark}${sign} ${verdict}${lead}\n\n${size}`;
}

export function valueLine({ name, before, after }: ChangedValue): Line {
  return [code(name), " ", ...(before === undefined ? [] : [...before, " → "]), ...after];
}

export function itemText({ risk, line }: Item, print: (line: Line) => string): string {
  return `- ${risk === undefined ? "" : `${riskSigns[risk]} `}${print(line)}`;
}

/** Readers see the sign first. Screen readers read the word next to it. */
export const riskSigns: Readonly<Record<Risk, string>> = { high: "🔴", medium: "🟠", low: "🟡", none: "🟢" };

export function countsOf(changes: readonly Pick<ObjectChange, "operation">[]): string {
  const counts = Object.entries(operationWords).flatMap(([operation, { noun }]) => {
    const count = changes.filter((change) => change.operation === operation).length;
    return count === 0 ? [] : [howMany(count, noun)];
  });
  return counts.join(", ");
}

function fitting(lines: readonly string[], room: number): number {
  let left = room;
  const first = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  return first === -1 ? lines.length : first;
}

/** Removed and added rows share the room, and both ends are shown, so the last line is never hidden. */
export function fitRows(
  { rows }: Pick<Diff, "rows">,
  print: (row: DiffRow) => readonly string[],
  room: number,
  where: string,
): { readonly rows: readonly string[]; readonly rest?: string } {
  const lines = rows.flatMap((row, at) => print(row).map((line) => ({ sign: row.sign, at, line })));
  const sides = [...Map.groupBy(lines, ({ sign }) => sign).values()];
  const sized = sides.map((side) => ({
    side,
    size: side.reduce((sum, { line }) => sum + line.length + 1, 0),
  }));
  let left = room;
  const kept = new Set(
    sized
      .toSorted((a, b) => a.size - b.size)
      .flatMap(({ side, size }, at) => {
        const share = Math.min(size, left / (sized.length - at));
        left -= share;
        return size <= share ? side : ends(side, share);
      }),
  );
  const cut = lines.filter((each) => !kept.has(each));
  if (cut.length === 0) {
    return { rows: lines.map(({ line }) => line) };
  }
  const counts = [...Map.groupBy(cut, ({ sign }) => (sign === "~" ? " " : sign))].map(([sign, all]) => {
    const places = [...new Set(all.map(({ at }) => at))];
    const count = places.reduce((sum, at) => sum + (rows[at]?.count ?? 1), 0);
    return howMany(count, `${adjectives[sign]} line`);
  });
  const shown = lines.flatMap((each, at) => {
    if (kept.has(each)) {
      return [each.line];
    }
    const previous = lines[at - 1];
    if (previous !== undefined && !kept.has(previous)) {
      return []; // the row with the count is already there
    }
    const end = lines.findIndex((other, later) => later > at && kept.has(other));
    const text = `${howMany((end === -1 ? lines.length : end) - at, "line")} omitted`;
    return print({ sign: "~", parts: [{ text, marked: false }] });
  });
  return { rows: shown, rest: `Not shown: ${counts.join(", ")}. ${where}` };
}

function ends<L extends { readonly line: string }>(all: readonly L[], room: number): L[] {
  const texts = all.map(({ line }) => line);
  const last = fitting(texts.toReversed(), room / 3);
  const first = Math.min(fitting(texts, (room * 2) / 3), all.length - last);
  return [...all.slice(0, first), ...all.slice(all.length - last)];
}

const adjectives: Readonly<Record<Exclude<DiffRow["sign"], "~">, string>> = {
  "-": "removed",
  "+": "added",
  "!": "changed",
  " ": "unchanged",
};
