import type { ChangeGroup, DiffRow, ShownChange } from "./block.js";
import { countsOf } from "./counts.js";
import { costOf, type Printed } from "./fit.js";

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
