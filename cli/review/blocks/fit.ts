import type { ChangeGroup, Diff, DiffRow, ShownChange } from "./block.js";
import { countsOf } from "./lines.js";

/** Something printed: a text, or markup that becomes one. */
export type Printed = { toString(): string };

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
export interface ShownRows<T> {
  readonly rows: readonly T[];
  /** Where the rest is; undefined if there is none. */
  readonly rest?: string;
}

/**
 * The rows of a difference for which there is room. What goes and what comes have a share each: a text that is rewritten
 * whole shows the beginning of both.
 */
export function fitRows<T extends Printed>(
  { rows }: Pick<Diff, "rows">,
  print: (row: DiffRow) => readonly T[],
  room: number,
  where: string,
): ShownRows<T> {
  const printed = rows.map((row) => ({ row, lines: print(row) }));
  const sides = Map.groupBy(printed, ({ row }) => row.sign);
  const lefts = new Map(
    sharesOf(
      [...sides].map(([sign, all]) => [sign, all.flatMap(({ lines }) => lines).reduce(sumOf, 0)]),
      room,
    ),
  );
  const cut = new Map<DiffRow["sign"], number>();
  const shown = printed.flatMap(({ row: { sign }, lines }) => {
    const left = cut.has(sign) ? 0 : (lefts.get(sign) ?? 0);
    const count = fitting(lines, left);
    lefts.set(sign, left - lines.slice(0, count).reduce(sumOf, 0));
    if (count < lines.length) {
      cut.set(sign, (cut.get(sign) ?? 0) + 1);
    }
    return lines.slice(0, count);
  });
  const counts = [...cut].map(([sign, count]) => `${count} ${count === 1 ? "line" : "lines"} ${verbs[sign]}`);
  return cut.size === 0
    ? { rows: shown }
    : { rows: shown, rest: `Not shown: ${counts.join(", ")}. ${where}` };
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
