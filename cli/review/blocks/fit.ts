/** Something printed: a text, or markup that becomes one. */
export type Printed = { toString(): string };

export function costOf(printed: Printed): number {
  return printed.toString().length + 1;
}

/** How many of these, from the first on, a room holds. */
export function fitting(items: readonly Printed[], room: number): number {
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
