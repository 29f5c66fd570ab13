import { howMany } from "pulumi-workspace-gateway/tools";
import type { Drawing } from "../../graph/drawing.js";
import { abridged, clipped } from "../../text/words.js";
import type { ObjectChange, Risk, TextLine } from "../facts/review.js";
import { operationWords } from "../plan/plan.js";

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

/** How much is shown of a sentence. */
const longestSentence = 600;

/** A sentence whose names stand between back-ticks. */
export function asLine(text: string, most = longestSentence): Line {
  return clipped(text, most)
    .split(/`([^`]+)`/)
    .map((part, at) => (at % 2 === 0 ? part : code(part)))
    .filter((part) => part !== "");
}

/** A name as the program or the gateway has it. */
export function code(text: string): LinePiece {
  return { look: "code", text: plain(text) };
}

/** A name in quotes: what people call something. */
export function called(text: string): string {
  return `“${plain(text)}”`;
}

/** Refers to the notes of these numbers. */
export function mark(...numbers: readonly number[]): LinePiece {
  return { look: "mark", text: numbers.join(", ") };
}

export function small(text: string): LinePiece {
  return { look: "small", text: plain(text) };
}

/** A name as it is, but for its length. */
export function plain(text: string): string {
  return abridged(text);
}

/** A sentence as a point of a list. */
export function point(text: string): Item {
  return { line: asLine(text) };
}

/** A section that is a list; none if there is nothing in it. */
export function listSection(
  about: Pick<Section, "title" | "share">,
  items: readonly Item[],
): readonly Section[] {
  return items.length === 0 ? [] : [{ ...about, blocks: [{ is: "list", items }] }];
}

/** A sign for each risk: it is seen first, the word beside it can be read aloud. */
export const riskSigns: Readonly<Record<Risk, string>> = { high: "🔴", medium: "🟠", low: "🟡", none: "🟢" };

/** How many of what: "1 delete, 2 updates". */
export function countsOf(changes: readonly Pick<ObjectChange, "operation">[]): string {
  const counts = Object.entries(operationWords).flatMap(([operation, { noun }]) => {
    const count = changes.filter((change) => change.operation === operation).length;
    return count === 0 ? [] : [howMany(count, noun)];
  });
  return counts.join(", ");
}

/** Something printed: a text, or markup that becomes one. */
type Printed = { toString(): string };

function costOf(printed: Printed): number {
  return printed.toString().length + 1;
}

/** How many of these, from the first on, a room holds. */
function fitting(items: readonly Printed[], room: number): number {
  let left = room;
  const first = items.findIndex((item) => {
    left -= costOf(item);
    return left < 0;
  });
  return first === -1 ? items.length : first;
}

/** As many items as the room holds, and a last one with how many are left out. */
export function fit<T extends Printed>(
  items: readonly T[],
  room: number,
  leftOut: (count: number) => T,
): readonly T[] {
  if (fitting(items, room) === items.length) {
    return items;
  }
  const count = fitting(items, room - costOf(leftOut(items.length)));
  return [...items.slice(0, count), leftOut(items.length - count)];
}

/** What a room shows of a difference. */
interface ShownRows<T> {
  readonly rows: readonly T[];
  /** Where the rest is; undefined if there is none. */
  readonly rest?: string;
}

/**
 * The rows of a difference for which there is room. What goes and what comes have a share each: a text that is rewritten
 * whole shows the beginning and the end of both, so that no length hides its last line.
 */
export function fitRows<T extends Printed>(
  { rows }: Pick<Diff, "rows">,
  print: (row: DiffRow) => readonly T[],
  room: number,
  where: string,
): ShownRows<T> {
  const lines = rows.flatMap((row, at) => print(row).map((line) => ({ sign: row.sign, at, line })));
  const sides = Map.groupBy(lines, ({ sign }) => sign);
  const shares = sharesOf(
    [...sides].map(([sign, all]) => [sign, all.map(({ line }) => line).reduce(sumOf, 0)]),
    room,
  );
  const kept = new Set(shares.flatMap(([sign, share]) => ends(sides.get(sign) ?? [], share)));
  const cut = lines.filter((each) => !kept.has(each));
  const counts = [...Map.groupBy(cut, ({ sign }) => sign)].map(([sign, all]) => {
    const count = new Set(all.map(({ at }) => at)).size;
    return `${count} ${count === 1 ? "line" : "lines"} ${verbs[sign]}`;
  });
  const gap = (count: number) =>
    print({ sign: "~", parts: [{ text: `${howMany(count, "row")} left out`, marked: false }] });
  return cut.length === 0
    ? { rows: lines.map(({ line }) => line) }
    : { rows: withGaps(lines, kept, gap), rest: `Not shown: ${counts.join(", ")}. ${where}` };
}

/** The first and the last of these, as many as the room holds. */
function ends<T extends Printed, E extends { readonly line: T }>(all: readonly E[], room: number): E[] {
  const texts = all.map(({ line }) => line);
  if (fitting(texts, room) === all.length) {
    return [...all];
  }
  const last = fitting(texts.toReversed(), room / 3);
  const first = fitting(texts, room - texts.slice(all.length - last).reduce(sumOf, 0));
  return [...all.slice(0, first), ...all.slice(all.length - last)];
}

/** The lines that are kept, with a row wherever some are left out. */
function withGaps<T extends Printed, E extends { readonly line: T }>(
  lines: readonly E[],
  kept: ReadonlySet<E>,
  gap: (count: number) => readonly T[],
): T[] {
  let left = 0;
  const shown = lines.flatMap((each) => {
    if (!kept.has(each)) {
      left += 1;
      return [];
    }
    const row = left === 0 ? [] : gap(left);
    left = 0;
    return [...row, each.line];
  });
  return left === 0 ? shown : [...shown, ...gap(left)];
}

const verbs: Readonly<Record<DiffRow["sign"], string>> = {
  "-": "that go",
  "+": "that come",
  "!": "that change",
  " ": "that stay",
  "~": "about what stays",
};

function sumOf(sum: number, printed: Printed): number {
  return sum + costOf(printed);
}

/** Each what it asks for, or an equal share of what those that ask for less leave. */
function sharesOf<K>(sizes: readonly (readonly [K, number])[], room: number): [K, number][] {
  let left = room;
  return sizes
    .toSorted(([, a], [, b]) => a - b)
    .map(([key, size], at) => {
      const share = Math.min(size, left / (sizes.length - at));
      left -= share;
      return [key, share];
    });
}

/** Texts that are longer share the room that there is: none of them hides another. */
const longest = 2_000;

/** A change as it is printed: in one line, and as a whole in so much room. */
export interface PrintedChange<T extends Printed> {
  readonly change: ShownChange;
  readonly brief: T;
  readonly whole: (room: number) => T;
}

/** The changes that have room, in their groups, and how many of what are left out. */
export function fitGroups<T extends Printed>(
  groups: readonly ChangeGroup[],
  print: (change: ShownChange) => PrintedChange<T>,
  room: number,
): {
  readonly groups: readonly (Omit<ChangeGroup, "changes"> & { readonly shown: readonly T[] })[];
  readonly left: string;
} {
  const all = groups.flatMap(({ changes }) => changes).toSorted((a, b) => a.rank - b.rank);
  const titles = groups.reduce((sum, { title = "" }) => sum + title.length + 80, 0);
  const fitted = fitChanges(all.map(print), room - Math.min(titles, room / 3));
  const places = new Map(fitted.map((printed, at) => [all[at], printed]));
  const shownOf = (changes: readonly ShownChange[]) => changes.flatMap((change) => places.get(change) ?? []);
  return {
    groups: groups
      .map(({ changes, ...group }) => ({ ...group, shown: shownOf(changes) }))
      .filter(({ shown }) => shown.length > 0),
    left: countsOf(all.slice(fitted.length)),
  };
}

/** Each as a whole while those that follow can have their room, too; then in one line; as many as there is room for. */
function fitChanges<T extends Printed>(all: readonly PrintedChange<T>[], room: number): T[] {
  const sized = all.map((each) => ({ ...each, size: sizeOf(each.change), line: costOf(each.brief) }));
  const isLong = ({ size }: { readonly size: number }) => size > longest;
  let long = sized.filter(isLong).length;
  let following = sized.reduce((sum, each) => sum + each.line + (isLong(each) ? 0 : each.size), 0);
  let left = room;
  const shown: T[] = [];
  for (const each of sized) {
    following -= each.line + (isLong(each) ? 0 : each.size);
    const free = left - Math.min(following, room / 3);
    const whole =
      free > each.line
        ? each.whole(isLong(each) ? Math.max(free / long, Math.min(free, longest)) : free)
        : each.brief;
    const printed = costOf(whole) <= free ? whole : each.brief;
    long -= isLong(each) ? 1 : 0;
    left -= costOf(printed);
    if (left < 0) {
      break;
    }
    shown.push(printed);
  }
  return shown;
}

function sizeOf({ notes, values, diffs }: ShownChange): number {
  const texts = [...notes.flat(), ...values.flatMap(({ before = [], after }) => [...before, ...after])];
  const rows = diffs.flatMap((diff) => diff.rows.map(lengthOf));
  return [
    ...texts.map((piece) => (typeof piece === "string" ? piece : piece.text).length + 4),
    ...rows,
  ].reduce((sum, length) => sum + length, 0);
}

function lengthOf({ parts }: DiffRow): number {
  return parts.reduce((sum, { text }) => sum + text.length, 3);
}
