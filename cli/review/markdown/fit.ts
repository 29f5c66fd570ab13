/** How many items, from the first on, a room holds when each takes a line break more than its length. */
export function fitting(items: readonly string[], room: number): number {
  let left = room;
  const first = items.findIndex((item) => {
    left -= item.length + 1;
    return left < 0;
  });
  return first === -1 ? items.length : first;
}

/** As many items as the room holds, and a last line with how many are left out. */
export function fit(items: readonly string[], room: number, leftOut: (count: number) => string): string[] {
  const whole = fitting(items, room);
  if (whole === items.length) {
    return [...items];
  }
  const count = fitting(items, room - leftOut(items.length).length - 1);
  return [...items.slice(0, count), leftOut(items.length - count)];
}

/** A part that a reader opens. Its title is HTML. */
export function folded(title: string, body: string): string {
  return `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;
}
